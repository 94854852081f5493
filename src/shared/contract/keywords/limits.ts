import { compareNumbers } from "#shared/json/arithmetic.ts";
import {
  entriesAt,
  exactNumberAt,
  flagAt,
  isObject,
  type Json,
  type JsonNumber,
  type JsonObject,
  listAt,
  memberOf,
  numberText,
  objectAt,
  textAt,
  textsAt,
  toJsonText,
  toObject,
  toText,
} from "#shared/json/json.ts";

import { intersectKeywords, lowerBounds, upperBounds } from "./intersect-keywords.ts";
import {
  allowedValues,
  choicesOf,
  forbiddenIn,
  type MemberChoice,
  type MemberSet,
  toMemberChoice,
} from "./json-schema.ts";

/** The limits of a schema under JSON Schema's names. A limit that isn't stated is missing. */
export interface Limits {
  readonly minimum?: JsonNumber;
  readonly maximum?: JsonNumber;
  readonly exclusiveMinimum?: JsonNumber;
  readonly exclusiveMaximum?: JsonNumber;
  readonly multipleOf?: JsonNumber;
  readonly minLength?: JsonNumber;
  readonly maxLength?: JsonNumber;
  /** A text has to match them all. */
  readonly patterns?: readonly string[];
  readonly minItems?: JsonNumber;
  readonly maxItems?: JsonNumber;
  readonly uniqueItems?: true;
  readonly contains?: Json;
  readonly minContains?: JsonNumber;
  readonly maxContains?: JsonNumber;
  readonly minProperties?: JsonNumber;
  readonly maxProperties?: JsonNumber;
  readonly propertyNames?: Limits;
  /** All values that there are, of names of members. */
  readonly values?: readonly Json[];
  readonly dependentRequired?: { readonly [member: string]: readonly string[] };
  /** Required members that are described elsewhere. */
  readonly needed?: readonly string[];
  readonly memberChoices?: readonly MemberChoice[];
  /** Members that exclude each other. */
  readonly forbidden?: readonly (readonly string[])[];
  /** True if one of several values is the empty text. */
  readonly mayBeEmpty?: true;
  /** Values that aren't allowed. */
  readonly excluded?: readonly Json[];
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Conditions that no other limit states, by their keywords. */
  readonly conditions?: JsonObject;
  /** True for the schema `false`. */
  readonly isNever?: true;
}

/** Reads the limits in a schema's keywords and choices. */
export function toLimits(node: JsonObject, choices: readonly JsonObject[] = choicesOf(node)): Limits {
  const names = objectAt(node, "propertyNames");
  const dependent = entriesAt(node, "dependentRequired").map(
    ([name]) => [name, textsAt(node["dependentRequired"], name)] as const,
  );
  const patterns = [...listAt(node, "allOf"), node].flatMap((part) => textAt(part, "pattern") ?? []);
  const properties = objectAt(node, "properties") ?? {};
  const needed = textsAt(node, "required").filter((name) => !Object.hasOwn(properties, name));
  const memberChoices = choices.flatMap((choice) => toMemberChoice(choice) ?? []);
  return {
    ...Object.fromEntries(numbers.flatMap((key) => entryOf(key, boundAt(node, key)))),
    ...Object.fromEntries(textLimits.flatMap((key) => entryOf(key, textAt(node, key)))),
    ...(patterns.length > 0 ? { patterns } : {}),
    ...(flagAt(node, "uniqueItems") ? { uniqueItems: true } : {}),
    ...(isObject(node["contains"]) ? { contains: node["contains"] } : {}),
    ...(names ? { propertyNames: { ...toLimits(names), values: listAt(names, "enum") } } : {}),
    ...(dependent.length > 0 ? { dependentRequired: Object.fromEntries(dependent) } : {}),
    ...(listAt(node, "enum").length > 1 && listAt(node, "enum").includes("") ? { mayBeEmpty: true } : {}),
    ...(needed.length > 0 ? { needed } : {}),
    ...(memberChoices.length > 0 ? { memberChoices } : {}),
    ...toExclusions(node),
  };
}

/** Intersects the limits of two schemas that both apply. */
export function intersectLimits(named: LimitedSchema, use: LimitedSchema): Limits {
  if (Object.keys(use.limits).length === 0) return named.limits;
  const keywords = intersectKeywords(named.keywords, use.keywords, (_, later) => later);
  const memberChoices = [...(named.limits.memberChoices ?? []), ...(use.limits.memberChoices ?? [])];
  return { ...toLimits(keywords, []), ...(memberChoices.length > 0 ? { memberChoices } : {}) };
}

interface LimitedSchema {
  readonly keywords: JsonObject;
  readonly limits: Limits;
}

/** Of two bounds on the same side, the looser one is dropped. */
function boundAt(node: JsonObject, key: string): JsonNumber | null {
  const bound = exactNumberAt(node, key);
  const rival = exactNumberAt(node, rivals.get(key) ?? "");
  if (bound === null || rival === null) return bound;
  const order = compareNumbers(bound, rival) * (key.endsWith("inimum") ? 1 : -1);
  return order > 0 || (order === 0 && key.startsWith("exclusive")) ? bound : null;
}

