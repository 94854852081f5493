import type { Schema } from "../contract/schema.ts";
import { fromUnits, toUnits } from "../json/arithmetic.ts";
import { isWhole, type JsonNumber, numberText } from "../json/json.ts";
import type { SampleFault } from "./sample-fault.ts";

/**
 * Says why a number isn't a whole one; null if it's fine. JSON Schema accepts `2400.00` as an integer, but whoever
 * writes it means dollars, or uses a program that can't read integers. `name` is the value's name in messages.
 */
export function checkWhole(
  value: JsonNumber,
  { types, unit }: Pick<Schema, "types" | "unit">,
  name: string,
): SampleFault | null {
  const text = numberText(value);
  if (!/[.e]/i.test(text)) return null;
  if (unit === "usd-cents") return { message: `${name} is a whole number of cents, not ${text}`, ...centsHint(value) };
  if (!types.includes("integer") || types.includes("number") || !isWhole(value)) return null;
  const message = `${name} is a whole number, written in digits only, not ${text}`;
  return { message, hint: `write ${digitsOf(value) ?? "its digits"}`, isOfNotation: true };
}

/** A number with at most two decimals is probably dollars. */
function centsHint(value: JsonNumber): Pick<SampleFault, "hint" | "maySplitCent"> {
  const [, decimals] = /^-?\d+\.(\d{1,2})$/.exec(numberText(value)) ?? [];
  if (decimals === undefined) return { hint: isWhole(value) ? `write ${digitsOf(value) ?? "its digits"}` : smallest };
  const hint = `did you mean ${digitsOf(value, 100)}?`;
  return decimals.length === 1 ? { hint, maySplitCent: true } : { hint };
}

export const smallest = "a cent is the smallest amount";

function digitsOf(value: JsonNumber, factor = 1): string | null {
  const { units: [units = 0n] = [], exponent = maxDecimals } = toUnits([value]) ?? {};
  return exponent < maxDecimals ? numberText(fromUnits(units * BigInt(factor), exponent)) : null;
}

const maxDecimals = 30;
