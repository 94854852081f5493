import { createRequire } from "node:module";

import { expect, test, vi } from "vitest";

import { readText } from "../support/inline-contract.ts";

const head = 'openapi: 3.1.0\ninfo: { title: API, version: "1" }\n';

test("every fault of a document is reported at its position, with its pointer and without a stack", async () => {
  const { findings, contract } = await readText(`openapi: 3.1.0
info: { title: API, version: 1 }
paths:
  /loads/{load_number}/:
    get:
      sumary: Read
      parameters:
        - { name: page, in: quary, schema: { type: strin } }
        - $ref: "#/components/parameters/Pgae"
      responses:
        "200": {}
        2000: { description: Odd. }
components:
  parameters: { Page: { name: page, in: query, schema: {} } }
  schemas: { Load: { type: object, required: weight, properties: [] } }
`);
  expect(contract?.operations).toHaveLength(1);
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:2:21 contract/nonstandard: \`version\` must be text, not 1 (#/info/version)
    openapi/api.yaml:6:7 contract/nonstandard: \`sumary\` isn't a member of an operation (#/paths/~1loads~1{load_number}~1/get/sumary) (did you mean summary?)
    openapi/api.yaml:8:25 contract/invalid: \`in\` must be one of query, header, path, cookie, not "quary" (#/paths/~1loads~1{load_number}~1/get/parameters/0) (did you mean query?)
    openapi/api.yaml:11:16 contract/nonstandard: \`description\` is missing; a response needs it (#/paths/~1loads~1{load_number}~1/get/responses/200)
    openapi/api.yaml:12:9 contract/nonstandard: \`2000\` has no meaning here: a status is 100 to 599, 1XX to 5XX, or default (#/paths/~1loads~1{load_number}~1/get/responses/2000)
    openapi/api.yaml:15:36 contract/nonstandard: \`required\` must be a list, not "weight" (#/components/schemas/Load/required)
    openapi/api.yaml:15:54 contract/nonstandard: \`properties\` must be an object, not a list (#/components/schemas/Load/properties)
    openapi/api.yaml:9:17 contract/reference: \`#/components/parameters/Pgae\` leads nowhere (#/paths/~1loads~1{load_number}~1/get/parameters/1) (did you mean #/components/parameters/Page?)"
  `);
});

test("conflicts between paths, parameters and operation ids are reported", async () => {
  const { findings } = await readText(`${head}security: [{ Key: [] }]
paths:
  /loads/{load_number}/:
    get:
      operationId: loads
      parameters:
        - { name: loadnumber, in: path, required: true, schema: {} }
        - { name: page, in: query, schema: {} }
        - { name: page, in: query, schema: {} }
        - { name: bare, in: query }
      responses: { "200": { description: Ok. } }
    put:
      operationId: loads
      parameters: [{ name: load_number, in: path, schema: {} }]
      security: [{ ApiKye: [] }]
      responses: { "200": { description: Ok. } }
components:
  securitySchemes: { ApiKey: { type: apiKey, name: Authorization, in: header } }
`);
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:3:14 contract/nonstandard: there is no security scheme \`Key\` (#)
    openapi/api.yaml:12:13 contract/nonstandard: the parameter \`bare\` has no schema (#/paths/~1loads~1{load_number}~1/get/parameters/3)
    openapi/api.yaml:11:13 contract/nonstandard: the query parameter \`page\` appears twice (#/paths/~1loads~1{load_number}~1/get)
    openapi/api.yaml:7:7 contract/nonstandard: \`{load_number}\` of the path has no parameter (#/paths/~1loads~1{load_number}~1/get) (did you mean loadnumber?)
    openapi/api.yaml:9:13 contract/nonstandard: the path /loads/{load_number}/ has no \`{loadnumber}\` (#/paths/~1loads~1{load_number}~1/get) (did you mean load_number?)
    openapi/api.yaml:15:7 contract/nonstandard: the operationId \`loads\` is that of GET /loads/{load_number}/ already (#/paths/~1loads~1{load_number}~1/put)
    openapi/api.yaml:17:20 contract/nonstandard: there is no security scheme \`ApiKye\` (#/paths/~1loads~1{load_number}~1/put) (did you mean ApiKey?)
    openapi/api.yaml:16:22 contract/nonstandard: the path parameter \`load_number\` must state \`required: true\` (#/paths/~1loads~1{load_number}~1/put/parameters/0)"
  `);
});

test("faults that only the specification's schema detects are reported at their position", async () => {
  const { findings } = await readText(`${head}paths:
  /loads/: { get: { parameters: [{ name: page, in: query, schema: {}, content: {} }], responses: { "200": { description: Ok. } } } }
components:
  securitySchemes:
    Key: { type: http, name: x }
security: [{ Key: [] }]
`);
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:7:5 contract/nonstandard: the parser says: \`/components/securitySchemes/Key\` (\`type: http\`) is missing required property \`scheme\`
    openapi/api.yaml:7:5 contract/nonstandard: the parser says: \`/components/securitySchemes/Key\` (\`type: http\`) includes \`name\`, which is only valid for \`type: apiKey\` schemes"
  `);
});