const rivals: ReadonlyMap<string, string> = new Map([
  ["minimum", "exclusiveMinimum"],
  ["exclusiveMinimum", "minimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMaximum", "maximum"],
]);

/** What a schema forbids. Conditions, and whatever else it forbids, stand as they're written. */
function toExclusions(node: JsonObject): Limits {
  const not = memberOf(node, "not");
  const forbidden = forbiddenIn(not) ?? [];
  const excluded = isObject(not) && Object.keys(not).length === 1 ? allowedValues(not) : [];
  const isStated = not === undefined || forbidden.length + excluded.length > 0 || textAt(not, "$ref") !== null;
  const branches = Object.hasOwn(node, "if") ? ["if", "then", "else"] : [];
  const written = [...branches, "dependentSchemas", ...(isStated ? [] : ["not"])];
  const conditions = written.flatMap((key) => entryOf(key, memberOf(node, key) ?? null));
  return {
    ...(forbidden.length > 0 ? { forbidden } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
    ...(conditions.length > 0 ? { conditions: toObject(conditions) } : {}),
  };
}

const numbers = [...lowerBounds, ...upperBounds, "multipleOf"];
const textLimits = ["contentEncoding", "contentMediaType"];

function entryOf<T>(key: string, value: T | null): readonly (readonly [string, T])[] {
  return value === null ? [] : [[key, value]];
}

/** The limits of a schema as short phrases: `0 or more`, `1 to 256 characters`. */
export function toLimitTexts(limits: Limits): readonly string[] {
  if (Object.keys(limits).length === 0) return [];
  const { multipleOf, patterns = [], minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = limits;
  const texts = [
    limits.isNever ? "never valid" : null,
    toRange(limits),
    multipleOf === undefined ? null : `a multiple of ${numberText(multipleOf)}`,
    toCount(minLength, maxLength, "character"),
    ...patterns.map((pattern) => `matches ${pattern}`),
    limits.mayBeEmpty ? "may be empty" : null,
    toCount(minItems, maxItems, "item"),
    limits.uniqueItems ? "no item twice" : null,
    toContained(limits),
    toCount(minProperties, maxProperties, "member"),
    toMemberNames(limits),
    ...Object.entries(limits.dependentRequired ?? {}).flatMap(([name, siblings]) =>
      siblings.length > 0 ? [`${name} needs ${siblings.join(", ")}`] : [],
    ),
    ...toMemberTexts(limits),
    ...(limits.excluded ?? []).map((value) => `not ${toJsonText(value)}`),
    limits.contentEncoding ?? null,
    limits.contentMediaType ?? null,
    limits.conditions === undefined ? null : `further conditions apply: ${inShort(limits.conditions)}`,
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

function toCount(least: JsonNumber = 0, most: JsonNumber | undefined, noun: string): string | null {
  const count = (number: JsonNumber): string => `${numberText(number)} ${noun}${numberText(number) === "1" ? "" : "s"}`;
  // A minimum of zero doesn't limit anything.
  if (numberText(least) === "0") return most === undefined ? null : `at most ${count(most)}`;
  if (most === undefined) return `at least ${count(least)}`;
  return numberText(least) === numberText(most) ? `exactly ${count(least)}` : `${numberText(least)} to ${count(most)}`;
}

function toContained({ contains, minContains = 1, maxContains }: Limits): string | null {
  if (contains === undefined) return null;
  const value = memberOf(contains, "const");
  const open = `${numberText(minContains)} or more times`;
  const times = maxContains === undefined ? open : toCount(minContains, maxContains, "time");
  return `contains ${value === undefined ? `items that match ${inShort(contains)}` : toJsonText(value)}, ${times}`;
}

function inShort(schema: Json): string {
  const text = toJsonText(schema);
  return text.length > 600 ? `${text.slice(0, 600)} …` : text;
}

function toMemberNames({ propertyNames }: Limits): string | null {
  if (propertyNames === undefined) return null;
  const names = (propertyNames.values ?? []).map(toText).join(", ");
  const rules = [...(names === "" ? [] : [`one of ${names}`]), ...toLimitTexts(propertyNames)];
  return rules.length > 0 ? `member names: ${rules.join(", ")}` : null;
}

function toMemberTexts({ needed = [], memberChoices = [], forbidden = [] }: Limits): readonly string[] {
  return [
    ...(needed.length > 0 ? [`needs ${listFormat.format(needed)}`] : []),
    ...memberChoices.map(
      ({ isExclusive, sets }) => `needs ${isExclusive ? "either " : ""}${sets.map(setText).join(", or ")}`,
    ),
    ...forbidden.map((names) => `never ${listFormat.format(names)}${names.length === 1 ? "" : " together"}`),
  ];
}

function setText({ present, absent }: MemberSet): string {
  if (present.length === 0) return absent.length === 1 ? `no ${absent.join("")}` : `none of ${absent.join(", ")}`;
  return listFormat.format(present) + (absent.length === 0 ? "" : ` without ${listFormat.format(absent)}`);
}

const listFormat = new Intl.ListFormat("en-US");
