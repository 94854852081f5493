import type { Shape } from "./shape.ts";

const serialization = {
  description: "string",
  required: "boolean",
  deprecated: "boolean",
  allowEmptyValue: "boolean",
  style: "string",
  explode: "boolean",
  allowReserved: "boolean",
  schema: "schema",
  example: "any",
  examples: "{example}",
  content: "{mediaType}",
  $ref: "string",
} as const;

/** What travels, in OpenAPI 3.1: parameters, bodies, responses, and what is said about them. */
export const payloadShapes = {
  parameter: {
    title: "a parameter",
    fields: { name: "string!!", in: "one(query,header,path,cookie)!!", ...serialization },
  },
  header: { title: "a header", fields: serialization },
  requestBody: {
    title: "a request body",
    fields: { $ref: "string", description: "string", content: "{mediaType}!", required: "boolean" },
  },
  mediaType: {
    title: "a media type",
    fields: {
      $ref: "string",
      schema: "schema",
      example: "any",
      examples: "{example}",
      encoding: "{encoding}",
      itemSchema: "schema",
      itemEncoding: "encoding",
      prefixEncoding: "[encoding]",
    },
  },
  encoding: {
    title: "an encoding",
    fields: {
      contentType: "string",
      headers: "{header}",
      style: "string",
      explode: "boolean",
      allowReserved: "boolean",
    },
  },
  responses: {
    title: "the responses object",
    fields: {},
    rest: {
      value: "response",
      key: /^(?:default|[1-5](?:\d\d|XX))$/,
      rule: "a status is 100 to 599, 1XX to 5XX, or default",
    },
  },
  response: {
    title: "a response",
    fields: {
      $ref: "string",
      summary: "string",
      description: "string!",
      headers: "{header}",
      content: "{mediaType}",
      links: "{link}",
    },
  },
  callback: {
    title: "a callback",
    fields: { $ref: "string" },
    rest: { value: "pathItem", key: /^(?!x-)/, rule: "a callback's keys are expressions" },
  },
  example: {
    title: "an example",
    fields: {
      $ref: "string",
      summary: "string",
      description: "string",
      value: "any",
      externalValue: "string",
      dataValue: "any",
      serializedValue: "string",
    },
  },
  link: {
    title: "a link",
    fields: {
      $ref: "string",
      operationRef: "string",
      operationId: "string",
      parameters: "{any}",
      requestBody: "any",
      description: "string",
      server: "server",
    },
  },
} as const satisfies Readonly<Record<string, Shape>>;