test("a misspelled keyword and one of another version are warnings", async () => {
  const { findings, contract } = await readText(`${head}paths: {}
components:
  schemas:
    A: { type: string, maxLenght: 5, nullable: true, x-own: 1, unit: ft, Enum: [a] }
`);
  expect(contract).not.toBeNull();
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:6:38 contract/nonstandard: \`nullable\` is written as before OpenAPI 3.1 (write type: [string, "null"], or the type it has)
    openapi/api.yaml:6:24 contract/unsupported: \`maxLenght\` isn't a keyword and has no effect (did you mean maxLength?)
    openapi/api.yaml:6:74 contract/unsupported: \`Enum\` isn't a keyword and has no effect (did you mean enum?)"
  `);
});

test("a document with only webhooks is read", async () => {
  const { findings, contract } = await readText(`openapi: 3.1.0
info: { title: Hooks, version: "1" }
webhooks:
  carrier.status:
    post:
      requestBody: { content: { application/json: { schema: { type: [object, "null"] } } } }
      responses: { "204": { description: Taken. } }
`);
  expect(findings).toBe("");
  expect(contract?.operations).toEqual([]);
  expect(contract?.webhooks).toMatchObject([
    { anchor: "webhook-post-carrier-status", path: "carrier.status", summary: "POST carrier.status", request: null },
  ]);
});

test("an example that doesn't match its schema is reported at the value", async () => {
  const { findings } = await readText(`${head}paths:
  /loads/:
    post:
      parameters:
        - { name: page, in: query, schema: { type: integer }, example: first }
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Load" }
            examples:
              whole:
                value:
                  trailer_type: REEFER
                  wieght: 100
                  created_at: "2025-03-10T15:00:00Z"
              shared: { $ref: "#/components/examples/shared" }
      responses: { "200": { description: Ok. } }
components:
  examples:
    shared: { value: { trailer_type: R, weight: -1 } }
  schemas:
    Load:
      type: object
      required: [weight]
      properties:
        trailer_type: { type: string, enum: [R, V, OTHER] }
        weight: { type: integer, minimum: 0, default: heavy }
        created_at: { type: string, format: date-time, readOnly: true }
`);
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:7:72 contract/example: the example must be a whole number, not "first"
    openapi/api.yaml:15:19 contract/example: \`weight\` is missing
    openapi/api.yaml:15:19 contract/example: \`trailer_type\` can't be "REEFER" (at /trailer_type) (one of R, V, OTHER)
    openapi/api.yaml:17:19 contract/example: \`created_at\` is read-only and can't be sent (at /created_at) (leave it out)
    openapi/api.yaml:22:41 contract/example: \`weight\` must be 0 or more, not -1 (at /weight)
    openapi/api.yaml:29:55 contract/example: the default must be a whole number, not "heavy""
  `);
});

test("a fault that only the parser detects is reported once, with its line", async () => {
  const { findings } = await readText(`openapi: 3.0.3
info: { title: API, version: "1" }
paths:
  /loads/:
    get: { parameters: [{ $ref: "#/components/parameters/Code" }], responses: { "200": { description: Ok. } } }
    post: { parameters: [{ $ref: "#/components/parameters/Code" }], responses: { "200": { description: Ok. } } }
components:
  parameters: { Code: { name: code, in: query, schema: { $ref: "#/components/schemas/Code" } } }
  schemas:
    Code:
      type: string
      minLength: -1
`);
  expect(findings).toMatchInlineSnapshot(
    `"openapi/api.yaml:1:1 contract/nonstandard: the parser says: MINIMUM must be >= 0: "minLength": -1"`,
  );
});

test("a fault of an element that only the parser detects is reported with the element", async () => {
  const { findings } = await readText(`${head}paths:
  /loads/: { get: { parameters: [{ name: page, in: query, schema: {}, content: { text/plain: {} } }], responses: {} } }
`);
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:1:1 contract/nonstandard: the parser says: IF must match "else" schema: { "name": "page", "in": "query", "schema": {}, …
    openapi/api.yaml:1:1 contract/nonstandard: the parser says: REQUIRED must have required property 'default': "responses": {}"
  `);
});

test("a reference to nothing is one finding, whatever the parser says of what is left", async () => {
  for (const version of ["3.0.3", "3.1.0"]) {
    const { diagnostics } = await readText(`openapi: ${version}
info: { title: API, version: "1" }
paths:
  /loads/:
    get:
      parameters: [{ $ref: "#/lost" }]
      requestBody: { $ref: "#/lost" }
      responses:
        "200": { $ref: "#/lost" }
        "404": { description: None., headers: { Left: { $ref: "#/lost" } }, links: { next: { $ref: "#/lost" } } }
components: { securitySchemes: { Key: { $ref: "#/lost" } }, examples: { one: { $ref: "#/lost" } } }
security: [{ Key: [] }]
`);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["contract/reference"]));
  }
});

test("a crash of the parser is reported, since the document stays unchecked", async () => {
  const require = createRequire(import.meta.resolve("@readme/openapi-parser"));
  const validator = "ajv/dist/2020.js";
  const crash = vi.spyOn(require(validator).default.prototype, "validate").mockImplementation(() => {
    throw new RangeError("Maximum call stack size exceeded\n    at validate");
  });
  const { contract, diagnostics } = await readText(`${head}paths: {}\n`);
  crash.mockRestore();
  expect(contract).not.toBeNull();
  const message = "@readme/openapi-parser couldn't judge the document: Maximum call stack size exceeded";
  const position = { line: 1, column: 1 };
  expect(diagnostics).toMatchObject([{ code: "contract/unchecked", severity: "warning", message, position }]);
});
