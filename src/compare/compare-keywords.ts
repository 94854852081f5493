import type { Direction } from "#shared/contract/operation.ts";
import { toMemberChoice } from "#shared/contract/keywords/json-schema.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { compareNumbers } from "#shared/json/arithmetic.ts";
import {
  exactNumberAt,
  flagAt,
  includesType,
  isList,
  isObject,
  type Json,
  type JsonNumber,
  type JsonObject,
  listAt,
  memberOf,
  numberText,
  textAt,
  toText,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { type Change, type Effect, showMember } from "./change.ts";

/** An empty list allows any type. */
export function compareTypes(before: readonly string[], after: readonly string[]): readonly Change[] {
  const [kept, keeps] = [covers(after, before), covers(before, after)];
  if (kept && keeps) return [];
  const effect: Effect = kept ? "wider" : keeps ? "narrower" : "different";
  return [{ kind: "type", effect, message: `${showTypes(after)} now, was ${showTypes(before)}` }];
}

function covers(types: readonly string[], covered: readonly string[]): boolean {
  if (types.length === 0) return true;
  return covered.length > 0 && covered.every((type) => includesType(types, type));
}

function showTypes(types: readonly string[]): string {
  return types.length === 0 ? "any type" : types.join(" or ");
}

export function compareNull(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return after
    ? [{ kind: "nullable", effect: "wider", message: "may be null now" }]
    : [{ kind: "nullable", effect: "narrower", message: "never null now" }];
}

/** Compares keywords other than types and values (JSON Schema 2020-12, sections 6 and 10). */
export function compareLimits(before: JsonObject, after: JsonObject): readonly Change[] {
  return [
    ...compareRange(before, after),
    ...counts.flatMap((name) => compareCount(name, countAt(before, name), countAt(after, name))),
    ...compareFormat(memberOf(before, "format"), memberOf(after, "format")),
    ...rules.flatMap((name) => compareRule(name, memberOf(before, name), memberOf(after, name))),
    ...["oneOf", "anyOf"].flatMap((name) => compareRule(name, memberSetsAt(before, name), memberSetsAt(after, name))),
  ];
}

const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

// prettier-ignore
const rules = [
  "pattern", "multipleOf", "uniqueItems", "contentEncoding", "contentMediaType",
  "not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames", "patternProperties",
  "dependentRequired", "dependentSchemas", "prefixItems",
];

/** A choice among sets of members; one among schemas is compared with its alternatives. */
function memberSetsAt(schema: JsonObject, name: string): Json | undefined {
  const value = schema[name];
  return value !== undefined && toMemberChoice({ [name]: value }) !== null ? value : undefined;
}

function countAt(schema: JsonObject, name: string): JsonNumber | null {
  const count = exactNumberAt(schema, name);
  return count !== null && name.startsWith("min") && compareNumbers(count, 0) === 0 ? null : count;
}

function compareCount(name: string, known: JsonNumber | null, now: JsonNumber | null): readonly Change[] {
  if (isSameJson(known, now)) return [];
  const isNarrower = known === null || (now !== null && compareNumbers(now, known) > 0 === name.startsWith("min"));
  const message = showMember(name, known ?? undefined, now ?? undefined);
  return [{ kind: "limit", effect: isNarrower ? "narrower" : "wider", message }];
}

function compareRule(name: string, before: Json | undefined, after: Json | undefined): readonly Change[] {
  // `uniqueItems: false` is no rule.
  const [known, now] = [before === false ? undefined : before, after === false ? undefined : after];
  if (isSameJson(known, now)) return [];
  const kind = isList(now ?? known) || isObject(now ?? known) ? "rule" : "limit";
  return [{ kind, effect: effectOfRule(known, now), message: showMember(name, known, now) }];
}

function effectOfRule(known: Json | undefined, now: Json | undefined): Effect {
  return known === undefined ? "narrower" : now === undefined ? "wider" : "different";
}

function compareFormat(known: Json | undefined, now: Json | undefined): readonly Change[] {
  if (isSameJson(known, now)) return [];
  const [width, nextWidth] = [bitsOf(known), bitsOf(now)];
  const isNumeric = width !== null && nextWidth !== null;
  const change = isNumeric && (width === nextWidth ? "compatible" : width < nextWidth ? "wider" : "narrower");
  return [{ kind: "format", effect: change || effectOfRule(known, now), message: showMember("format", known, now) }];
}

/** Numbers without a format are sent as 64 bits, too; null for a format of anything else. */
function bitsOf(format: Json | undefined): 32 | 64 | null {
  if (format === undefined || format === "int64" || format === "double") return 64;
  return format === "int32" || format === "float" ? 32 : null;
}

function compareRange(before: JsonObject, after: JsonObject): readonly Change[] {
  return ends.flatMap((end) => {
    const [known, now] = [tighterBoundOf(before, end), tighterBoundOf(after, end)];
    if (isSameJson(known?.value, now?.value) && known?.isExcluded === now?.isExcluded) return [];
    const message = `${now?.text ?? `no ${end.name}`} now${known ? `, was ${known.text}` : ""}`;
    return [{ kind: "limit", effect: effectOf(known, now, end), message }];
  });
}

interface End {
  readonly name: string;
  readonly exclusive: string;
  readonly isTighter: (bound: JsonNumber, reference: JsonNumber) => boolean;
}

const ends: readonly End[] = [
  { name: "minimum", exclusive: "exclusiveMinimum", isTighter: (a, b) => compareNumbers(a, b) > 0 },
  { name: "maximum", exclusive: "exclusiveMaximum", isTighter: (a, b) => compareNumbers(a, b) < 0 },
];

interface Bound {
  readonly value: JsonNumber;
  readonly isExcluded: boolean;
  readonly text: string;
}

function tighterBoundOf(schema: JsonObject, { name, exclusive, isTighter }: End): Bound | null {
  const [included, excluded] = [exactNumberAt(schema, name), exactNumberAt(schema, exclusive)];
  if (excluded !== null && (included === null || !isTighter(included, excluded))) {
    return { value: excluded, isExcluded: true, text: `${exclusive} ${numberText(excluded)}` };
  }
  return included === null ? null : { value: included, isExcluded: false, text: `${name} ${numberText(included)}` };
}

function effectOf(known: Bound | null, now: Bound | null, { isTighter }: End): Effect {
  if (!known) return "narrower";
  if (!now) return "wider";
  if (isTighter(now.value, known.value)) return "narrower";
  return now.isExcluded && !isTighter(known.value, now.value) ? "narrower" : "wider";
}

/** Compares keywords that don't limit a value: default, unit, deprecation, prose and examples. */
export function compareRemarks(before: JsonObject, after: JsonObject, direction: Direction): readonly Change[] {
  const texts = [...textNames].filter(
    ([key]) => !isSameJson(toComparable(memberOf(before, key)), toComparable(memberOf(after, key))),
  );
  const [known, now] = [examplesOf(before), examplesOf(after)];
  const noun = known.length > 1 || now.length > 1 ? "examples" : "example";
  return [
    ...compareDefault(memberOf(before, "default"), memberOf(after, "default"), direction),
    ...compareUnit(textAt(before, "x-unit"), textAt(after, "x-unit")),
    ...compareDeprecation(flagAt(before, "deprecated"), flagAt(after, "deprecated")),
    ...compareText([...texts.map(([, name]) => name), ...(isSameJson(known, now) ? [] : [noun])]),
  ];
}

/** OpenAPI 3.0 writes `example` where JSON Schema has a list. */
function examplesOf(schema: JsonObject): readonly Json[] {
  const example = memberOf(schema, "example");
  return [...(example === undefined ? [] : [example]), ...listAt(schema, "examples")].map(
    (value) => toComparable(value) ?? null,
  );
}

/** A new default changes the meaning of requests that leave the value out, unless only one contract states a default. */
function compareDefault(before: Json | undefined, after: Json | undefined, direction: Direction): readonly Change[] {
  if (isSameJson(before, after)) return [];
  const isStated = before !== undefined && after !== undefined;
  const isChange = direction === "request" && isStated && toText(before) !== toText(after);
  return [
    { kind: "default", effect: isChange ? "different" : "wording", message: showMember("default", before, after) },
  ];
}

/** Cents that become dollars break clients. A unit that only one document states may always have been the same. */
function compareUnit(before: string | null, after: string | null): readonly Change[] {
  if (before === after) return [];
  const effect = before !== null && after !== null ? "different" : "wording";
  return [{ kind: "unit", effect, message: showMember("unit", before ?? undefined, after ?? undefined) }];
}

export function compareDeprecation(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return [{ kind: "deprecated", effect: "wording", message: after ? "deprecated now" : "no longer deprecated" }];
}

export function differingDescription(before: Markdown | null, after: Markdown | null): readonly string[] {
  return toComparable(before?.text) === toComparable(after?.text) ? [] : ["description"];
}

export function compareText(names: readonly string[]): readonly Change[] {
  return names.length === 0 ? [] : [{ kind: "text", effect: "wording", message: `other ${names.join(", ")}` }];
}

const textNames: ReadonlyMap<string, string> = new Map([
  ["title", "title"],
  ["description", "description"],
  ["x-enum-descriptions", "meanings"],
  ["x-enum-varnames", "names of values"],
]);

/** YAML folds lines where JSON can't: line breaks belong to the notation, not to the text. */
function toComparable(value: Json | undefined): Json | undefined {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : value;
}

export function compareRequired(before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return after
    ? [{ kind: "required", effect: "narrower", message: "required now" }]
    : [{ kind: "required", effect: "wider", message: "optional now" }];
}
