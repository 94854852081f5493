import { isDecimal, type JsonNumber, maxDigits, numberNotation, numberText, parseNumber, toDouble } from "./json.ts";

/** Negative if the first number is less, positive if it's more, zero if both are equal, whatever their notation. */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (!isDecimal(a) && !isDecimal(b)) return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [toScientific(a), toScientific(b)];
  if (left.sign !== right.sign) return left.sign - right.sign;
  const order = left.point - right.point || (left.digits < right.digits ? -1 : left.digits > right.digits ? 1 : 0);
  return order * left.sign;
}

/** Computed in decimals: 19.99 is a multiple of 0.01, but not as a binary fraction. */
export function isMultiple(value: JsonNumber, step: JsonNumber): boolean {
  const { units: [whole = 0n, part = 0n] = [] } = toUnits([value, step]) ?? {};
  return part === 0n || whole % part === 0n;
}

/** Numbers as multiples of a common power of ten; null if they're too far apart. */
export function toUnits(values: readonly JsonNumber[]): { readonly units: readonly bigint[]; exponent: number } | null {
  const parts = values.map(toScientific).map(({ sign, digits, point }) => ({
    digits: BigInt(sign) * BigInt(digits || 0),
    exponent: sign === 0 ? 0 : point - digits.length,
  }));
  const exponents = parts.map((part) => part.exponent);
  const exponent = Math.min(...exponents);
  if (Math.max(...exponents) - exponent > maxDigits) return null;
  return { units: parts.map((part) => part.digits * 10n ** BigInt(part.exponent - exponent)), exponent };
}

export function fromUnits(units: bigint, exponent: number): JsonNumber {
  if (exponent >= 0) return parseNumber(String(units * 10n ** BigInt(exponent)));
  const digits = String(units < 0n ? -units : units).padStart(1 - exponent, "0");
  const fraction = digits.slice(exponent).replace(/0+$/, "");
  return parseNumber(`${units < 0n ? "-" : ""}${digits.slice(0, exponent)}${fraction === "" ? "" : `.${fraction}`}`);
}

/** The same value for equal numbers, whatever their notation. */
export function normalizeNumber(value: JsonNumber): JsonNumber {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  const { sign, digits, point } = toScientific(value);
  if (sign === 0) return 0;
  if (digits.length <= point && point < 16) return toDouble(value);
  return { "\0decimal": `${sign < 0 ? "-" : ""}${digits}e${point - digits.length}` };
}

/** `0.digits` times ten to the power of `point`, without zeros at either end of the digits. */
interface Scientific {
  readonly sign: number;
  readonly digits: string;
  readonly point: number;
}

function toScientific(value: JsonNumber): Scientific {
  const [, minus, whole = "", fraction = "", exponent = "0"] = numberNotation.exec(numberText(value)) ?? [];
  const significant = (whole + fraction).replace(/^0+/, "");
  const digits = significant.replace(/0+$/, "");
  if (digits === "") return { sign: 0, digits, point: 0 };
  const point = Number(exponent) + significant.length - fraction.length;
  return { sign: minus === "-" ? -1 : 1, digits, point };
}
