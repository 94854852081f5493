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

const compositionFields = {
  allOf: "[schema]",
  oneOf: "[schema]",
  anyOf: "[schema]",
  not: "schema",
  properties: "{schema}",
  additionalProperties: "boolean|schema",
} as const;

/** Keywords of JSON Schema 2020-12 that hold one schema. */
const schemaFields: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "items",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
  ].map((keyword) => [keyword, "schema"]),
);

/** JSON Schema 2020-12 with OpenAPI 3.1's additions. */
export const schema31: Shape = {
  title: "a schema",
  open: true,
  fields: {
    ...annotationFields,
    ...limitFields,
    ...compositionFields,
    type: `${jsonType}|[${jsonType}]`,
    exclusiveMaximum: "number",
    exclusiveMinimum: "number",
    const: "any",
    examples: "[any]",
    ...schemaFields,
    prefixItems: "[schema]",
    maxContains: "integer",
    minContains: "integer",
    patternProperties: "{schema}",
    dependentRequired: "{[string]}",
    dependentSchemas: "{schema}",
    contentEncoding: "string",
    contentMediaType: "string",
    $id: "string",
    $schema: "string",
    $anchor: "string",
    $comment: "string",
    $defs: "{schema}",
    $dynamicRef: "string",
    $dynamicAnchor: "string",
    $vocabulary: "any",
  },
};

/** OpenAPI 3.0's own dialect (OpenAPI 3.0.4, section 4.7.24). */
export const schema30: Shape = {
  title: "a schema",
  fields: {
    ...annotationFields,
    ...limitFields,
    ...compositionFields,
    type: "one(boolean,object,array,number,string,integer)",
    exclusiveMaximum: "boolean",
    exclusiveMinimum: "boolean",
    items: "schema",
    nullable: "boolean",
  },
};
