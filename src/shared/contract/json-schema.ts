import { isList, isObject, type Json, type JsonObject, mapMembers, textAt } from "../json/json.ts";
import { schemaNameOf } from "./schema.ts";

/**
 * The keywords of JSON Schema 2020-12 that hold schemas (sections 10 and 11 of the core, 8 of validation): one, a list of
 * them, or an object of them by names of the author's choice.
 */
export const schemaKeywords: ReadonlyMap<string, "one" | "list" | "map"> = new Map([
  ...["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"].map(one),
  ...["unevaluatedItems", "unevaluatedProperties", "contentSchema"].map(one),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...["properties", "patternProperties", "dependentSchemas", "$defs"].map((keyword) => [keyword, "map"] as const),
]);

function one(keyword: string): readonly [string, "one"] {
  return [keyword, "one"];
}

const remarks = new Set([
  ...["title", "description", "default", "example", "examples", "readOnly", "writeOnly", "deprecated"],
  ...["externalDocs", "xml"],
]);

/** True for keywords that say something about a value and constrain nothing. */
export function isRemark(keyword: string): boolean {
  return remarks.has(keyword) || keyword.startsWith("x-");
}

/** A JSON Schema with each schema right inside it replaced by what `change` makes of it. */
export function mapSubschemas(schema: JsonObject, change: (inner: Json) => Json): JsonObject {
  return mapMembers(schema, (value, key) => changeMember(schemaKeywords.get(key), value, change));
}

function changeMember(kind: "one" | "list" | "map" | undefined, value: Json, change: (inner: Json) => Json): Json {
  if (kind === "one") return change(value);
  if (kind === "list") return isList(value) ? value.map(change) : value;
  return kind === "map" && isObject(value) ? mapMembers(value, change) : value;
}

/** Names of the schemas that a JSON Schema refers to, itself or inside it. */
export function referredNames(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (node: Json): Json => {
    if (!isObject(node)) return node;
    const name = schemaNameOf(textAt(node, "$ref") ?? "");
    if (name !== null) names.add(name);
    mapSubschemas(node, collect);
    return node;
  };
  collect(schema);
  return names;
}
