import {
  compact,
  entriesAt,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toObject,
  withMembers,
} from "#shared/json/json.ts";
import { isFormType } from "#shared/media-type.ts";

import { upgradeSchema } from "./upgrade-schema.ts";

/** What the conversions of a Swagger 2.0 document need of the whole. */
export interface SwaggerContext {
  /** An object of the given members and the extensions of the one it is made from, found where that one is. */
  readonly derive: (from: JsonObject, members: Readonly<Record<string, Json | undefined>>) => JsonObject;
  /** The made object itself, from now on found where the other one is. */
  readonly inherit: (made: JsonObject, from: JsonObject) => JsonObject;
  /** The object that a value stands for. */
  readonly resolve: (value: Json) => JsonObject | null;
  /** Media types of bodies, and of responses, unless an operation says otherwise. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

/** An operation; `shared` holds the body or form fields that its path states. */
export function upgradeOperation(
  operation: JsonObject,
  shared: readonly JsonObject[],
  context: SwaggerContext,
): JsonObject {
  const own = listAt(operation, "parameters")
    .map(context.resolve)
    .filter((parameter) => parameter !== null);
  const parameters = own.filter((parameter) => !isPayload(parameter));
  const consumes = Object.hasOwn(operation, "consumes") ? textsAt(operation, "consumes") : context.consumes;
  const produces = Object.hasOwn(operation, "produces") ? textsAt(operation, "produces") : context.produces;
  const responses = Object.entries(objectAt(operation, "responses") ?? {}).filter(
    ([status]) => !status.startsWith("x-"),
  );
  return context.derive(operation, {
    tags: memberOf(operation, "tags"),
    summary: memberOf(operation, "summary"),
    description: memberOf(operation, "description"),
    externalDocs: memberOf(operation, "externalDocs"),
    operationId: memberOf(operation, "operationId"),
    deprecated: memberOf(operation, "deprecated"),
    security: memberOf(operation, "security"),
    parameters: parameters.map((parameter) => upgradeParameter(parameter, context)),
    requestBody: toRequestBody([...shared, ...own].filter(isPayload), consumes, context),
    responses: toObject(
      responses.map(([status, response]) => [status, upgradeResponse(response, produces, context)] as const),
    ),
  });
}

/** The last body counts: an operation's own replaces its path's. */
function toRequestBody(
  payload: readonly JsonObject[],
  consumes: readonly string[],
  context: SwaggerContext,
): JsonObject | undefined {
  const body = payload.findLast((parameter) => textAt(parameter, "in") === "body");
  if (body) return fromBody(body, consumes, context);
  const fields = payload.filter((parameter) => textAt(parameter, "in") === "formData");
  return fields.length > 0 ? fromForm(fields, consumes, context) : undefined;
}

function fromBody(body: JsonObject, consumes: readonly string[], { derive }: SwaggerContext): JsonObject {
  const types = consumes.filter((type) => !isFormType(type));
  const mediaType = compact({ schema: memberOf(body, "schema"), example: memberOf(body, "x-example") });
  return derive(body, {
    description: memberOf(body, "description"),
    required: memberOf(body, "required"),
    content: toObject((types.length > 0 ? types : ["application/json"]).map((type) => [type, mediaType] as const)),
  });
}

/** Form fields as one object. Files need multipart; without one the operation's own choice counts. */
function fromForm(fields: readonly JsonObject[], consumes: readonly string[], context: SwaggerContext): JsonObject {
  const hasFile = fields.some((field) => textAt(field, "type") === "file");
  const accepted = consumes.filter((type) => isFormType(type) && (!hasFile || type.startsWith("multipart/")));
  const fallback = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const byName = new Map(fields.map((field) => [textAt(field, "name") ?? "", field]));
  const required = [...byName].filter(([, field]) => flagAt(field, "required")).map(([name]) => name);
  const schema = compact({
    type: "object",
    required: required.length > 0 ? required : undefined,
    properties: toObject([...byName].map(([name, field]) => [name, toFieldSchema(field, context)] as const)),
  });
  const types = accepted.length > 0 ? accepted : [fallback];
  return { required: required.length > 0, content: toObject(types.map((type) => [type, { schema }] as const)) };
}

function toFieldSchema(field: JsonObject, context: SwaggerContext): JsonObject {
  const schema = withMembers(toParameterSchema(field, context), {
    description: memberOf(field, "description"),
    example: memberOf(field, "x-example"),
  });
  return context.derive(field, schema);
}

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
function toParameterSchema(node: JsonObject, context: SwaggerContext): JsonObject {
  const own = toObject(Object.entries(node).filter(([key]) => schemaMembers.has(key)));
  const items = objectAt(node, "items");
  const schema = upgradeSchema(items ? withMembers(own, { items: toParameterSchema(items, context) }) : own);
  const isFile = textAt(schema, "type") === "file";
  return context.inherit(isFile ? withMembers(schema, { type: "string", format: "binary" }) : schema, node);
}

/** A response; a reference stays one. `produces` lists the media types of its body. */
export function upgradeResponse(value: Json, produces: readonly string[], context: SwaggerContext): Json {
  if (!isObject(value) || Object.hasOwn(value, "$ref")) return value;
  const headers = entriesAt(value, "headers").map(
    ([name, header]) => [name, isObject(header) ? upgradeHeader(header, context) : header] as const,
  );
  return context.derive(value, {
    description: memberOf(value, "description"),
    headers: headers.length > 0 ? toObject(headers) : undefined,
    content: toContent(value, produces),
  });
}

function upgradeHeader(header: JsonObject, context: SwaggerContext): JsonObject {
  return context.derive(header, {
    description: memberOf(header, "description"),
    schema: toParameterSchema(header, context),
  });
}

/** The body in every media type that the operation produces or has an example for. */
function toContent(response: JsonObject, produces: readonly string[]): JsonObject | undefined {
  const schema = memberOf(response, "schema");
  const examples = objectAt(response, "examples") ?? {};
  const stated = schema === undefined ? [] : produces.length > 0 ? produces : ["application/json"];
  const types = new Set([...stated, ...Object.keys(examples).filter((type) => type.includes("/"))]);
  if (types.size === 0) return undefined;
  return toObject([...types].map((type) => [type, compact({ schema, example: memberOf(examples, type) })] as const));
}
