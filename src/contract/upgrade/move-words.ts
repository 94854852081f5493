import type { Origins } from "#read/yaml/origins.ts";
import {
  compact,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  toObject,
  toText,
  withMembers,
  without,
} from "#shared/json/json.ts";

import { wordsOfSwagger } from "../structure/dialect-words.ts";

/**
 * Moves what a parameter, a header, a response, a body or a security scheme states in itself, as in Swagger 2.0, where
 * OpenAPI 3 has it: documents that were converted by hand keep some of it.
 */
export function moveWords(node: JsonObject, shape: string, origins: Origins): JsonObject {
  const words = wordsOfSwagger(node, shape);
  if (words.length === 0) return node;
  const own = origins.inherit(toObject(words.map((word) => [word, memberOf(node, word) ?? null])), node);
  const plain = without(node, ...words);
  if (shape === "response" || shape === "requestBody")
    return withMembers(plain, { content: merge({ "application/json": own }, memberOf(node, "content"), origins) });
  if (shape === "securityScheme")
    return withMembers(plain, { flows: merge(toFlows(own), memberOf(node, "flows"), origins) });
  return withMembers(plain, { schema: merge(own, memberOf(node, "schema"), origins) });
}

const renamedFlows: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

/** The one flow that Swagger 2.0 states, by the name that it has in OpenAPI 3. */
export function toFlows({ flow = "implicit", authorizationUrl, tokenUrl, scopes = {} }: JsonObject): JsonObject {
  const name = toText(flow);
  return { [renamedFlows.get(name) ?? name]: compact({ authorizationUrl, tokenUrl, scopes }) };
}

function merge(moved: JsonObject, stated: Json | undefined, origins: Origins): JsonObject {
  return isObject(stated) ? origins.inherit({ ...moved, ...stated }, stated) : moved;
}
