import { memberOf, toJsonText } from "../json/json.ts";
import type { Limits } from "./schema.ts";

/** What a schema asks of a value beyond its type, as short phrases: `0 or more`, `1 to 256 characters`. */
export function toLimitTexts(limits: Limits): readonly string[] {
  const { multipleOf, pattern, minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = limits;
  const texts = [
    limits.isNever ? "never valid" : null,
    toRange(limits),
    multipleOf === undefined ? null : `a multiple of ${multipleOf}`,
    toCount(minLength, maxLength, ["character", "characters"]),
    pattern === undefined ? null : `matches ${pattern}`,
    toCount(minItems, maxItems, ["item", "items"]),
    limits.uniqueItems ? "no item twice" : null,
    toContained(limits),
    toCount(minProperties, maxProperties, ["member", "members"]),
    toMemberNames(limits),
    ...toDependencies(limits),
    limits.contentEncoding ?? null,
    limits.contentMediaType ?? null,
    limits.isConditional ? "further conditions apply" : null,
  ];
  return texts.filter((text) => text !== null);
}

function toRange({ minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below }: Limits): string | null {
  if (minimum !== undefined && maximum !== undefined && above === undefined && below === undefined) {
    return minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`;
  }
  const from = above !== undefined ? `more than ${above}` : minimum !== undefined ? `${minimum} or more` : null;
  const to = below !== undefined ? `less than ${below}` : maximum !== undefined ? `at most ${maximum}` : null;
  return from !== null && to !== null ? `${from} and ${to}` : (from ?? to);
}

function toCount(
  least: number | undefined,
  most: number | undefined,
  [one, many]: readonly [one: string, many: string],
): string | null {
  const count = (number: number): string => `${number} ${number === 1 ? one : many}`;
  // At least none says nothing.
  if (!least) return most === undefined ? null : `at most ${count(most)}`;
  if (most === undefined) return `at least ${count(least)}`;
  return least === most ? `exactly ${count(least)}` : `${least} to ${count(most)}`;
}

function toContained({ contains, minContains = 1 }: Limits): string | null {
  if (contains === undefined) return null;
  const value = memberOf(contains, "const");
  return `contains ${value === undefined ? "certain items" : toJsonText(value)}, ${minContains} or more times`;
}

function toMemberNames({ propertyNames }: Limits): string | null {
  const rules = propertyNames ? toLimitTexts(propertyNames) : [];
  return rules.length > 0 ? `member names: ${rules.join(", ")}` : null;
}

function toDependencies({ dependentRequired = {} }: Limits): readonly string[] {
  return Object.entries(dependentRequired).flatMap(([name, needed]) =>
    needed.length > 0 ? [`${name} needs ${needed.join(", ")}`] : [],
  );
}
