import type { Json, JsonObject } from "../../model/json.ts";
import type { MediaType, RequestBody, Response } from "../../model/operation.ts";
import type { Direction } from "../../model/difference.ts";
import { entriesAt, flagAt, memberOf, textAt } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";
import { toExamples } from "./to-examples.ts";
import { toHeader } from "./to-parameter.ts";
import { toSchema } from "./to-schema.ts";

/** A request body; null when there is none. */
export function toRequestBody(value: Json | undefined, reading: Reading): RequestBody | null {
  const node = reading.resolve(value);
  if (!node) return null;
  return {
    required: flagAt(node, "required"),
    description: reading.html(node, "description"),
    content: toContent(node, "request", reading),
  };
}

/** One response of an operation, without its links, which need to know the other operations. */
export function toResponse(status: string, value: Json, reading: Reading): Omit<Response, "links"> {
  const node = reading.resolve(value) ?? {};
  return {
    status,
    description: reading.html(node, "description"),
    headers: entriesAt(node, "headers").map(([name, header]) => toHeader(name, reading.resolve(header) ?? {}, reading)),
    content: toContent(node, "response", reading),
    certainty: textAt(node, "x-certainty"),
  };
}

function toContent(node: JsonObject, direction: Direction, reading: Reading): readonly MediaType[] {
  return entriesAt(node, "content").map(([type, value]) => {
    const mediaType = reading.resolve(value) ?? {};
    const schema = memberOf(mediaType, "schema");
    return {
      type,
      schema: schema === undefined ? null : toSchema(schema, reading),
      examples: toExamples(mediaType, { mediaType: type, direction }, reading),
      partTypes: new Map(entriesAt(mediaType, "encoding").flatMap(toPartTypes)),
    };
  });
}

function toPartTypes([name, encoding]: readonly [string, Json]): readonly [string, readonly string[]][] {
  const types = textAt(encoding, "contentType");
  return types === null ? [] : [[name, types.split(",").map((type) => type.trim())]];
}
