import type { JsonObject } from "../model/json.ts";
import { isObject, jsonTypeOf, listAt, textAt, textsAt } from "./json-value.ts";
import type { MergeTools } from "./merge-all-of.ts";

/** The JSON types of a schema: stated, or plain from its other members. Null when it leaves them open. */
export function inferTypes(
  schema: JsonObject | null,
  tools: Pick<MergeTools, "target">,
  depth = 0,
): readonly string[] | null {
  if (!schema || depth > deepest) return null;
  const stated = textsAt(schema, "type");
  if (stated.length > 0) return stated;
  const values = Object.hasOwn(schema, "const") ? [schema["const"] ?? null] : listAt(schema, "enum");
  if (values.length > 0) return [...new Set(values.map(jsonTypeOf))];
  if (["properties", "additionalProperties", "patternProperties"].some((key) => Object.hasOwn(schema, key))) {
    return ["object"];
  }
  if (Object.hasOwn(schema, "items") || Object.hasOwn(schema, "prefixItems")) return ["array"];
  const reference = textAt(schema, "$ref");
  const parts = reference === null ? listAt(schema, "allOf").slice(0, mostParts) : [tools.target(reference) ?? {}];
  for (const part of parts) {
    const types = isObject(part) ? inferTypes(part, tools, depth + 1) : null;
    if (types) return types;
  }
  return null;
}

/** Inheritance is rarely deeper or wider, and a ring has no end. */
const deepest = 5;
const mostParts = 4;
