/**
 * A number of a text. A `number` is one that JavaScript prints as it was written, a `bigint` a whole one beyond 2^53, and
 * a `Decimal` any other one: `12.50`, `1e400`, thirty digits behind the point.
 */
export type JsonNumber = number | bigint | Decimal;

/** Plain data, so that it stays itself in caches and between threads. No author has a key like this one. */
export interface Decimal {
  readonly "\0decimal": string;
}

/** RFC 8259, section 6. */
export const numberNotation = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([-+]?\d+))?$/i;

export function isDecimal(value: unknown): value is Decimal {
  if (typeof value !== "object" || value === null || !("\0decimal" in value)) return false;
  return numberNotation.test(String(value["\0decimal"]));
}

export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || typeof value === "bigint" || isDecimal(value);
}

/** Reading and printing a whole number takes time with the square of its digits. */
export const mostDigits = 1_000;

/** The number of a text in JSON's notation, with all its digits unless there are more than anybody can mean. */
export function parseNumber(text: string): JsonNumber {
  const number = Number(text);
  if (String(number) === text || text.length > mostDigits || !numberNotation.test(text)) return number;
  return /^-?[1-9]\d*$/.test(text) ? BigInt(text) : { "\0decimal": text };
}

/** As it was written. */
export function numberText(value: JsonNumber): string {
  return isDecimal(value) ? value["\0decimal"] : String(value);
}

/** The nearest double; infinite beyond 1.8e308. */
export function toDouble(value: JsonNumber): number {
  return Number(numberText(value));
}

/** True for `1.0` and `1e3`, too. */
export function isWhole(value: JsonNumber): boolean {
  return typeof value === "bigint" || (Number.isInteger(toDouble(value)) && !/\.\d*[1-9]\d*$/.test(numberText(value)));
}

/** True when programs that know doubles only, as JavaScript's, have the same number. */
export function isDouble(value: JsonNumber): boolean {
  return String(toDouble(value)) === numberText(value).replace(/\.0+$|(\.\d*[1-9])0+$/, "$1");
}
