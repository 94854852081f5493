import { schemaKeywords } from "#shared/contract/json-schema.ts";

import type { Shape } from "./shape.ts";

const jsonType = "one(null,boolean,object,array,number,string,integer)";

const limitFields = {
  multipleOf: "number",
  maximum: "number",
  minimum: "number",
  maxLength: "integer",
  minLength: "integer",
  pattern: "string",
  maxItems: "integer",
  minItems: "integer",
  uniqueItems: "boolean",
  maxProperties: "integer",
  minProperties: "integer",
  required: "[string]",
  enum: "[any]",
} as const;

const annotationFields = {
  $ref: "string",
  title: "string",
  description: "string",
  format: "string",
  default: "any",
  readOnly: "boolean",
  writeOnly: "boolean",
  deprecated: "boolean",
  example: "any",
  discriminator: "discriminator",
  xml: "any",
  externalDocs: "externalDocs",
} as const;

const notations = { one: "schema", list: "[schema]", map: "{schema}" } as const;

const schemaFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from(schemaKeywords, ([keyword, kind]) => [keyword, notations[kind]] as const)),
  additionalProperties: "boolean|schema",
};

/** JSON Schema 2020-12 with OpenAPI 3.1's additions. */
export const schema31: Shape = {
  title: "a schema",
  open: true,
  fields: {
    ...annotationFields,
    ...limitFields,
    ...schemaFields,
    type: `${jsonType}|[${jsonType}]`,
    exclusiveMaximum: "number",
    exclusiveMinimum: "number",
    const: "any",
    examples: "[any]",
    maxContains: "integer",
    minContains: "integer",
    dependentRequired: "{[string]}",
    contentEncoding: "string",
    contentMediaType: "string",
    $id: "string",
    $schema: "string",
    $anchor: "string",
    $comment: "string",
    $dynamicRef: "string",
    $dynamicAnchor: "string",
    $vocabulary: "any",
  },
};

const keywords30 = new Set(["allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties"]);

/** OpenAPI 3.0's own dialect (OpenAPI 3.0.4, section 4.7.24). */
export const schema30: Shape = {
  title: "a schema",
  fields: {
    ...annotationFields,
    ...limitFields,
    ...Object.fromEntries(Object.entries(schemaFields).filter(([keyword]) => keywords30.has(keyword))),
    type: "one(boolean,object,array,number,string,integer)",
    exclusiveMaximum: "boolean",
    exclusiveMinimum: "boolean",
    nullable: "boolean",
  },
};
