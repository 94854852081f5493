import type { Limits } from "#shared/contract/limits.ts";
import { compareNumbers, fromUnits, toUnits } from "#shared/json/arithmetic.ts";
import type { JsonNumber } from "#shared/json/json.ts";

/**
 * Numbers within the limits: the least one, or one step where that is below zero, as it's most often what a machine can
 * count to. Whole units keep decimals exact: 0.3 is three steps of 0.1.
 */
export function* numbersOf(limits: Limits): Generator<JsonNumber> {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = limits;
  const [smallest, largest] = [above ?? minimum, below ?? maximum];
  const scaled = toUnits([multipleOf ?? 1, smallest ?? 0, largest ?? 0]);
  if (scaled === null) return void (yield smallest ?? largest ?? 1);
  const {
    exponent,
    units: [stated = 1n, low = 0n, high = 0n],
  } = scaled;
  const step = stated > 0n ? stated : 1n;
  const isOpen = smallest === undefined || low < 0n;
  const first = isOpen ? step : roundUp(low, step);
  const further = Array.from({ length: maxFurther }, (_, index) => BigInt(index) * step);
  const upward = further.map((by) => first + by);
  const downward = further.map((by) => roundUp(high - step + 1n, step) - by);
  const units = [...upward, 0n, ...downward, roundUp(low, step)];
  const whole = [...new Set(units)].map((number) => fromUnits(number, exponent));
  yield* whole.filter((number) => isWithin(number, limits));
  if (multipleOf === undefined && smallest !== undefined && largest !== undefined)
    yield fromUnits((low + high) * 5n, exponent - 1);
  yield fromUnits(first, exponent);
}

const maxFurther = 64;

function roundUp(number: bigint, step: bigint): bigint {
  const over = ((number % step) + step) % step;
  return over === 0n ? number : number + step - over;
}

function isWithin(number: JsonNumber, limits: Limits): boolean {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = limits;
  return (
    (minimum === undefined || compareNumbers(number, minimum) >= 0) &&
    (maximum === undefined || compareNumbers(number, maximum) <= 0) &&
    (above === undefined || compareNumbers(number, above) > 0) &&
    (below === undefined || compareNumbers(number, below) < 0)
  );
}
