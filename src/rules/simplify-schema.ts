import type { Json, JsonObject } from "../model/json.ts";
import { isObject, listAt, memberOf, toObject, without } from "./json-value.ts";

export interface SimplifiedSchema {
  readonly node: JsonObject;
  /** True when an alternative allowed null. */
  readonly isNullable: boolean;
}

/**
 * Takes two roundabout ways of saying something simple for what they mean: `anyOf: [X, {type: "null"}]` is a nullable X,
 * and `allOf: [{$ref: X}]` with remarks beside it, which OpenAPI 3.0 made necessary, is a use of X.
 */
export function simplifySchema(schema: JsonObject): SimplifiedSchema {
  for (const key of ["anyOf", "oneOf"]) {
    const alternatives = listAt(schema, key);
    const others = alternatives.filter((alternative) => !isNull(alternative));
    if (others.length === alternatives.length || others.length === 0) continue;
    const rest =
      others.length === 1 ? fold(schema, key, others[0]) : toObject([...Object.entries(schema), [key, others]]);
    return { node: simplifySchema(rest).node, isNullable: true };
  }
  const [part, ...more] = listAt(schema, "allOf");
  const isUse = more.length === 0 && isObject(part) && Object.hasOwn(part, "$ref") && hasOnlyRemarks(schema);
  return { node: isUse ? fold(schema, "allOf", part) : schema, isNullable: false };
}

function isNull(alternative: Json): boolean {
  return memberOf(alternative, "type") === "null";
}

/** The schema with one part's members in place of the list of parts. */
function fold(schema: JsonObject, key: string, part: Json | undefined): JsonObject {
  const siblings = without(schema, key);
  return isObject(part) ? toObject([...Object.entries(part), ...Object.entries(siblings)]) : siblings;
}

const remarks = new Set([
  ...["allOf", "title", "description", "default", "example", "examples", "readOnly", "writeOnly", "deprecated"],
  ...["externalDocs", "xml"],
]);

function hasOnlyRemarks(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => remarks.has(key) || key.startsWith("x-"));
}
