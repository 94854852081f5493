import type { JsonObject } from "../../model/json.ts";
import {
  compact,
  flagAt,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toObject,
  withMembers,
} from "../../rules/json-value.ts";
import type { SwaggerContext } from "./swagger-context.ts";
import { isPayload, toParameterSchema, upgradeParameter } from "./upgrade-swagger-parameter.ts";
import { upgradeResponse } from "./upgrade-swagger-response.ts";

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

function isFormType(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
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
