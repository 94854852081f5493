import { flagAt, type JsonObject, memberOf, numberAt, objectAt, textAt, textsAt } from "../json/json.ts";
import type { Limit } from "./schema.ts";

/** What a schema asks of a value beyond its type, as short phrases: `0 or more`, `1 to 256 characters`. */
export function toLimits(schema: JsonObject): readonly Limit[] {
  const limits = [
    toNumberLimit(schema),
    toMultiple(schema),
    toCountLimit(schema, { minimum: "minLength", maximum: "maxLength", unit: ["character", "characters"] }),
    toPattern(schema),
    toCountLimit(schema, { minimum: "minItems", maximum: "maxItems", unit: ["item", "items"] }),
    flagAt(schema, "uniqueItems") ? "no item twice" : null,
    toContains(schema),
    toCountLimit(schema, { minimum: "minProperties", maximum: "maxProperties", unit: ["member", "members"] }),
    toMemberNames(schema),
    ...toDependencies(schema),
    textAt(schema, "contentEncoding"),
    textAt(schema, "contentMediaType"),
    Object.hasOwn(schema, "if") ? "further conditions apply" : null,
  ];
  return limits.filter((limit) => limit !== null);
}

function toNumberLimit(schema: JsonObject): Limit | null {
  const [minimum, maximum] = [numberAt(schema, "minimum"), numberAt(schema, "maximum")];
  const [above, below] = [numberAt(schema, "exclusiveMinimum"), numberAt(schema, "exclusiveMaximum")];
  if (minimum !== null && maximum !== null && above === null && below === null) {
    return minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`;
  }
  const from = above !== null ? `more than ${above}` : minimum !== null ? `${minimum} or more` : null;
  const to = below !== null ? `less than ${below}` : maximum !== null ? `at most ${maximum}` : null;
  return from !== null && to !== null ? `${from} and ${to}` : (from ?? to);
}

function toMultiple(schema: JsonObject): Limit | null {
  const multiple = numberAt(schema, "multipleOf");
  return multiple === null ? null : `a multiple of ${multiple}`;
}

interface Count {
  readonly minimum: string;
  readonly maximum: string;
  readonly unit: readonly [one: string, many: string];
}

function toCountLimit(schema: JsonObject, { minimum, maximum, unit }: Count): Limit | null {
  const least = numberAt(schema, minimum) || null;
  const most = numberAt(schema, maximum);
  const count = (number: number): string => `${number} ${number === 1 ? unit[0] : unit[1]}`;
  if (least === null) return most === null ? null : `at most ${count(most)}`;
  if (most === null) return `at least ${count(least)}`;
  return least === most ? `exactly ${count(least)}` : `${least} to ${count(most)}`;
}

function toPattern(schema: JsonObject): Limit | null {
  const pattern = textAt(schema, "pattern");
  return pattern === null ? null : `matches ${pattern}`;
}

function toContains(schema: JsonObject): Limit | null {
  const contains = objectAt(schema, "contains");
  if (!contains) return null;
  const least = numberAt(schema, "minContains") ?? 1;
  const value = memberOf(contains, "const");
  return `contains ${value === undefined ? "certain items" : JSON.stringify(value)}, ${least} or more times`;
}

function toMemberNames(schema: JsonObject): Limit | null {
  const names = objectAt(schema, "propertyNames");
  const rules = names ? toLimits(names) : [];
  return rules.length > 0 ? `member names: ${rules.join(", ")}` : null;
}

function toDependencies(schema: JsonObject): readonly Limit[] {
  return Object.keys(objectAt(schema, "dependentRequired") ?? {}).flatMap((name) => {
    const needed = textsAt(objectAt(schema, "dependentRequired") ?? {}, name);
    return needed.length > 0 ? [`${name} needs ${needed.join(", ")}`] : [];
  });
}
