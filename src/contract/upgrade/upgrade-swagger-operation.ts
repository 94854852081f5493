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

import { upgradeSchema } from "./upgrade-schema.ts";

/** What the conversions of a Swagger 2.0 document need of the whole. */
export interface SwaggerContext {
  /** An object of the given members and the extensions of the one it is made from, found where that one is. */
  readonly derive: (from: JsonObject, members: Readonly<Record<string, Json | undefined>>) => JsonObject;
  /** The made object itself, from now on found where the other one is. */
  readonly inherit: (derived: JsonObject, from: JsonObject) => JsonObject;
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
  const { tags, summary, description, externalDocs, operationId, deprecated, security } = operation;
  const { parameters, payload } = upgradeParameters(operation, context);
  const consumes = Object.hasOwn(operation, "consumes") ? textsAt(operation, "consumes") : context.consumes;
  const produces = Object.hasOwn(operation, "produces") ? textsAt(operation, "produces") : context.produces;
  const responses = entriesAt(operation, "responses").filter(([status]) => !status.startsWith("x-"));
  return context.derive(operation, {
    ...{ tags, summary, description, externalDocs, operationId, deprecated, security },
    parameters,
    requestBody: toRequestBody([...shared, ...payload], consumes, context),
    responses: mapMembers(toObject(responses), (response) => upgradeResponse(response, produces, context)),
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
  const { description, required, schema, "x-example": example } = body;
  const types = consumes.filter((type) => !isFormType(type));
  const mediaType = compact({ schema, example });
  return derive(body, {
    ...{ description, required },
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
  const { description, "x-example": example } = field;
  return context.derive(field, withMembers(toParameterSchema(field, context), { description, example }));
}

/** What an operation or a path states as its parameters, and those among them that OpenAPI 3 calls a request body. */
export function upgradeParameters(owner: JsonObject, context: SwaggerContext) {
  const stated = listAt(owner, "parameters")
    .map(context.resolve)
    .filter((parameter) => parameter !== null);
  const payload = stated.filter(({ in: place }) => place === "body" || place === "formData");
  const others = stated.filter((parameter) => !payload.includes(parameter));
  return { parameters: others.map((parameter) => upgradeParameter(parameter, context)), payload };
}

/** A path, query or header parameter. */
function upgradeParameter(parameter: JsonObject, context: SwaggerContext): JsonObject {
  const {
    name,
    in: place,
    description,
    required,
    allowEmptyValue,
    type,
    collectionFormat,
    "x-example": example,
  } = parameter;
  return context.derive(parameter, {
    ...{ name, in: place, description, required, allowEmptyValue },
    ...(type === "array" ? toListStyle(collectionFormat, place) : {}),
    schema: toParameterSchema(parameter, context),
    example,
  });
}

/** Swagger's `collectionFormat` in the words of OpenAPI 3; `tsv`, which has none, keeps its name. */
function toListStyle(format: Json | undefined, place: Json | undefined): Readonly<Record<string, Json>> {
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
  return context.inherit(schema, node);
}

/** A response; a reference stays one. `produces` lists the media types of its body. */
export function upgradeResponse(value: Json, produces: readonly string[], context: SwaggerContext): Json {
  if (!isObject(value) || Object.hasOwn(value, "$ref")) return value;
  const { description } = value;
  const headers = mapMembers(objectAt(value, "headers") ?? {}, (header) => upgradeHeader(header, context));
  return context.derive(value, {
    description,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    content: toContent(value, produces),
  });
}

function upgradeHeader(header: Json, context: SwaggerContext): Json {
  if (!isObject(header)) return header;
  const { description } = header;
  return context.derive(header, { description, schema: toParameterSchema(header, context) });
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
