import { expect, test } from "vitest";

import { toLimitTexts } from "#shared/contract/keywords/limits.ts";

import { operationOf, readText, schemaOf } from "../support/inline-contract.ts";

const document = `swagger: "2.0"
info: { title: API, version: v1.1 }
host: api.example.com
basePath: /v1/external_api
schemes: [https, http]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  Basic: { type: basic }
  Key: { type: apiKey, name: Authorization, in: header, x-certainty: unspecified }
  OAuth: { type: oauth2, flow: accessCode, authorizationUrl: https://a.example.com, tokenUrl: https://t.example.com, scopes: { read: Reads } }
security: [{ Key: [] }]
parameters:
  Page: { name: page, in: query, type: integer, minimum: 1 }
  Note: { name: note, in: formData, type: string, description: Shared note. }
responses:
  Problem: { description: Wrong., schema: { $ref: "#/definitions/Problem" } }
paths:
  /loads/{load_number}/:
    parameters:
      - { name: load_number, in: path, required: true, type: string, maxLength: 256, x-example: LD-1 }
    get:
      operationId: loads_read
      parameters:
        - $ref: "#/parameters/Page"
        - { name: a, in: query, type: array, items: { type: string, enum: [x, y] } }
        - { name: b, in: query, type: array, items: { type: integer }, collectionFormat: multi }
        - { name: c, in: query, type: array, items: { type: string }, collectionFormat: ssv }
        - { name: d, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: e, in: query, type: array, items: { type: string }, collectionFormat: tsv }
        - { name: X-F, in: header, type: array, items: { type: string } }
      responses:
        "200":
          description: The load.
          schema: { $ref: "#/definitions/Load" }
          headers: { X-Count: { type: integer, description: How many. } }
          examples: { application/json: { load_number: LD-1, kind: x } }
        "400": { $ref: "#/responses/Problem" }
    patch:
      operationId: loads_partial_update
      produces: [application/json, application/xml]
      parameters:
        - { name: data, in: body, required: true, description: The changes., schema: { $ref: "#/definitions/Load" } }
      responses: { "200": { description: Ok., schema: { type: file } } }
  /loads/{load_number}/attachments:
    parameters:
      - { name: load_number, in: path, required: true, type: string }
      - $ref: "#/parameters/Note"
    post:
      operationId: attach
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters:
        - { name: attachment, in: formData, type: file, required: true }
        - { name: category, in: formData, type: string, required: true, enum: [Invoice, Other], description: What it is. }
      responses: { "201": { description: Made. } }
  /forms/:
    post:
      operationId: form
      parameters: [{ name: tags, in: formData, type: array, items: { type: string } }]
      responses: { "200": { description: Ok. } }
definitions:
  Problem: { type: object, additionalProperties: { type: string } }
  Load:
    type: object
    discriminator: kind
    required: [load_number, kind]
    properties:
      kind: { type: string }
      load_number: { type: string, maxLength: 4 }
      nothing: { type: string, x-nullable: true }
      above: { type: integer, minimum: 0, exclusiveMinimum: true, readOnly: true }
      next: { $ref: "#/definitions/Load", description: The next one. }
  Reefer:
    allOf: [{ $ref: "#/definitions/Load" }, { type: object, properties: { degrees: { type: number } } }]
`;

const { contract, findings } = await readText(document);

test("a Swagger 2.0 document is read without findings", () => {
  expect(findings).toBe("");
  expect(contract?.specification).toBe("Swagger 2.0");
});

test("host, base path and schemes become servers", async () => {
  const urls = ["https", "http"].map((scheme) => `${scheme}://api.example.com/v1/external_api`);
  expect(contract?.servers.map(({ url }) => url)).toEqual(urls);
  expect(contract?.basePath).toBe("/v1/external_api");
  const bare = document.replace("host: api.example.com\n", "");
  expect((await readText(bare)).contract?.servers.map(({ url }) => url)).toEqual(["/v1/external_api"]);
});

test("collection formats become list styles, and path parameters stay", () => {
  const { parameters, request } = operationOf(contract, "loads_read");
  expect(parameters.map(({ name, listStyle }) => `${name}: ${listStyle}`).join(", ")).toBe(
    "load_number: null, page: null, a: comma, b: repeat, c: space, d: pipe, e: tab, X-F: comma",
  );
  expect(parameters[2]?.schema.items?.enum.map(({ value }) => value)).toEqual(["x", "y"]);
  expect(parameters[1]?.schema.limits).toEqual({ minimum: 1 });
  expect(request?.path).toBe("/loads/LD-1/");
});

