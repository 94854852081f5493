import { resolveIn } from "#shared/contract/find-operation.ts";
import { inferTypes, mergeAllOf, simplifySchema } from "#shared/contract/merge-schema.ts";
import { schemaNameOf } from "#shared/contract/schema.ts";
import {
  addMembers,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  without,
} from "#shared/json/json.ts";

/** A schema as a form sees it: references followed, `allOf` merged, null set apart. */
export interface ResolvedSchema {
  readonly node: JsonObject;
  /** JSON types without null; empty when any type goes. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Name of the named schema that it uses; null for an inline one. */
  readonly name: string | null;
}

const anything: ResolvedSchema = { node: {}, types: [], isNullable: true, name: null };

/** References to references are rare, and a ring of them has no end. */
const deepest = 20;

export function resolveSchema(schema: Json, document: JsonObject, depth = 0): ResolvedSchema {
  if (!isObject(schema) || depth > deepest) return anything;
  const target = (reference: string): JsonObject | null => resolveIn(document, { $ref: reference });
  const { node, isNullable } = simplifySchema(schema);
  const reference = textAt(node, "$ref");
  const named = reference === null ? null : resolveSchema(target(reference) ?? {}, document, depth + 1);
  const whole = named ? addMembers(named.node, without(node, "$ref")) : node;
  const merged = mergeAllOf(whole, { target, refine: addMembers }).node;
  const types = inferTypes(merged, { target }) ?? [];
  return {
    node: merged,
    types: types.filter((type) => type !== "null"),
    isNullable:
      isNullable || named?.isNullable === true || types.includes("null") || listAt(merged, "enum").includes(null),
    name: named?.name ?? schemaNameOf(reference ?? ""),
  };
}

/** How a value is filled in. */
export type Control =
  /** A choice among listed values, or several of them. */
  | "choice"
  | "choices"
  | "boolean"
  | "number"
  | "cents"
  | "text"
  | "date"
  | "date-time"
  | "file"
  | "list"
  | "object"
  /** An object whose names the sender chooses. */
  | "map"
  /** One of several schemas. */
  | "alternatives"
  /** Text or number, as the sender says. */
  | "scalar"
  /** Whatever JSON there is. */
  | "json";

/** The control that suits a schema best. */
export function chooseControl({ node, types }: ResolvedSchema, document: JsonObject): Control {
  if (listedValues(node).length > 0) return "choice";
  if (alternativesOf(node).length > 0) return "alternatives";
  const [type] = types;
  if (types.length === 1 && type !== undefined) return chooseByType(type, node, document);
  const isScalar = types.length > 0 && types.every((name) => name !== "object" && name !== "array");
  return isScalar ? (types.includes("boolean") ? "json" : "scalar") : "json";
}

function chooseByType(type: string, node: Json, document: JsonObject): Control {
  switch (type) {
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return textAt(node, "x-unit") === "usd-cents" ? "cents" : "number";
    case "array":
      return chooseForList(node, document);
    case "object":
      return chooseForObject(node);
    default:
      return chooseForText(node);
  }
}

function chooseForList(node: Json, document: JsonObject): Control {
  if (listAt(node, "prefixItems").length > 0) return "json";
  const items = memberOf(node, "items");
  if (!isObject(items)) return "json";
  return listedValues(resolveSchema(items, document).node).length > 0 ? "choices" : "list";
}

function chooseForObject(node: Json): Control {
  if (Object.keys(objectAt(node, "properties") ?? {}).length > 0) return "object";
  return isObject(memberOf(node, "additionalProperties")) ? "map" : "json";
}

/** Files are texts without an encoding: OpenAPI 3.0 says `format: binary`, 3.1 states a media type. */
function chooseForText(node: Json): Control {
  const format = textAt(node, "format");
  const isContent = textAt(node, "contentMediaType") !== null && textAt(node, "contentEncoding") === null;
  if (format === "binary" || isContent) return "file";
  return format === "date" || format === "date-time" ? format : "text";
}

/** The values that a schema lists, without null; a constant is a list of one. */
export function listedValues(node: Json): readonly Json[] {
  const constant = memberOf(node, "const");
  return (constant === undefined ? listAt(node, "enum") : [constant]).filter((value) => value !== null);
}

/** The schemas of which a value takes one. */
export function alternativesOf(node: Json): readonly Json[] {
  const alternatives = listAt(node, "oneOf");
  return alternatives.length > 0 ? alternatives : listAt(node, "anyOf");
}
