import { expect, test, vi } from "vitest";

import { listTargets, toTarget, toVariableText } from "#client/explorer/call/targets.ts";
import { exampleName } from "#client/explorer/explorer-operation.ts";
import { nameOfAlternative } from "#client/explorer/form-schema.ts";
import { checkValue } from "#shared/conformance/check-value.ts";
import type { ExplorerFile } from "#shared/contract/contract-slice.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { anySchema } from "#shared/contract/schema.ts";
import { isPlaceholder, serverKindOf } from "#shared/contract/server.ts";
import { firstSentence } from "#shared/contract/text.ts";
import type { Json } from "#shared/json/json.ts";
import { createExplorerFiles, planExplorers } from "#site/reference/plan-explorers.ts";
import { SliceWriter } from "#site/reference/slice-writer.ts";

import { operationOf, readValid } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";

const settings = { servers: [], customServer: false, pageSandbox: null };

const parts = `paths:
  /trees/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, examples: { old: { summary: An old tree, value: T-1 }, young: { value: T-2 } }, description: "The **id** of [a tree](/x). And more." }
    put:
      operationId: put_tree
      description: A long text that only the reference needs.
      parameters:
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: fields, in: query, style: form, explode: false, schema: { type: array, items: { $ref: "#/components/schemas/Kind" } } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Tree" }
            examples:
              oak: { summary: An oak, value: { kind: OAK } }
      responses:
        "200": { description: The tree. It is new., content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
        "404": { description: None. }
components:
  schemas:
    Tree:
      description: A tree.
      x-note: not for forms
      properties:
        description: { type: string, description: "What it \`is\`. Not how." }
        kind: { $ref: "#/components/schemas/Kind" }
        branches: { type: array, items: { $ref: "#/components/schemas/Tree" } }
    Kind: { type: string, enum: [OAK, ELM], x-enum-descriptions: { OAK: "Hard wood. Heavy." } }
    Unused: { type: string }
`;

async function file(): Promise<ExplorerFile> {
  const contract = await readValid(parts);
  return createExplorerFiles(contract, settings)(operationOf(contract, "put_tree"));
}

test("an operation's data has what a call needs, and only the schemas that it reaches", async () => {
  const contract = await readValid(parts);
  const data = openExplorer(contract, operationOf(contract, "put_tree"));
  expect([...data.schemas.byName.keys()]).toEqual(["Kind", "Tree"]);
  expect(data.parameters).toMatchObject([
    { name: "id", in: "path", isSampled: true, example: "T-1", description: { text: "The id of a tree." } },
    { name: "fields", in: "query", isSampled: false, example: undefined, description: null, examples: [] },
  ]);
  const shown = [data.parameters[0]?.examples, data.requestBody?.content[0]?.examples];
  expect(shown.map((examples) => examples?.map((one) => `${exampleName(one)}: ${JSON.stringify(one.value)}`))).toEqual([
    ['An old tree: "T-1"', 'young: "T-2"'],
    ['An oak: {"kind":"OAK"}'],
  ]);
  expect(data.responses.map(({ status, description }) => `${status} ${description?.text}`)).toEqual([
    "200 The tree.",
    "404 None.",
  ]);
  expect(JSON.stringify(await file())).not.toContain("long text");
});

test("schemas keep members named like keywords, and drop text that only the reference shows", async () => {
  expect((await file()).contract.schemas).toEqual({
    Kind: { type: "string", enum: ["OAK", "ELM"], "x-enum-descriptions": { OAK: "Hard wood." } },
    Tree: {
      description: "A tree.",
      properties: {
        description: { type: "string", description: "What it is." },
        kind: { $ref: "#/components/schemas/Kind" },
        branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
      },
    },
  });
});

test("a slice without prose keeps what checks need, and drops the author's texts", async () => {
  const contract = await readValid(parts);
  const { operations, schemas } = new SliceWriter(contract, "none").write(contract);
  expect(schemas["Kind"]).toEqual({ type: "string", enum: ["OAK", "ELM"] });
  expect(operations[0]?.parameters[0]).toMatchObject({ name: "id", description: null, schema: { type: "string" } });
  expect(JSON.stringify({ operations, schemas })).not.toMatch(/A tree\.|Hard wood|What it is|It is new/);
});

test("every operation's data is in a file whose name describes it and changes with its content", async () => {
  const contract = await readValid(parts);
  const { files, hrefs } = planExplorers(contract, { ...settings, pageSandbox: false, baseUrl: "/docs/" });
  expect(files.length).toBe(1);
  expect(hrefs.get("put-trees-id")).toBe(`/docs/${files[0]?.path}`);
  expect(files[0]?.path).toMatch(/^assets\/try\/put-trees-id-[\da-f]{12}\.json$/);
  const servers = [{ name: "X", url: "https://x.example", kind: "staging" as const }];
  const other = planExplorers(contract, { ...settings, pageSandbox: false, servers, baseUrl: "/" });
  expect(other.files[0]?.path).not.toBe(files[0]?.path);
});

test.each([
  ["One sentence. Another.", "One sentence."],
  ["See the [guide](/x) for `a_b` and **more**", "See the guide for a_b and more"],
  ["Version 1.1 of it, e.g. this\none.\n\nMore.", "Version 1.1 of it, e.g. this one."],
  ["# Introduction\n\n## Overview\nWhat it does. More.", "What it does."],
  ["# Only\n\n## Headings", "Headings"],
  ["#1 of all. More.", "#1 of all."],
  ["", ""],
])("the first sentence of %j is %j", (markdown, sentence) => {
  expect(firstSentence(markdown)).toBe(sentence);
});

