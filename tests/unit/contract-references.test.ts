import { expect, test } from "vitest";

import { findTarget } from "#contract/bundle/find-target.ts";

import { operationOf, readFiles, readText, schemaOf } from "../support/inline-contract.ts";

const head = 'openapi: 3.1.0\ninfo: { title: API, version: "1" }\n';

function withSchema(schema: string): string {
  return `${head}paths: {}\ncomponents:\n  schemas:\n    A: ${schema}\n`;
}

const sources = {
  document: "openapi/api.yaml",
  folder: "openapi",
  files: ["openapi/common.yaml"],
  load: () => ({ "a/b": { "~": "x" } }),
  hasSelf: false,
  schemaByName: new Map(),
};

test.each([
  ["isn't a relative path", "/etc/passwd file:///etc/passwd C:/secrets.yaml \\\\host\\share.yaml %2Fetc/passwd"],
  [
    "leads to the network",
    "//host/a.yaml http://127.0.0.1/a.yaml HTTPS://example.com/a.yaml#/A ftp://example.com/a.yaml",
  ],
  ["leads out of the document's folder", "../outside.yaml#/A schemas/../../outside.yaml %2e%2e/outside.yaml"],
  ["leads out of the document's folder", "%2E%2E%2Foutside.yaml ..\\outside.yaml ../openapi-private/a.yaml"],
])("a reference that %s is refused: %s", (reason, references) => {
  for (const reference of references.split(" ")) {
    const message = `\`${reference}\` ${reason} and isn't followed`;
    expect(findTarget(reference, "openapi/api.yaml", sources)).toMatchObject({ kind: "lost", message });
  }
});

test("references must stay in the folder of the document, not of the file that contains them", () => {
  const target = findTarget("../common.yaml#/a~1b/%7E0", "openapi/schemas/load.yaml", sources);
  expect(target).toMatchObject({ value: "x", location: { file: "openapi/common.yaml", path: ["a/b", "~"] } });
});

test("a refused reference is reported with its pointer and position, without the text of its file", async () => {
  const files = {
    "openapi/api.yaml": withSchema('{ properties: { b: { $ref: "../secret.yaml" } } }'),
    "secret.yaml": "root:x:0:0",
  };
  const { findings, contract } = await readFiles(files);
  expect(contract?.schemaByName.get("A")?.members[0]?.schema.types).toEqual([]);
  expect(findings).toMatchInlineSnapshot(
    `"openapi/api.yaml:6:35 contract/reference: \`../secret.yaml\` leads out of the document's folder and isn't followed (#/components/schemas/A/properties/b) (copy what it names into the document's folder)"`,
  );
});

test.each([
  ["#/components/schemas/Loda", "did you mean #/components/schemas/Load?"],
  ["#/components/schema/Load", "did you mean #/components/schemas/Load?"],
  ["#/constructor/prototype", null],
  ["#/components/schemas/__proto__", null],
  ["#/components/schemas/toString", null],
  ["#nowhere", null],
])("a reference to %s is reported as broken", async (reference, hint) => {
  const { diagnostics, contract } = await readText(
    withSchema(`{ properties: { b: { $ref: "${reference}" } } }\n    Load: { type: object }`),
  );
  expect(contract?.schemaByName.get("A")?.members[0]?.schema.ref).toBeNull();
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ code: "contract/reference", hint, position: { line: 6 } });
});

test.each([
  ["a reference to itself", '{ $ref: "#/components/schemas/A" }', "", "`#/components/schemas/A` leads to itself"],
  [
    "through another reference",
    '{ $ref: "#/components/schemas/B" }',
    'B: { $ref: "#/components/schemas/A", description: Back. }',
    "`#/components/schemas/B` leads to itself, by way of 1 other reference",
  ],
  [
    "even if no operation uses it",
    '{ properties: { b: { $ref: "#/components/schemas/C" } } }',
    'B: { $ref: "#/components/schemas/C" }\n    C: { $ref: "common.yaml#/D" }',
    "`#/components/schemas/C` leads to itself, by way of 1 other reference",
  ],
])(
  "a ring of references to each other is one finding, at the first of them: %s",
  async (_, schema, others, message) => {
    const { diagnostics, contract } = await readFiles({
      "openapi/api.yaml": withSchema(`${schema}\n    ${others}`),
      "openapi/common.yaml": 'D: { $ref: "api.yaml#/components/schemas/B" }',
    });
    const line = others.includes("C:") ? 7 : 6;
    expect(diagnostics).toMatchObject([{ code: "contract/reference", position: { line } }]);
    expect(diagnostics[0]?.message).toContain(message);
    expect(contract?.schemaByName.has("A")).toBe(true);
  },
);

test("a ring that describes something on the way is valid, in other components too", async () => {
  const tree = '{ $ref: "#/components/schemas/B", type: object }\n    B: { $ref: "#/components/schemas/A" }';
  expect((await readText(withSchema(tree))).findings).toBe("");
  const { diagnostics } = await readText(`${head}
paths: { /a: { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } }
components:
  responses: { A: { $ref: "#/components/responses/B" }, B: { $ref: "#/components/responses/A" } }
`);
  expect(diagnostics).toMatchObject([{ code: "contract/reference", position: { line: 6, column: 27 } }]);
});

