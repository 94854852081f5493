import type { Origins } from "#read/yaml/origins.ts";
import {
  compact,
  entriesAt,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  mapMembers,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toObject,
  withMembers,
} from "#shared/json/json.ts";
import { isFormType } from "#shared/media-type.ts";

import { valueFields } from "../structure/schema-shapes.ts";
import { upgradeSchema } from "./upgrade-schema.ts";

export interface SwaggerContext {
  /** Makes an object of the kept members of `from`, these members, and its extensions. It has the position of `from`. */
  readonly derive: (
    from: JsonObject,
    kept: readonly string[],
    members: Readonly<Record<string, Json | undefined>>,
  ) => JsonObject;
  readonly origins: Origins;
  /** Follows references. */
  readonly resolve: (value: Json) => JsonObject | null;
  /** Media types of bodies and of responses, where an operation states none. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

/** `shared` holds the body or the form fields that the path states. */
export function upgradeOperation(
  operation: JsonObject,
  shared: readonly JsonObject[],
  context: SwaggerContext,
): JsonObject {
  const { parameters, payload } = upgradeParameters(operation, context);
  const consumes = Object.hasOwn(operation, "consumes") ? textsAt(operation, "consumes") : context.consumes;
  const produces = Object.hasOwn(operation, "produces") ? textsAt(operation, "produces") : context.produces;
  const responses = entriesAt(operation, "responses").filter(([status]) => !status.startsWith("x-"));
  return context.derive(operation, keptOfOperation, {
    parameters,
    requestBody: toRequestBody([...shared, ...payload], consumes, context),
    responses: mapMembers(toObject(responses), (response) => upgradeResponse(response, produces, context)),
  });
}

// prettier-ignore
const keptOfOperation = [
  "tags", "summary", "description", "externalDocs", "operationId", "deprecated", "security",
] as const;

/** The last body counts: that of the operation replaces that of its path. */
function toRequestBody(
  payload: readonly JsonObject[],
  consumes: readonly string[],
  context: SwaggerContext,
): JsonObject | undefined {
  const body = payload.findLast((parameter) => textAt(parameter, "in") === "body");
  const fields = payload.filter((parameter) => textAt(parameter, "in") === "formData");
  if (!body) return fields.length > 0 ? fromForm(fields, consumes, context) : undefined;
  const { schema, "x-example": example } = body;
  // Of the media types of the whole document, those of forms are for form fields; what an operation states is its own.
  const stated = consumes === context.consumes ? consumes.filter((type) => !isFormType(type)) : consumes;
  const types = stated.length > 0 ? stated : ["application/json"];
  const mediaType = compact({ schema, example });
  const content = toObject(types.map((type) => [type, mediaType] as const));
  return context.derive(body, ["description", "required"], { content });
}

function fromForm(fields: readonly JsonObject[], consumes: readonly string[], context: SwaggerContext): JsonObject {
  const hasFile = fields.some((field) => textAt(field, "type") === "file");
  const accepted = consumes.filter((type) => isFormType(type) && (!hasFile || type.startsWith("multipart/")));
  const fallback = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const byName = new Map(fields.map((field) => [textAt(field, "name") ?? "", field]));
  const required = [...byName].filter(([, field]) => flagAt(field, "required")).map(([name]) => name);
  const properties = Array.from(byName, ([name, field]) => {
    const { description, "x-example": example } = field;
    const plain = withMembers(toParameterSchema(field, context), { description, example });
    return [name, context.derive(field, [], plain)] as const;
  });
  const schema = compact({
    type: "object",
    required: required.length > 0 ? required : undefined,
    properties: toObject(properties),
  });
  const types = accepted.length > 0 ? accepted : [fallback];
  const lists = [...byName].flatMap(([name, field]) => {
    const style = field["type"] === "array" ? toListStyle(field["collectionFormat"], "formData") : {};
    return Object.keys(style).length === 0 ? [] : [[name, style] as const];
  });
  const mediaType = compact({ schema, encoding: lists.length === 0 ? undefined : toObject(lists) });
  return { required: required.length > 0, content: toObject(types.map((type) => [type, mediaType] as const)) };
}

/** Upgrades the parameters of an operation or a path. */
export function upgradeParameters(owner: JsonObject, context: SwaggerContext) {
  const stated = listAt(owner, "parameters")
    .map(context.resolve)
    .filter((parameter) => parameter !== null);
  // Body and form fields: OpenAPI 3 has a request body in their place.
  const payload = stated.filter(({ in: location }) => location === "body" || location === "formData");
  const plain = stated.filter((parameter) => !payload.includes(parameter));
  return { parameters: plain.map((parameter) => upgradeParameter(parameter, context)), payload };
}

function upgradeParameter(parameter: JsonObject, context: SwaggerContext): JsonObject {
  const { in: location, type, collectionFormat, "x-example": example } = parameter;
  return context.derive(parameter, ["name", "in", "description", "required", "allowEmptyValue"], {
    ...(type === "array" ? toListStyle(collectionFormat, location) : {}),
    // Many authors write it as in OpenAPI 3.
    schema: (type === undefined && objectAt(parameter, "schema")) || toParameterSchema(parameter, context),
    example,
  });
}

/** OpenAPI 3 has no style for `tsv`, which keeps its name. */
function toListStyle(format: Json | undefined, location: Json | undefined): Readonly<Record<string, Json>> {
  const isInPairs = location === "query" || location === "formData";
  switch (format) {
    case "multi":
      return isInPairs ? { style: "form", explode: true } : { style: "simple" };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    case "tsv":
      return { style: isInPairs ? "form" : "simple", explode: false, "x-collection-format": "tsv" };
    default:
      return isInPairs ? { style: "form", explode: false } : { style: "simple" };
  }
}

const schemaMembers = new Set([
  ...["type", ...Object.keys(valueFields)],
  ...["x-nullable", "x-unit", "x-ms-enum", "x-enum-comments"],
  ...["x-enum-descriptions", "x-enumDescriptions", "x-enum-varnames", "x-enumNames"],
]);

function toParameterSchema(node: JsonObject, context: SwaggerContext): JsonObject {
  const own = toObject(Object.entries(node).filter(([key]) => schemaMembers.has(key)));
  const items = objectAt(node, "items");
  const stated = items ? withMembers(own, { items: toParameterSchema(items, context) }) : own;
  return context.origins.inherit(upgradeSchema(stated, context.origins), node);
}

/** A reference stays a reference. `produces` lists the media types of the body. */
export function upgradeResponse(value: Json, produces: readonly string[], context: SwaggerContext): Json {
  if (!isObject(value) || Object.hasOwn(value, "$ref")) return value;
  const headers = mapMembers(objectAt(value, "headers") ?? {}, (header) => {
    if (!isObject(header)) return header;
    return context.derive(header, ["description"], { schema: toParameterSchema(header, context) });
  });
  return context.derive(value, ["description"], {
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    content: toContent(value, produces),
  });
}

function toContent(response: JsonObject, produces: readonly string[]): JsonObject | undefined {
  const schema = memberOf(response, "schema");
  const examples = objectAt(response, "examples") ?? {};
  const stated = schema === undefined ? [] : produces.length > 0 ? produces : ["application/json"];
  const types = new Set([...stated, ...Object.keys(examples).filter((type) => type.includes("/"))]);
  if (types.size === 0) return undefined;
  return toObject([...types].map((type) => [type, compact({ schema, example: memberOf(examples, type) })] as const));
}
