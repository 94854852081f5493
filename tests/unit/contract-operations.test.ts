import { expect, test } from "vitest";

import { toOperationAnchor, toSchemaAnchor, toTagAnchor } from "#contract/convert/names.ts";

import { content, object, ref } from "../support/contract-paths.ts";
import { operationOf, readValid, schemaOf } from "../support/inline-contract.ts";

test("anchors come from method and path, schema names, and tags", () => {
  const paths = ["/broker_invoices/", "/broker_invoices/{invoice_number}/", "/"];
  const operations = ["get-broker-invoices", "get-broker-invoices-invoice-number", "get"];
  expect(paths.map((path) => toOperationAnchor("get", path))).toEqual(operations);
  const schemas = ["schema-broker-invoice-create", "schema-http-error2-response", "schema-load"];
  expect(["BrokerInvoiceCreate", "HTTPError2Response", "Load"].map(toSchemaAnchor)).toEqual(schemas);
  expect(["client_info", "Größe", "🚚"].map(toTagAnchor)).toEqual(["tag-client-info", "tag-größe", "tag-1f69a"]);
});

const responses = 'responses: { "200": { description: Ok. } }';

test("operations with the same anchor get different ones", async () => {
  const contract = await readValid(`paths:
  /loads/: { get: { ${responses} } }
  /loads: { get: { ${responses} } }
  /Loads/: { get: { ${responses} } }
`);
  expect(contract.operations.map(({ anchor }) => anchor)).toEqual(["get-loads", "get-loads-2", "get-loads-3"]);
});

test("a required parameter's sample is a value of its schema, or its name where any text works", async () => {
  const contract = await readValid(`paths:
  /loads:
    get:
      operationId: list
      parameters:
        - { name: version, in: query, required: true, schema: { const: v2 } }
        - { name: kind, in: query, required: true, schema: { type: string, const: open } }
        - { name: word, in: query, required: true, schema: { type: string } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string, format: uuid } }
        - { name: X-Page, in: header, required: true, schema: { $ref: "#/components/schemas/Page" } }
        - { name: X-Const, in: header, required: true, schema: { type: string, enum: [v3] } }
        - { name: X-Word, in: header, required: true, schema: { type: string, maxLength: 4 } }
        - { name: X-Other, in: header, schema: { type: string } }
        - { name: session, in: cookie, required: true, schema: { type: integer } }
      responses: { "200": { description: Ok., headers: { X-Count: { required: true, schema: { type: integer } } } } }
components:
  schemas: { Page: { type: integer, minimum: 1, default: 25 } }
`);
  const { request, responses: described, parameters } = operationOf(contract, "list");
  const pairs = [...(request?.query ?? []), ...(request?.headers ?? [])].map(({ name, value }) => `${name}: ${value}`);
  expect(pairs.join(", ")).toBe(
    "version: v2, kind: open, word: word, X-Tenant: 123e4567-e89b-12d3-a456-426614174000, X-Page: 25, X-Const: v3, X-Word: X-Wo, Cookie: session=1",
  );
  expect(parameters.find(({ name }) => name === "X-Page")?.schema.default).toBe(25);
  expect(described[0]?.headers[0]?.examples).toEqual([]);
});

test("path parameters are merged with the operation's own, which win", async () => {
  const contract = await readValid(`paths:
  /loads/{load_number}/:
    parameters:
      - { name: load_number, in: path, required: true, schema: { type: string }, example: LD-1 }
      - { name: page, in: query, schema: { type: string } }
    get:
      operationId: read
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1 }, x-certainty: convention }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: ids, in: query, explode: false, schema: { $ref: "#/components/schemas/Ids" } }
        - { name: pipes, in: query, style: pipeDelimited, explode: false, schema: { type: array } }
        - { name: X-Ids, in: header, schema: { type: array } }
      ${responses}
components:
  schemas: { Ids: { type: array, items: { type: integer } } }
`);
  const { parameters, request } = operationOf(contract, "read");
  const styles = parameters.map(({ name, listStyle, schema }) => `${name} ${listStyle ?? schema.types[0]}`);
  expect(styles.join(", ")).toBe("load_number string, page integer, tags repeat, ids comma, pipes pipe, X-Ids comma");
  expect(parameters[1]?.certainty).toBe("convention");
  expect(request?.path).toBe("/loads/LD-1/");
});

