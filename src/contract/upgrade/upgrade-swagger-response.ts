import type { Json, JsonObject } from "../../model/json.ts";
import { compact, entriesAt, isObject, memberOf, objectAt, toObject } from "../../rules/json-value.ts";
import type { SwaggerContext } from "./swagger-context.ts";
import { toParameterSchema } from "./upgrade-swagger-parameter.ts";

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
