import { sharedShapes } from "./openapi-shapes.ts";
import { itemsFields, objectFields, valueFields } from "./schema-shapes.ts";
import { parseShapes, type Shapes } from "./shape.ts";

const itemFields = { ...valueFields, items: "items", collectionFormat: "one(csv,ssv,tsv,pipes,multi)" } as const;

const schemaType = "one(string,number,integer,boolean,array,object,file,null)";
const itemType = "one(string,number,integer,boolean,array)";
const schemes = "[one(http,https,ws,wss)]";

// prettier-ignore
export const swaggerShapes: Shapes = parseShapes({
  ...sharedShapes,
  document: {
    title: "a Swagger document",
    fields: {
      swagger: "string!", info: "info!", host: "string", basePath: "string", schemes,
      consumes: "[string]", produces: "[string]", paths: "paths!",
      definitions: "{schema}", parameters: "{parameter}", responses: "{response}",
      securityDefinitions: "{securityScheme}", security: "[{[string]}]",
      tags: "[tag]", externalDocs: "externalDocs",
    },
  },
  info: {
    title: "the info object",
    fields: {
      title: "string!", version: "string!", description: "string",
      termsOfService: "string", contact: "contact", license: "license",
    },
  },
  license: { title: "a license", fields: { name: "string!", url: "string" } },
  pathItem: {
    title: "a path item",
    fields: {
      $ref: "string", get: "operation", put: "operation", post: "operation", delete: "operation",
      options: "operation", head: "operation", patch: "operation", parameters: "[parameter]",
    },
  },
  operation: {
    title: "an operation",
    fields: {
      tags: "[string]", summary: "string", description: "string", externalDocs: "externalDocs",
      operationId: "string", consumes: "[string]", produces: "[string]", parameters: "[parameter]",
      responses: "responses!", schemes, deprecated: "boolean", security: "[{[string]}]",
    },
  },
  parameter: {
    title: "a parameter",
    fields: {
      ...itemFields,
      $ref: "string", name: "string!!", in: "one(query,header,path,formData,body)!!", description: "string",
      required: "boolean", schema: "schema", type: "one(string,number,integer,boolean,array,file)",
      allowEmptyValue: "boolean",
    },
  },
  items: { title: "an items object", fields: { ...itemFields, type: `${itemType}!` } },
  header: { title: "a header", fields: { ...itemFields, type: `${itemType}!`, description: "string" } },
  responses: {
    title: "the responses object",
    fields: {},
    keyed: { value: "response", key: /^(?:default|[1-5]\d\d)$/, rule: "a status is 100 to 599, or default" },
  },
  response: {
    title: "a response",
    fields: { $ref: "string", description: "string!", schema: "schema", headers: "{header}", examples: "{any}" },
  },
  tag: {
    title: "a tag",
    fields: { name: "string!", description: "string", externalDocs: "externalDocs" },
  },
  securityScheme: {
    title: "a security definition",
    fields: {
      type: "one(basic,apiKey,oauth2)!", description: "string", name: "string", in: "one(query,header)",
      flow: "one(implicit,password,application,accessCode)", authorizationUrl: "string", tokenUrl: "string",
      scopes: "{string}",
    },
  },
  schema: {
    title: "a schema",
    fields: {
      ...valueFields, ...objectFields,
      $ref: "string", title: "string", description: "string",
      type: `${schemaType}|[${schemaType}]`,
      ...itemsFields, allOf: "[schema]", properties: "{schema}", additionalProperties: "boolean|schema",
      discriminator: "string", readOnly: "boolean", xml: "any", externalDocs: "externalDocs", example: "any",
    },
  },
});