test("bodies, responses, headers, links and callbacks are in the model", async () => {
  const upload = `{ schema: ${object("file: { type: string, format: binary }")}, encoding: { file: { contentType: "image/png, application/pdf" } } }`;
  const contract = await readValid(`paths:
  /loads/:
    post:
      operationId: loads_create
      x-audience: [broker, carrier]
      deprecated: true
      security: [{ Key: [], Other: [] }, {}]
      externalDocs: { url: /guide, description: The guide. }
      requestBody: { required: true, content: { application/json: { schema: ${ref("Load")} }, multipart/form-data: ${upload} } }
      responses:
        "201":
          description: Made.
          headers: { Location: { required: true, schema: { type: string } } }
          ${content(ref("Load"))}
          links: { read: { operationId: loads_read }, ref: { operationRef: "#/paths/~1loads~1{id}~1/get" }, away: { operationRef: "https://example.com/x" } }
        4XX: { $ref: "#/components/responses/Problem" }
        default: { description: Else., x-certainty: unspecified }
      callbacks:
        onBooked:
          "{$request.body#/url}": { post: { requestBody: { content: { application/json: {} } }, responses: { "204": { description: Ok. } } } }
      x-codeSamples: [{ lang: Go, source: "package main" }]
  /loads/{id}/:
    get:
      operationId: loads_read
      parameters: [{ name: id, in: path, required: true, schema: {} }]
      ${responses}
components:
  securitySchemes:
    Key: { type: apiKey, in: header, name: Authorization, x-certainty: unspecified }
    Other: { type: http, scheme: Bearer }
  responses: { Problem: { description: Wrong. } }
  schemas: { Load: { type: object, properties: { id: { type: string, readOnly: true }, weight: { type: integer } } } }
`);
  const operation = operationOf(contract, "loads_create");
  expect(operation).toMatchObject({
    audience: ["broker", "carrier"],
    deprecated: true,
    security: [["Key", "Other"].map((scheme) => ({ scheme, scopes: [] })), []],
    externalDocs: { url: "/guide", description: { text: "The guide." } },
  });
  expect(operation.requestBody?.content.map(({ type }) => type)).toEqual(["application/json", "multipart/form-data"]);
  expect(operation.requestBody?.content[1]?.encoding.get("file")?.types).toEqual(["image/png", "application/pdf"]);
  expect(operation.requestBody?.content[0]?.examples[0]).toMatchObject({ authored: false, value: { weight: 1 } });
  const [created, problem, other] = operation.responses;
  expect(created?.headers[0]).toMatchObject({ name: "Location", in: "header", required: true });
  expect(created?.content[0]?.examples[0]?.value).toEqual({ id: "loa_1", weight: 1 });
  const read = { label: "GET /loads/{id}/", operationAnchor: "get-loads-id" };
  expect(created?.links).toMatchObject([read, read, { label: "https://example.com/x", operationAnchor: null }]);
  expect(problem).toMatchObject({ status: "4XX", description: { text: "Wrong." } });
  expect(other?.certainty).toBe("unspecified");
  expect(operation.callbacks[0]?.operations[0]).toMatchObject({ path: "{$request.body#/url}", method: "post" });
  expect(operation.samples.map(({ label }) => label)).toEqual(["Go"]);
  const key = { name: "Key", type: "apiKey", parameterName: "Authorization" };
  expect(contract.securitySchemes).toMatchObject([key, { name: "Other", type: "bearer", parameterName: null }]);
});

test("responses are sorted by status, and a range follows the statuses in it", async () => {
  const statuses = ["default", "4XX", "2xx", "429", "201", "404"];
  const contract = await readValid(`paths:
  /loads/:
    get:
      responses:
${statuses.map((status) => `        "${status}": { description: It is. }`).join("\n")}
`);
  const shown = contract.operations[0]?.responses.map(({ status }) => status);
  expect(shown).toEqual(["201", "2xx", "404", "429", "4XX", "default"]);
});

test("server variables are filled in, and the base path is the first server's", async () => {
  const contract = await readValid(`
servers:
  - { url: "https://{region}.example.com/{base}/", variables: { region: { default: eu }, base: { default: v2 } } }
  - { url: /v1/external_api }
`);
  expect(contract.servers.map(({ url }) => url)).toEqual(["https://eu.example.com/v2/", "/v1/external_api"]);
  expect(contract.basePath).toBe("/v2");
});

test("examples come from names, else the single one, else the schema, else they're generated", async () => {
  const contract = await readValid(`paths:
  /a/:
    post:
      operationId: a
      requestBody:
        content:
          application/json: { examples: { one: { summary: One, value: { n: 1 } }, two: { $ref: "#/components/examples/two" } } }
          text/plain: { example: "plain\\ntext" }
          application/xml: { schema: ${ref("Stated")} }
          application/vnd.api+json: { schema: ${ref("Made")} }
      ${responses}
components:
  examples: { two: { value: 2 } }
  schemas:
    Stated: { type: string, examples: [first, second] }
    Made: { type: object, properties: { id: { type: string, readOnly: true }, count: { type: integer, minimum: 5 } } }
`);
  const bodies = operationOf(contract, "a").requestBody?.content ?? [];
  const one = { name: "one", summary: "One", text: '{\n  "n": 1\n}' };
  expect(bodies[0]?.examples).toMatchObject([one, { name: "two", summary: null, text: "2" }]);
  expect(bodies[1]?.examples[0]?.text).toBe("plain\ntext");
  expect(bodies[2]?.examples.map(({ value }) => value)).toEqual(["first", "second"]);
  expect(bodies[3]?.examples[0]?.value).toEqual({ count: 5 });
  expect(schemaOf(contract, "Stated").examples[0]).toBe("first");
});

test("a generated problem has its response's status, also where it's listed as plain JSON", async () => {
  const problem = object("type: {}, title: { type: string }, status: { type: integer }, detail: { type: string }");
  const contract = await readValid(`paths:
  /a/:
    get:
      operationId: a
      responses:
        "404": { description: Gone., ${content(ref("Problem"))} }
        "409": { description: Taken., ${content(problem)} }
        "410": { description: Moved., ${content(object("status: { type: integer }"))} }
        "500": { description: Down., ${content(object("status: { type: integer }"), "application/problem+json")} }
components: { schemas: { Problem: ${problem} } }
`);
  const shown = operationOf(contract, "a").responses.map((response) => response.content[0]?.examples[0]?.value);
  expect(shown).toMatchObject([{ status: 404 }, { status: 409 }, { status: 1 }, { status: 500 }]);
});
