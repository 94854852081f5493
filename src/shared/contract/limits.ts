import {
  entriesAt,
  exactNumberAt,
  flagAt,
  isObject,
  type Json,
  type JsonNumber,
  type JsonObject,
  memberOf,
  numberText,
  objectAt,
  textAt,
  textsAt,
  toJsonText,
} from "../json/json.ts";

/** The limits of a schema in JSON Schema's words. A missing one isn't stated. */
export interface Limits {
  readonly minimum?: JsonNumber;
  readonly maximum?: JsonNumber;
  readonly exclusiveMinimum?: JsonNumber;
  readonly exclusiveMaximum?: JsonNumber;
  readonly multipleOf?: JsonNumber;
  readonly minLength?: JsonNumber;
  readonly maxLength?: JsonNumber;
  readonly pattern?: string;
  readonly minItems?: JsonNumber;
  readonly maxItems?: JsonNumber;
  readonly uniqueItems?: true;
  readonly contains?: Json;
  readonly minContains?: JsonNumber;
  readonly maxContains?: JsonNumber;
  readonly minProperties?: JsonNumber;
  readonly maxProperties?: JsonNumber;
  readonly propertyNames?: Limits;
  readonly dependentRequired?: { readonly [member: string]: readonly string[] };
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** True for a schema with `if`. */
  readonly isConditional?: true;
  /** True for the schema `false`. */
  readonly isNever?: true;
}

/** The limits that the keywords of a schema state. */
export function toLimits(node: JsonObject): Limits {
  const names = objectAt(node, "propertyNames");
  const dependent = entriesAt(node, "dependentRequired").map(
    ([name]) => [name, textsAt(node["dependentRequired"], name)] as const,
  );
  return {
    ...Object.fromEntries(numbers.flatMap((key) => entryOf(key, exactNumberAt(node, key)))),
    ...Object.fromEntries(textLimits.flatMap((key) => entryOf(key, textAt(node, key)))),
    ...(flagAt(node, "uniqueItems") ? { uniqueItems: true } : {}),
    ...(isObject(node["contains"]) ? { contains: node["contains"] } : {}),
    ...(names ? { propertyNames: toLimits(names) } : {}),
    ...(dependent.length > 0 ? { dependentRequired: Object.fromEntries(dependent) } : {}),
    ...(Object.hasOwn(node, "if") ? { isConditional: true } : {}),
  };
}

const numbers = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "minItems", "maxItems"],
  ...["minContains", "maxContains", "minProperties", "maxProperties"],
];
const textLimits = ["pattern", "contentEncoding", "contentMediaType"];

function entryOf<T>(key: string, value: T | null): readonly (readonly [string, T])[] {
  return value === null ? [] : [[key, value]];
}

/** The limits of a schema as short phrases: `0 or more`, `1 to 256 characters`. */
export function toLimitTexts(limits: Limits): readonly string[] {
  const { multipleOf, pattern, minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = limits;
  const texts = [
    limits.isNever ? "never valid" : null,
    toRange(limits),
    multipleOf === undefined ? null : `a multiple of ${numberText(multipleOf)}`,
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
  const [least, most] = [above ?? minimum, below ?? maximum].map((limit) =>
    limit === undefined ? limit : numberText(limit),
  );
  if (least !== undefined && most !== undefined && above === undefined && below === undefined)
    return least === most ? `exactly ${least}` : `${least} to ${most}`;
  const from = least && (above === undefined ? `${least} or more` : `more than ${least}`);
  const to = most && (below === undefined ? `at most ${most}` : `less than ${most}`);
  return from && to ? `${from} and ${to}` : (from ?? to ?? null);
}

function toCount(
  least: JsonNumber = 0,
  most: JsonNumber | undefined,
  [singular, plural]: readonly [singular: string, plural: string],
): string | null {
  const count = (number: JsonNumber): string =>
    `${numberText(number)} ${numberText(number) === "1" ? singular : plural}`;
  // At least none says nothing.
  if (numberText(least) === "0") return most === undefined ? null : `at most ${count(most)}`;
  if (most === undefined) return `at least ${count(least)}`;
  return numberText(least) === numberText(most) ? `exactly ${count(least)}` : `${numberText(least)} to ${count(most)}`;
}

function toContained({ contains, minContains = 1, maxContains }: Limits): string | null {
  if (contains === undefined) return null;
  const value = memberOf(contains, "const");
  const open = `${numberText(minContains)} or more times`;
  const times = maxContains === undefined ? open : toCount(minContains, maxContains, ["time", "times"]);
  return `contains ${value === undefined ? "certain items" : toJsonText(value)}, ${times}`;
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
