import { movedFields, movedFlowFields, schemaShape } from "./schema-shapes.ts";
import { parseShapes, type Shape, type Shapes } from "./shape.ts";

// prettier-ignore
const methods = {
  get: "operation", put: "operation", post: "operation", delete: "operation",
  options: "operation", head: "operation", patch: "operation", trace: "operation",
} as const;

// prettier-ignore
const serialization = {
  description: "string", required: "boolean", deprecated: "boolean", allowEmptyValue: "boolean",
  style: "string", explode: "boolean", allowReserved: "boolean",
  schema: "schema", example: "any", examples: "{example}", content: "{mediaType}", $ref: "string",
} as const;

// prettier-ignore
export const componentFields = {
  schemas: "{schema}", responses: "{response}", parameters: "{parameter}", examples: "{example}",
  requestBodies: "{requestBody}", headers: "{header}", securitySchemes: "{securityScheme}",
  links: "{link}", callbacks: "{callback}", pathItems: "{pathItem}", mediaTypes: "{mediaType}",
} as const;

/** Swagger 2.0 has these shapes too. */
export const sharedShapes = {
  contact: { title: "a contact", fields: { name: "string", url: "string", email: "string" } },
  paths: {
    title: "the paths object",
    fields: {},
    keyed: { value: "pathItem", key: /^\//, rule: "a path begins with /" },
  },
  externalDocs: { title: "an externalDocs object", fields: { description: "string", url: "string!" } },
} as const satisfies Readonly<Record<string, Shape>>;

/** OpenAPI 3.1, with the members of 3.2 that docs-build understands. */
// prettier-ignore
const openApi31 = {
  ...sharedShapes,
  document: {
    title: "an OpenAPI document",
    fields: {
      openapi: "string!", info: "info!", jsonSchemaDialect: "string", servers: "[server]",
      paths: "paths", webhooks: "{pathItem}", components: "components", security: "[{[string]}]",
      tags: "[tag]", externalDocs: "externalDocs", $self: "string",
    },
  },
  info: {
    title: "the info object",
    fields: {
      title: "string!", version: "string!", summary: "string", description: "string",
      termsOfService: "string", contact: "contact", license: "license",
    },
  },
  license: { title: "a license", fields: { name: "string!", url: "string", identifier: "string" } },
  server: {
    title: "a server",
    fields: { url: "string!!", name: "string", description: "string", variables: "{serverVariable}" },
  },
  serverVariable: {
    title: "a server variable",
    fields: { enum: "[string]", default: "string!", description: "string" },
  },
  components: { title: "the components object", fields: componentFields },
  pathItem: {
    title: "a path item",
    fields: {
      $ref: "string", summary: "string", description: "string",
      ...methods,
      query: "operation", additionalOperations: "{operation}", servers: "[server]", parameters: "[parameter]",
    },
  },
  operation: {
    title: "an operation",
    fields: {
      tags: "[string]", summary: "string", description: "string", externalDocs: "externalDocs",
      operationId: "string", parameters: "[parameter]", requestBody: "requestBody", responses: "responses",
      callbacks: "{callback}", deprecated: "boolean", security: "[{[string]}]", servers: "[server]",
    },
  },
  parameter: {
    title: "a parameter",
    fields: { name: "string!!", in: "one(query,header,path,cookie)!!", ...movedFields, ...serialization },
  },
  header: { title: "a header", fields: { ...movedFields, ...serialization } },
  requestBody: {
    title: "a request body",
    fields: { $ref: "string", description: "string", content: "{mediaType}!", required: "boolean", schema: "schema" },
  },
  mediaType: {
    title: "a media type",
    fields: {
      $ref: "string", schema: "schema", example: "any", examples: "{example}", encoding: "{encoding}",
      itemSchema: "schema", itemEncoding: "encoding", prefixEncoding: "[encoding]",
    },
  },
  encoding: {
    title: "an encoding",
    fields: {
      contentType: "string", headers: "{header}",
      style: "string", explode: "boolean", allowReserved: "boolean",
      encoding: "{encoding}", prefixEncoding: "[encoding]", itemEncoding: "encoding",
    },
  },
  responses: {
    title: "the responses object",
    fields: {},
    keyed: {
      value: "response",
      key: /^(?:default|[1-5](?:\d\d|XX))$/,
      rule: "a status is 100 to 599, 1XX to 5XX, or default",
    },
  },
  response: {
    title: "a response",
    fields: {
      $ref: "string", summary: "string", description: "string!",
      headers: "{header}", content: "{mediaType}", links: "{link}", schema: "schema",
    },
  },
  callback: {
    title: "a callback",
    fields: { $ref: "string" },
    keyed: { value: "pathItem", key: /^(?!x-)/, rule: "a callback's keys are expressions" },
  },
  example: {
    title: "an example",
    fields: {
      $ref: "string", summary: "string", description: "string", value: "any", externalValue: "string",
      dataValue: "any", serializedValue: "string",
    },
  },
  link: {
    title: "a link",
    fields: {
      $ref: "string", operationRef: "string", operationId: "string", parameters: "{any}",
      requestBody: "any", description: "string", server: "server",
    },
  },
  tag: {
    title: "a tag",
    fields: {
      name: "string!!", summary: "string", description: "string", externalDocs: "externalDocs",
      parent: "string", kind: "string",
    },
  },
  discriminator: {
    title: "a discriminator",
    fields: { propertyName: "string!", mapping: "{string}", defaultMapping: "string" },
  },
  securityScheme: {
    title: "a security scheme",
    fields: {
      $ref: "string", type: "one(apiKey,http,mutualTLS,oauth2,openIdConnect)!", description: "string",
      name: "string", in: "one(query,header,cookie)", scheme: "string", bearerFormat: "string", flows: "any",
      openIdConnectUrl: "string", oauth2MetadataUrl: "string", deprecated: "boolean", ...movedFlowFields,
    },
  },
  schema: schemaShape,
} as const satisfies Readonly<Record<string, Shape>>;

/** Documents of OpenAPI 3.0 share these shapes with those of 3.1: 3.0's keywords of schemas are read everywhere. */
export const openApiShapes: Shapes = parseShapes(openApi31);

const { parameter, response } = openApi31;

export const openApi32Shapes: Shapes = parseShapes({
  ...openApi31,
  parameter: {
    ...parameter,
    fields: { ...parameter.fields, in: "one(query,header,path,cookie,querystring)!!" },
  },
  response: { ...response, fields: { ...response.fields, description: "string" } },
});
