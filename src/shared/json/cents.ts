import { fromUnits, toUnits } from "./arithmetic.ts";
import { numberText, parseNumber } from "./json.ts";

/**
 * Converts a number of cents (as digits) to US dollars, exactly: `240000` to `$2,400.00`. Null if it isn't a number.
 */
export function toDollars(cents: string): string | null {
  const shifted = shiftPoint(cents, -2);
  if (shifted === null) return null;
  const [whole = "", fraction = ""] = shifted.replace("-", "").split(".");
  const sign = shifted.startsWith("-") ? "-" : "";
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction.padEnd(2, "0")}`;
}

/**
 * Converts an amount in dollars to digits of cents: `$2,400.5` to `240050`, `0.005` to `0.5`. Null if it isn't an
 * amount.
 */
export function toCents(dollars: string): string | null {
  const match = /^(-?)\s*\$?\s*(-?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?$/.exec(dollars.trim());
  const [, before = "", after = "", whole = "", fraction = ""] = match ?? [];
  if (match === null || (whole === "" && fraction.length < 2) || (before !== "" && after !== "")) return null;
  return shiftPoint(`${before}${after}${whole.replaceAll(",", "") || "0"}${fraction.length > 1 ? fraction : ""}`, 2);
}

/** Binary fractions would round, so this is computed in decimals. */
function shiftPoint(text: string, by: number): string | null {
  const shifted = /^-?\d+(?:\.\d+)?$/.test(text) ? toUnits([parseNumber(text)]) : null;
  return shifted && numberText(fromUnits(shifted.units[0] ?? 0n, shifted.exponent + by));
}
