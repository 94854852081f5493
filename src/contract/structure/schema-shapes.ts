import { schemaKeywords } from "#shared/contract/keywords/json-schema.ts";

import type { Shape } from "./shape.ts";

/** Only Swagger 2.0 has `file`. */
const jsonType = "one(null,boolean,object,array,number,string,integer,file)";

/** What Swagger 2.0 lets a schema, a parameter, a header and the items of a list state of a value. */
// prettier-ignore
export const valueFields = {
  multipleOf: "number", maximum: "number", exclusiveMaximum: "boolean", minimum: "number",
  exclusiveMinimum: "boolean", maxLength: "integer", minLength: "integer", pattern: "string",
  maxItems: "integer", minItems: "integer", uniqueItems: "boolean", enum: "[any]", default: "any", format: "string",
} as const;

/** The same where OpenAPI 3 has it in a schema. */
export const movedFields = { ...valueFields, type: `${jsonType}|[${jsonType}]`, items: "schema" } as const;

/** What Swagger 2.0 states of its one flow in the scheme itself. */
// prettier-ignore
export const movedFlowFields = {
  flow: "string", authorizationUrl: "string", tokenUrl: "string", scopes: "{string}",
} as const;

/** What only a schema states of a value. */
export const objectFields = { maxProperties: "integer", minProperties: "integer", required: "[string]" } as const;

// prettier-ignore
const annotationFields = {
  $ref: "string", title: "string", description: "string",
  readOnly: "boolean", writeOnly: "boolean", deprecated: "boolean", example: "any",
  discriminator: "discriminator|string", xml: "any", externalDocs: "externalDocs",
} as const;

/** A list of `items` is JSON Schema's before 2020, and most generators of tuples still write it. */
export const itemsFields = { items: "schema|[schema]", additionalItems: "boolean|schema" } as const;

const notations = { one: "schema", list: "[schema]", map: "{schema}" } as const;

const schemaFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from(schemaKeywords, ([keyword, kind]) => [keyword, notations[kind]] as const)),
  additionalProperties: "boolean|schema",
  ...itemsFields,
};

/** The keywords of OpenAPI 3.0's own dialect (OpenAPI 3.0.4, section 4.7.24). */
// prettier-ignore
export const keywords30: ReadonlySet<string> = new Set([
  ...Object.keys(annotationFields), ...Object.keys(valueFields), ...Object.keys(objectFields),
  "allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "type", "nullable",
]);

/** JSON Schema 2020-12, OpenAPI 3.1's additions, and the keywords that only OpenAPI 3.0 has (3.0.4, section 4.7.24). */
// prettier-ignore
export const schemaShape: Shape = {
  title: "a schema",
  open: true,
  fields: {
    ...annotationFields, ...valueFields, ...objectFields, ...schemaFields,
    type: `${jsonType}|[${jsonType}]`, exclusiveMaximum: "number|boolean", exclusiveMinimum: "number|boolean",
    const: "any", examples: "[any]|{any}", nullable: "boolean",
    maxContains: "integer", minContains: "integer", dependentRequired: "{[string]}",
    contentEncoding: "string", contentMediaType: "string",
    $id: "string", $schema: "string", $anchor: "string", $comment: "string",
    $dynamicRef: "string", $dynamicAnchor: "string", $vocabulary: "any",
  },
};