test("responses get the media types of produces, with their examples and headers", () => {
  const [ok, problem] = operationOf(contract, "loads_read").responses;
  expect(ok?.content).toMatchObject([
    { type: "application/json", schema: { ref: "Load" }, examples: [{ value: { load_number: "LD-1", kind: "x" } }] },
  ]);
  expect(ok?.headers).toMatchObject([{ name: "X-Count", schema: { types: ["integer"] } }]);
  expect(problem).toMatchObject({ description: { text: "Wrong." }, content: [{ schema: { ref: "Problem" } }] });
  const [file] = operationOf(contract, "loads_partial_update").responses;
  const formats = file?.content.map(({ type, schema }) => `${type} ${schema?.format}`);
  expect(formats).toEqual(["application/json binary", "application/xml binary"]);
});

test("a body parameter becomes the request body", () => {
  expect(operationOf(contract, "loads_partial_update").requestBody).toMatchObject({
    required: true,
    description: { text: "The changes." },
    content: [{ type: "application/json", schema: { ref: "Load" } }],
  });
});

test("form fields become one object; files need multipart, and shared fields are included", () => {
  const { requestBody, request } = operationOf(contract, "attach");
  expect(requestBody?.content.map(({ type }) => type)).toEqual(["multipart/form-data"]);
  const members = requestBody?.content[0]?.schema?.members ?? [];
  const fields = members.map(({ name, required, schema }) => `${name} ${required} ${schema.format}`);
  expect(fields).toEqual(["note false null", "attachment true binary", "category true null"]);
  expect(requestBody?.content[0]?.schema?.members[2]?.schema.description?.text).toBe("What it is.");
  expect(request?.body).toMatchObject({
    kind: "form",
    parts: [{ name: "note" }, { kind: "file", name: "attachment" }, { value: "Invoice" }],
  });
  expect(operationOf(contract, "form").requestBody?.content[0]?.type).toBe("application/x-www-form-urlencoded");
});

test("Swagger's schema keywords are read", () => {
  const load = schemaOf(contract, "Load");
  const fields = load.members.map(({ name, schema: { nullable, access, limits } }) =>
    [name, nullable ? "nullable" : null, access, ...toLimitTexts(limits)].filter((part) => part !== null).join(", "),
  );
  expect(fields).toEqual([
    "kind",
    "load_number, at most 4 characters",
    "nothing, nullable",
    "above, read-only, more than 0",
    "next",
  ]);
  expect(load.members[4]?.schema).toMatchObject({ ref: "Load", description: { text: "The next one." } });
  expect(load.alternatives?.discriminator?.mapping.get("Reefer")).toBe("Reefer");
});

test("security definitions are read", () => {
  expect(contract?.securitySchemes).toMatchObject([
    { name: "Basic", type: "basic" },
    { name: "Key", type: "apiKey", in: "header", parameterName: "Authorization", certainty: "unspecified" },
    { name: "OAuth", type: "oauth2" },
  ]);
});

test("faults of a Swagger 2.0 document are reported where the author wrote them", async () => {
  const broken = document
    .replace("collectionFormat: multi", "collectionFormat: mutli")
    .replace('"#/definitions/Problem"', '"#/definitions/Problme"');
  const { findings: faults } = await readText(broken);
  expect(faults).toMatchInlineSnapshot(`
    "openapi/api.yaml:27:72 contract/nonstandard: \`collectionFormat\` must be one of csv, ssv, tsv, pipes, multi, not "mutli" (#/paths/~1loads~1{load_number}~1/get/parameters/2/collectionFormat) (did you mean multi?)
    openapi/api.yaml:17:51 contract/reference: \`#/definitions/Problme\` leads nowhere (#/responses/Problem/schema) (did you mean #/definitions/Problem?)"
  `);
  const wrongExample = document.replace("load_number: LD-1, kind", "load_number: LD-12, kind");
  expect((await readText(wrongExample)).findings).toMatchInlineSnapshot(
    `"openapi/api.yaml:37:43 contract/example: \`load_number\` has 5 characters; 4 is the most (at /load_number)"`,
  );
  const wrongDefault = document.replace("minimum: 1 }", "minimum: 1, default: first }");
  expect((await readText(wrongDefault)).findings).toMatchInlineSnapshot(
    `"openapi/api.yaml:14:70 contract/example: the default must be a whole number, not "first""`,
  );
});
