import type { Json, JsonObject } from "../../model/json.ts";
import { memberOf, objectAt, textAt, toObject, withMembers } from "../../rules/json-value.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import type { SwaggerContext } from "./swagger-context.ts";

/** True for the parameters that OpenAPI 3 calls a request body. */
export function isPayload(parameter: JsonObject): boolean {
  const place = textAt(parameter, "in");
  return place === "body" || place === "formData";
}

/** A path, query or header parameter. */
export function upgradeParameter(parameter: JsonObject, context: SwaggerContext): JsonObject {
  const place = textAt(parameter, "in");
  const isList = textAt(parameter, "type") === "array";
  return context.derive(parameter, {
    name: memberOf(parameter, "name"),
    in: place ?? undefined,
    description: memberOf(parameter, "description"),
    required: memberOf(parameter, "required"),
    allowEmptyValue: memberOf(parameter, "allowEmptyValue"),
    ...(isList ? toListStyle(textAt(parameter, "collectionFormat") ?? "csv", place) : {}),
    schema: toParameterSchema(parameter, context),
    example: memberOf(parameter, "x-example"),
  });
}

/** Swagger's `collectionFormat` in the words of OpenAPI 3; `tsv`, which has none, keeps its name. */
function toListStyle(format: string, place: string | null): Readonly<Record<string, Json>> {
  if (place !== "query") return { style: "simple" };
  switch (format) {
    case "multi":
      return { style: "form", explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    case "tsv":
      return { style: "form", explode: false, "x-collection-format": "tsv" };
    default:
      return { style: "form", explode: false };
  }
}

const schemaMembers = new Set([
  ...["type", "format", "enum", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...["maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "x-nullable"],
  ...["x-enum-descriptions", "x-enumDescriptions", "x-enum-varnames", "x-unit"],
]);

/** The schema that a parameter, header or items object of Swagger 2.0 states in its own members. */
export function toParameterSchema(node: JsonObject, context: SwaggerContext): JsonObject {
  const own = toObject(Object.entries(node).filter(([key]) => schemaMembers.has(key)));
  const items = objectAt(node, "items");
  const schema = upgradeSchema(items ? withMembers(own, { items: toParameterSchema(items, context) }) : own);
  const isFile = textAt(schema, "type") === "file";
  return context.inherit(isFile ? withMembers(schema, { type: "string", format: "binary" }) : schema, node);
}
