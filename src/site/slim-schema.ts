import type { Json, JsonObject } from "../model/json.ts";
import { isList, isObject, toObject } from "../rules/json-value.ts";
import { toSentence } from "./to-sentence.ts";

/**
 * A schema with what it takes to fill in and judge a value, and nothing to read but a sentence about each part. References
 * stay as they are.
 */
export function slimSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !unused.has(key) && (!key.startsWith("x-") || known.has(key)));
  return toObject(kept.map(([key, value]) => [key, slimMember(key, value)]));
}

const unused = new Set(["example", "examples", "externalDocs", "xml", "$comment", "$id", "$schema"]);
const known = new Set(["x-unit", "x-enum-descriptions", "x-enum-varnames"]);

/** Keywords that hold schemas (JSON Schema 2020-12, sections 10 and 11): one, a list, or by names of the author's choice. */
const single = new Set([
  ...["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

function slimMember(key: string, value: Json): Json {
  if (key === "description" && typeof value === "string") return toSentence(value);
  if (key === "x-enum-descriptions")
    return mapValues(value, (text) => (typeof text === "string" ? toSentence(text) : text));
  if (single.has(key)) return slimSchema(value);
  if (lists.has(key)) return isList(value) ? value.map(slimSchema) : value;
  return maps.has(key) ? mapValues(value, slimSchema) : value;
}

function mapValues(value: Json, change: (member: Json) => Json): JsonObject {
  return isObject(value) ? toObject(Object.entries(value).map(([name, member]) => [name, change(member)])) : {};
}
