import { compareNumbers, isMultiple } from "#shared/json/arithmetic.ts";
import {
  isList,
  isNumber,
  isObject,
  type Json,
  type JsonNumber,
  type JsonObject,
  listAt,
  memberOf,
  toObject,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { choicesOf } from "./json-schema.ts";

/** Combines two versions of an inner schema. The same two give the same object, so that rings can be recognized. */
type Refine = (base: JsonObject, part: JsonObject) => JsonObject;

/**
 * Intersects the keywords of two schemas that both apply: the tighter bounds, the values that both list, the names that
 * either requires. An earlier pattern still applies, in `allOf`. For any other keyword, the later schema replaces the
 * earlier one.
 */
export function intersectKeywords(base: JsonObject, part: JsonObject, refine: Refine): JsonObject {
  const [known, stated] = withSharedValues(base, part);
  const merged = Object.entries(stated).map(([key, value]): readonly [string, Json] => {
    const earlier = memberOf(known, key);
    return [key, earlier === undefined ? value : intersectValues(key, [earlier, value], refine)];
  });
  const both = toObject([...Object.entries(known), ...merged]);
  const pattern = memberOf(known, "pattern");
  if (pattern === undefined || pattern === both["pattern"]) return both;
  return { ...both, allOf: [...listAt(both, "allOf"), { pattern }] };
}

/**
 * Combines two versions of an inner schema. If both have a choice, the later one takes its place, and the earlier one
 * still applies.
 */
export function refineSchema(base: JsonObject, part: JsonObject, refine: Refine): JsonObject {
  const both = intersectKeywords(base, part, refine);
  const choices = choicesOf(base);
  if (choices.length === 0 || choicesOf(part).length === 0) return both;
  return { ...both, allOf: [...listAt(both, "allOf"), ...choices] };
}

export const lowerBounds: ReadonlySet<string> = new Set([
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minContains",
  "minProperties",
]);
export const upperBounds: ReadonlySet<string> = new Set([
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxContains",
  "maxProperties",
]);
const innerSchemas = new Set(["items", "additionalProperties"]);
const shallowMerged = new Set(["patternProperties", "dependentRequired", "dependentSchemas"]);

function intersectValues(key: string, [earlier, later]: readonly [Json, Json], refine: Refine): Json {
  if (isList(earlier) && isList(later) && (key === "required" || key === "allOf"))
    return [...new Set([...earlier, ...later])];
  if (isNumber(earlier) && isNumber(later)) return tighterBound(key, earlier, later);
  if (key === "uniqueItems") return earlier === true || later;
  if (!isObject(earlier) || !isObject(later)) return later;
  if (innerSchemas.has(key)) return refineInner(earlier, later, refine);
  if (key === "properties") {
    const refined = Object.entries(later).map(([name, value]): readonly [string, Json] => {
      const known = memberOf(earlier, name);
      return [name, isObject(known) && isObject(value) ? refineInner(known, value, refine) : value];
    });
    return toObject([...Object.entries(earlier), ...refined]);
  }
  return shallowMerged.has(key) ? toObject([...Object.entries(earlier), ...Object.entries(later)]) : later;
}

/** A named schema that replaces another in a later part is the narrower one. */
function refineInner(earlier: JsonObject, later: JsonObject, refine: Refine): JsonObject {
  return Object.hasOwn(later, "$ref") ? later : refine(earlier, later);
}

function tighterBound(key: string, earlier: JsonNumber, later: JsonNumber): JsonNumber {
  if (lowerBounds.has(key)) return compareNumbers(earlier, later) > 0 ? earlier : later;
  if (upperBounds.has(key)) return compareNumbers(earlier, later) < 0 ? earlier : later;
  return key === "multipleOf" && isMultiple(earlier, later) ? earlier : later;
}

function withSharedValues(base: JsonObject, part: JsonObject): readonly [JsonObject, JsonObject] {
  const [earlier, later] = [listAt(base, "enum"), listAt(part, "enum")];
  const isShared = (value: Json): boolean =>
    [earlier, later].every((values) => values.some((listed) => isSameJson(listed, value)));
  if (!later.some(isShared)) return [base, part];
  const [known, stated] = [keepValues(base, isShared), keepValues(part, isShared)];
  // Descriptions of values are listed in the values' order, so both have to come from the same schema.
  const hasWords = Object.keys(part).some(isEnumTable);
  return hasWords ? [known, stated] : [known, toObject([...Object.entries(stated), ["enum", listAt(known, "enum")]])];
}

function isEnumTable(key: string): boolean {
  return key.startsWith("x-enum");
}

function keepValues(schema: JsonObject, isKept: (value: Json) => boolean): JsonObject {
  const values = listAt(schema, "enum");
  const kept = Object.entries(schema).map(([key, value]): readonly [string, Json] => {
    const isInOrder = key === "enum" || isEnumTable(key);
    return [key, isInOrder && isList(value) ? value.filter((_, index) => isKept(values[index] ?? null)) : value];
  });
  return toObject(kept);
}