test("when every schema reaches all others, an operation keeps the nearest ones and says so", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      { title: "x".repeat(500), properties: { next: { $ref: `#/components/schemas/S${(index + 1) % 400}` } } },
    ]),
  );
  const contract = await readValid(parts);
  const conversion = new SchemaConversion(schemas);
  const writer = new SliceWriter({ ...contract, schemaByName: conversion.toSchemas() }, "sentences");
  const schema = conversion.toSchema({ $ref: "#/components/schemas/S7" });
  const content = [{ type: "application/json", schema, examples: [], encoding: new Map() }];
  const operation = operationOf(contract, "put_tree");
  const { slice, isWhole } = writer.cut([{ ...operation, responses: [{ status: "200", description: null, content }] }]);
  const included = [...slice.schemaByName.keys()];
  expect(isWhole).toBe(false);
  expect(included).toContain("S50");
  expect(included.length).toBeLessThan(130);
  expect(writer.cut([]).isWhole).toBe(true);
});

test("a server whose host the reader fills in is local only while it points to the reader's machine", () => {
  const server = {
    name: "http://{host}:8080",
    ...({ url: "http://localhost:8080", kind: "local", template: "http://{host}:8080" } as const),
    variables: [{ name: "host", default: "localhost", enum: [] }],
  };
  const page = { baseURI: "https://docs.example.com/" };
  const kindFor = (host: string) => toTarget(server, new Map([["http://{host}:8080 host", host]]), page)?.kind;
  expect([kindFor(""), kindFor("127.0.0.1"), kindFor("api.example.com")]).toEqual(["local", "local", "production"]);
});

test.each([
  [true, "https://api.example.com/v1 http://EXAMPLE.org //a.b.example.net:8443/ https://example.com.?x"],
  [true, "https://provider.example/v1 https://api.test:443 https://x.invalid"],
  [false, "https://myexample.com https://example.co https://example.com.evil.net https://latest/v1 /v1/example"],
  [false, "http://localhost:4010 http://127.0.0.1 https://api.internal/example.com https://a.net/?u=//example.com/"],
])("whether an address is a placeholder is %s for %s", (expected, urls) => {
  for (const url of urls.split(" ")) expect(isPlaceholder({ url }), url).toBe(expected);
});

test("a server on the reader's own machine is local, whatever its port", () => {
  const own = ["http://localhost", "http://LOCALHOST:8080/v1", "https://api.localhost/", "http://127.1.2.3:80"];
  expect([...own, "http://[::1]:3000/v1", "//localhost:4010"].filter((url) => serverKindOf(url) !== "local")).toEqual(
    [],
  );
  const others = ["https://localhost.example.com", "http://10.0.0.1", "https://127.0.0.1.example.com", "/v1"];
  expect(others.filter((url) => serverKindOf(url) !== "production")).toEqual([]);
});

test("a server's sandbox is offered only to the API and version that it simulates", () => {
  vi.stubGlobal("PerformanceNavigationTiming", Object);
  vi.stubGlobal("performance", {
    getEntriesByType: () => [{ serverTiming: [{ name: "docs-build-sandbox", description: "/v1 Orders%201" }] }],
  });
  const page = Object.assign(Object.create(null), { baseURI: "https://docs.example.com/", querySelector: () => null });
  const url = "https://api.example.com";
  const servers = [{ name: "API", kind: "production", url, template: url, variables: [] } as const];
  const offeredTo = (scope: string, basePath: string) =>
    listTargets({ servers, scope, basePath }, new Map(), page).map((target) => target.url);
  expect(offeredTo("Orders 1", "/v1")).toEqual(["https://docs.example.com/v1", "https://api.example.com"]);
  expect(offeredTo("Billing 1", "/v1")).toEqual(["https://api.example.com"]);
  expect(offeredTo("Orders 1", "/v2")).toEqual(["https://api.example.com"]);
  vi.unstubAllGlobals();
});

test.each([
  ["http://127.0.0.1:{port}/{base}", "base", "api/v2", "api/v2"],
  ["{scheme}://{hostpath}", "hostpath", "localhost:9911/x", "localhost:9911/x"],
  ["{scheme}://{hostpath}", "scheme", "https://evil.test/", "httpsevil.test"],
  ["/{base}", "base", "a:b/c?d#e@f", "a:b/cdef"],
  ["https://{region}.example.com/v1", "region", "evil.test/", "evil.test"],
])("a server variable in %s accepts only valid characters: %s", (template, name, typed, accepted) => {
  expect(toVariableText({ template }, name, typed)).toBe(accepted);
});

test("subtypes of a base with a discriminator are the form's choices, and check what is filled in", async () => {
  const contract = await readValid(`paths:
  /animals:
    post:
      operationId: add_animal
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } } }
      responses: { "201": { description: Added. } }
components:
  schemas:
    Animal:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { feline: "#/components/schemas/Cat" } }
    Cat:
      allOf:
        - $ref: "#/components/schemas/Animal"
        - { type: object, required: [hunts], properties: { hunts: { type: boolean } } }
`);
  const { schemas, requestBody } = openExplorer(contract, operationOf(contract, "add_animal"));
  const body = schemas.resolve(requestBody?.content[0]?.schema ?? anySchema);
  expect(body.alternatives?.schemas.map((choice) => nameOfAlternative(choice, schemas))).toEqual(["Cat"]);
  const [cat = anySchema] = body.alternatives?.schemas ?? [];
  expect(schemas.alternative(body, cat).members.map(({ name }) => name)).toEqual(["kind", "hunts"]);
  const faultsOf = (value: Json) =>
    checkValue(value, body, { schemaByName: schemas.byName, direction: "request", title: "the body" });
  expect(faultsOf({ kind: "feline", hunts: true })).toEqual([]);
  expect(faultsOf({ kind: "feline", hunts: "no" }).map(({ pointer }) => pointer)).toEqual(["/hunts"]);
});