test("a reference to a missing file gets the nearest one as a suggestion", async () => {
  const { diagnostics } = await readFiles({
    "openapi/api.yaml": withSchema("{ $ref: 'schemas/laod.yaml' }"),
    "openapi/schemas/load.yaml": "type: object",
  });
  expect(diagnostics[0]).toMatchObject({ code: "contract/reference", hint: "did you mean openapi/schemas/load.yaml?" });
});

test("a reference to an object of another kind is refused", async () => {
  const { findings } = await readText(`${head}
paths: { /a: { get: { responses: { "200": { $ref: "#/components/schemas/B" } } } } }
components:
  parameters: { Page: { name: page, in: query, schema: {} } }
  schemas: { A: { $ref: "#/components/parameters/Page" }, B: { allOf: { $ref: "#/components/schemas/C" } }, C: {} }
`);
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:7:79 contract/reference: the reference names a schema where a list belongs (#/components/schemas/B/allOf)
    openapi/api.yaml:7:25 contract/reference: \`#/components/parameters/Page\` names a parameter where a schema belongs (#/components/schemas/A)
    openapi/api.yaml:4:51 contract/reference: \`#/components/schemas/B\` names a schema where a response belongs (#/paths/~1a/get/responses/200)"
  `);
});

test("schemas from other files become named schemas, once each and with unique names", async () => {
  const { contract, findings } = await readFiles({
    "openapi/api.yaml": `${head}
paths:
  /loads/:
    get:
      operationId: loads_list
      responses: { "200": { description: Loads., content: { application/json: { schema: { type: array, items: { $ref: "schemas/load.yaml" } } } } } }
components:
  schemas:
    Stop: { type: string }
    Trip: { properties: { load: { $ref: "./schemas/load.yaml#" }, stop: { $ref: "schemas/common.yaml#/Stop" } } }
`,
    "openapi/schemas/load.yaml": `
type: object
properties:
  weight: { $ref: "common.yaml#/$defs/Weight", description: In pounds. }
  next: { $ref: "#" }
  stop: { $ref: "../api.yaml#/components/schemas/Stop" }
`,
    "openapi/schemas/common.yaml": "$defs: { Weight: { type: integer } }\nStop: { type: object }\n",
  });
  expect(findings).toBe("");
  expect(contract?.schemas.map(({ name }) => name)).toEqual(["Stop", "Trip", "load", "Stop-2", "Weight"]);
  const references = schemaOf(contract, "load").members.map(({ name, schema }) => `${name} -> ${schema.ref}`);
  expect(references).toEqual(["weight -> Weight", "next -> load", "stop -> Stop"]);
  expect(operationOf(contract, "loads_list").responses[0]?.content[0]?.schema?.items?.ref).toBe("load");
});

test("a reference into another schema gets its own name", async () => {
  const schemas =
    '{ properties: { b: { type: string, format: uuid } } }\n    B: { properties: { c: { $ref: "#/components/schemas/A/properties/b" } } }';
  const { contract, findings } = await readText(withSchema(schemas));
  expect(findings).toBe("");
  expect(schemaOf(contract, "B").members[0]?.schema.ref).toBe("A_b");
  expect(schemaOf(contract, "A_b").format).toBe("uuid");
});

test("names are found by percent-encoded, escaped and plain pointers", async () => {
  const { contract, findings } = await readText(
    `swagger: "2.0"
info: { title: API, version: "1" }
paths: {}
definitions:
  Broker invoice/1: { type: string }
  Use:
    properties:
      a: { $ref: "#/definitions/Broker%20invoice~11" }
      b: { $ref: "#/definitions/Broker invoice~11" }
`,
  );
  expect(findings).toBe("");
  const references = schemaOf(contract, "Use").members.map(({ schema }) => schema.ref);
  expect(references).toEqual(["Broker invoice/1", "Broker invoice/1"]);
});

test("a $ref in an example, a default or an extension is plain data", async () => {
  const { contract, findings } = await readText(`${head}
x-note: { $ref: "http://example.com" }
paths: {}
components:
  examples: { odd: { value: { $ref: "#/nowhere" } } }
  schemas:
    A:
      type: object
      properties: { $ref: { type: string } }
      default: { $ref: "/etc/passwd" }
      example: { $ref: "../x" }
`);
  expect(findings).toMatch(/^\S+ contract\/unsupported: 1 component isn't used, [^\n]*$/);
  expect(schemaOf(contract, "A").examples).toEqual([{ $ref: "../x" }]);
});

test("a path item from another file replaces the reference", async () => {
  const { contract, findings } = await readFiles({
    "openapi/api.yaml": `${head}paths:\n  /loads/: { $ref: paths/loads.yaml }\n`,
    "openapi/paths/loads.yaml": 'get:\n  operationId: loads_list\n  responses: { "200": { description: Loads. } }\n',
  });
  expect(findings).toBe("");
  const position = { file: "openapi/paths/loads.yaml", line: 1, column: 1 };
  expect(operationOf(contract, "loads_list").position).toEqual(position);
});
