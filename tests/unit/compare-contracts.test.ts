import { readFileSync } from "node:fs";

import { expect, test } from "vitest";
import { parse, stringify } from "yaml";

import { compareContracts } from "#compare/compare-contracts.ts";
import { touchedBy } from "#compare/differences.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Difference } from "#shared/contract/difference.ts";
import type { ContractUse } from "#shared/document.ts";

import { answers, content, listOf, object, ref, takes } from "../support/contract-paths.ts";
import { readContractText } from "../support/read-contract-text.ts";

test("a contract has no differences from itself", async () => {
  const text = readFileSync(new URL("../../openapi/v1.1.yaml", import.meta.url), "utf8");
  expect(compareContracts(await readContractText(text), await readContractText(text))).toEqual([]);
});

test("notation makes no difference: references, order, folded lines, allOf around one schema", async () => {
  const before = `
paths: { /loads/: { get: { operationId: loads_list, responses: { "200": { description: All loads., ${content(ref("Load"))} } } } } }
components:
  schemas:
    Load:
      type: object
      required: [weight, id]
      properties:
        id: { type: string, description: "The id of\\n  the load." }
        weight: { type: integer, exclusiveMinimum: 4 }
`;
  const loads = content(`{ allOf: [${ref("Load")}] }`, "application/json; charset=utf-8");
  const after = `
components:
  responses: { Loads: { description: All loads., ${loads} } }
  schemas:
    Load:
      properties:
        weight: { exclusiveMinimum: 4, type: integer }
        id: { type: string, description: "The id of the load." }
      required: [id, weight]
paths: { /loads/: { get: { operationId: loads_list, responses: { "200": { $ref: "#/components/responses/Loads" } } } } }
`;
  expect(await compare(before, after)).toEqual([]);
});

test("added, removed, moved and renamed operations are reported", async () => {
  const responses = 'responses: { "200": { description: Done. } }';
  const path = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]";
  const before = pathsOf(
    `/loads/: { get: { operationId: loads_list, ${responses} } }`,
    `/loads/{id}/: { ${path}, get: { operationId: loads_read, ${responses} } }`,
    `/wallet/: { get: { operationId: wallet, ${responses} } }`,
    `/gone/: { get: { operationId: gone, ${responses} } }`,
  );
  const after = pathsOf(
    `/loads/: { get: { operationId: listLoads, ${responses} } }`,
    `/loads/{number}/: { ${path.replace("name: id", "name: number")}, get: { operationId: loads_read, ${responses} } }`,
    `/v2/wallet/: { get: { operationId: wallet, ${responses} } }`,
    `/new/: { get: { operationId: new, ${responses} } }`,
  );
  expect(await differ(before, after)).toMatchInlineSnapshot(`
    "breaking GET /wallet/: GET /v2/wallet/ now ()
    breaking GET /gone/: gone ()
    additive GET /new/: new ()
    wording GET /loads/: operation id \`listLoads\` now, was \`loads_list\` ()
    wording path id of GET /loads/{id}/: other name (\`number\`) (request)"
  `);
});

test("path parameters are matched by position, and a change of a generated id isn't reported", async () => {
  const load = "load, in: path, required: true";
  const stop = "stop, in: path, required: true, schema: { type: integer }";
  const called = (path: string, ...names: readonly string[]): string =>
    `${path}: { get: { parameters: [${names.map((name) => `{ name: ${name} }`).join(", ")}], ${answers("{}")} } }`;
  const before = pathsOf(called("/{load}/{stop}", load, stop), called("/a_b"), called("/a-b"));
  const after = pathsOf(called("/a-b"), called("/a_b"), called("/{load}/{stop}", stop, load));
  expect(await compare(before, after)).toEqual([]);
});

test("callbacks follow their operation when it moves, and an id change doesn't change the summary", async () => {
  const callbacks =
    'callbacks: { done: { "{$request.query.url}": { post: { responses: { "204": { description: Done. } } } } } }';
  const called = (path: string, id: string, style: string): string =>
    pathsOf(
      `${path}: { get: { operationId: ${id}, summary: Read, parameters: [{ name: f, in: query, ${style}, schema: ${object("a: {}")} }], ${callbacks}, ${answers("{}")} } }`,
    );
  expect(await differ(called("/{a}", "read", "style: form"), called("/{b}", "readAll", "style: deepObject")))
    .toMatchInlineSnapshot(`
    "breaking query f of GET /{a}: style "deepObject" now, was "form" (request)
    wording GET /{a}: operation id \`readAll\` now, was \`read\` ()
    wording path a of GET /{a}: other name (\`b\`) (request)"
  `);
});

test("base paths are part of the address, however they're split", async () => {
  const before = at("/v1/external_api", "/loads/");
  expect(await compare(before, at("https://staging.example.com/v1", "/external_api/loads/"))).toEqual([]);
  expect(await differ(before, at("/v2/external_api", "/loads/"))).toMatchInlineSnapshot(
    `"breaking the document: base path /v2/external_api now, was /v1/external_api ()"`,
  );
});

test("a stricter request or a looser response breaks clients, and the opposite doesn't", async () => {
  const tight = fields(
    'weight: { type: integer, minimum: 1, maximum: 100 }, name: { type: string, maxLength: 64, pattern: "^[A-Z]" }, length: { type: integer }, note: { type: string }',
    "weight, name",
  );
  const loose = fields(
    'weight: { type: integer, exclusiveMinimum: -5 }, name: { type: [string, "null"], maxLength: 256 }, length: { type: number }, note: {}',
    "weight",
  );
  const tightened = `
    weight: minimum 1 now, was exclusiveMinimum -5
    weight: maximum 100 now
    name: required now
    name: never null now
    name: maxLength 64 now, was 256
    name: pattern "^[A-Z]" now
    length: integer now, was number
    note: string now, was any type`;
  const loosened = `
    weight: exclusiveMinimum -5 now, was minimum 1
    weight: no maximum now, was maximum 100
    name: optional now
    name: may be null now
    name: maxLength 256 now, was 64
    name: no pattern now, was "^[A-Z]"
    length: number now, was integer
    note: any type now, was string`;
  const all = (severity: string, direction: string, lines: string) =>
    lines.trim().replaceAll(/^ *(.*)$/gm, `${severity} Load.$1 (${direction})`);
  expect(await differ(sends(loose), sends(tight))).toBe(all("breaking", "request", tightened));
  expect(await differ(sends(tight), sends(loose))).toBe(all("additive", "request", loosened));
  expect(await differ(returns(tight), returns(loose))).toBe(all("breaking", "response", loosened));
  expect(await differ(returns(loose), returns(tight))).toBe(all("additive", "response", tightened));
});

test("fields that are added, removed or change who may send them are reported", async () => {
  const before = fields("a: { type: string }, b: { type: string }, c: { type: string, readOnly: true }", "a");
  const after = fields(
    "b: { type: string, readOnly: true }, c: { type: string }, d: { type: string }, e: { type: string }",
    "d",
  );
  expect(await differ(sends(before), sends(after))).toMatchInlineSnapshot(`
    "breaking Load.a: gone (request)
    breaking Load.b: read-only now (request)
    breaking Load.d: new and required (request)
    additive Load.c: no longer read-only (request)
    additive Load.e: new (request)"
  `);
  expect(await differ(returns(before), returns(after))).toMatchInlineSnapshot(`
    "breaking Load.a: gone (response)
    additive Load.d: new (response)
    additive Load.e: new (response)"
  `);
});

test("added and removed enum values are reported", async () => {
  const [before, after] = ["[PENDING, PAID]", "[PENDING, ON_HOLD]"].map(
    (values) => `{ type: string, enum: ${values} }`,
  );
  expect(await differ(sends(before), sends(after))).toMatchInlineSnapshot(`
    "breaking Load: no value \`PAID\` now (request)
    additive Load: new value \`ON_HOLD\` (request)"
  `);
  expect(await differ(returns(before), returns(after))).toMatchInlineSnapshot(`
    "additive Load: no value \`PAID\` now (response)
    additive Load: new value \`ON_HOLD\` (response)"
  `);
  expect(await differ(returns(before), returns("{ type: string }"))).toMatchInlineSnapshot(
    `"additive Load: no list of values now (response)"`,
  );
});

test("limits beyond 2^53 are compared digit by digit", async () => {
  const limited = (limit: string) =>
    readContractText(`{ openapi: 3.1.0, info: { title: API, version: v1 }, paths: { /loads/: { get: { parameters:
      [{ name: id, in: query, schema: { type: integer, maximum: ${limit} } }], responses: { "204": {} } } } } }`);
  const differences = compareContracts(await limited("9223372036854775807"), await limited("9223372036854775806"));
  expect(show(differences)).toBe(
    "breaking query id of GET /loads/: maximum 9223372036854775806 now, was maximum 9223372036854775807 (request)",
  );
});

test("changes of parameters, bodies, media types, responses and headers are reported", async () => {
  const page = "name: page, in: query, schema: { type: integer }";
  const tags = "name: tags, in: query, style: form, schema: { type: array, items: { type: string } }";
  const text = "schema: { type: string }";
  const loads =
    "description: Done., headers: { X-Total: { schema: { type: integer } } }, content: { application/json: {} }";
  const before = `
paths:
  /loads/:
    parameters: [{ ${page} }]
    get:
      operationId: loads_list
      parameters: [{ name: search, in: query, ${text} }, { ${tags}, explode: false }]
      responses: { "200": { ${loads} }, "404": { description: Missing. } }
    post:
      operationId: loads_create
      requestBody: { content: { application/json: {}, text/csv: {} } }
      responses: { "201": { description: Done. } }
`;
  const after = `
paths:
  /loads/:
    get:
      operationId: loads_list
      parameters:
        - { ${page}, required: true }
        - { ${tags}, explode: true }
        - { name: client, in: header, required: true, ${text} }
        - { name: size, in: query, schema: { type: integer } }
      requestBody: { content: { application/json: {} } }
      responses: { "200": { description: Done., content: { application/xml: {} } }, "410": { description: Missing. } }
    post:
      operationId: loads_create
      requestBody: { required: true, content: { application/json: {} } }
      responses: { "202": { description: Done. } }
`;
  expect(await differ(before, after)).toMatchInlineSnapshot(`
    "breaking query page of GET /loads/: required now (request)
    breaking query search of GET /loads/: gone (request)
    breaking query tags of GET /loads/: list joined by repeat now, was comma (request)
    breaking header client of GET /loads/: new and required (request)
    breaking response 200 of GET /loads/: no application/json now (response)
    breaking response 200 header X-Total of GET /loads/: gone (response)
    breaking query page of POST /loads/: gone (request)
    breaking request body of POST /loads/: required now (request)
    breaking request body of POST /loads/: no text/csv now (request)
    breaking response 201 of POST /loads/: gone (response)
    additive query size of GET /loads/: new (request)
    additive request body of GET /loads/: new (request)
    additive response 200 of GET /loads/: application/xml now (response)
    additive response 404 of GET /loads/: gone (response)
    additive response 410 of GET /loads/: new (response)
    additive response 202 of POST /loads/: new (response)"
  `);
});

test("the same change in many operations is one difference that names them", async () => {
  expect(await compare(withPage(false), withPage(true))).toMatchObject([
    { severity: "breaking", subject: "query page", operations: ["GET /a/", "GET /b/"], message: "required now" },
  ]);
});

const [api, upload, backup] = ["api", "upload", "backup"].map((name) => `https://${name}.example.com/v1`);
const header = "{ type: apiKey, in: header, name: Authorization }";
const basic = "{ type: http, scheme: basic }";
const cents = returns(amount(", x-unit: usd-cents"));
const pounds = returns(fields("weight: { type: integer, description: In pounds., example: 12 }"));
const listed = (value: string): string => returns(fields(`state: { enum: [open, ${"x".repeat(70)}${value}] }`));
const meanings = discriminated("a: Ach, w: Wire, c: Check");
const namedRing = ring(ref("Load"));

// prettier-ignore
const changes: readonly (readonly [name: string, before: string, after: string, lines: readonly string[]])[] = [
  ["a schema that is sent and returned is checked both ways and reported once",
    sendsAndReturns(fields("weight: { type: integer }")), sendsAndReturns(fields("weight: { type: integer, minimum: 0 }", "weight")), [
    "breaking Load.weight: required now (request, response)", "breaking Load.weight: minimum 0 now (request, response)",
  ]],
  ["long enum values that differ only at the end are different", listed("1"), listed("2"), [
    `additive Load.state: no value \`${"x".repeat(70)}1\` now (response)`, `additive Load.state: new value \`${"x".repeat(70)}2\` (response)`,
  ]],
  ["authentication is compared by its kind, not by its scheme's name",
    withScheme("ApiAuth", header), withScheme("Token", header), []],
  ["another kind of authentication is reported",
    withScheme("ApiAuth", header), withScheme("Basic", basic),
    ["breaking authentication of GET /a/: basic now, was header Authorization ()"]],
  ["an operation's own servers are compared as its address",
    withServers([api], [], [upload]), withServers([api], [upload], [upload, backup]), [
    `breaking servers of GET /files/: \`${upload}\` now, was \`${api}\` ()`,
    `additive servers of POST /files/: \`${upload}\` or \`${backup}\` now, was \`${upload}\` ()`,
  ]],
  ["an operation without its own servers uses the document's",
    withServers([api], [], [upload]), withServers([api], [], []),
    [`breaking servers of POST /files/: \`${api}\` now, was \`${upload}\` ()`]],
  ["a path's servers win over the document's",
    withServers([api], [], [upload]), withServers([upload], [api], []),
    [`breaking servers of POST /files/: \`${api}\` now, was \`${upload}\` ()`]],
  ["a change from cents to dollars is breaking",
    cents, returns(amount(", x-unit: usd")), ['breaking Load.amount: unit "usd" now, was "usd-cents" (response)']],
  ["a removed unit is wording",
    cents, returns(amount("")), ['wording Load.amount: no unit now, was "usd-cents" (response)']],
  ["prose, examples and deprecation are wording",
    pounds, returns(fields("weight: { type: integer, description: Pounds., example: 13, deprecated: true }")), [
    "wording Load.weight: deprecated now (response)", "wording Load.weight: other description, example (response)",
  ]],
  ["names are wording", pounds, pounds.replaceAll("Load", "ExternalLoad"), ["wording Load: named `ExternalLoad` now ()"]],
  ["changed, added and removed discriminator values are reported",
    meanings, discriminated("a: Wire, w: Ach, cheque: Check"), [
    "breaking Payment: `a` means `Wire` now, not `Ach` (request)", "breaking Payment: `w` means `Ach` now, not `Wire` (request)",
    "breaking Payment: no value `c` for `Check` now (request)", "additive Payment: new value `cheque` for `Check` (request)",
  ]],
  ["a renamed schema doesn't change the meaning of a discriminator value",
    meanings, meanings.replaceAll("Check", "Cheque"), ["wording Check: named `Cheque` now ()"]],
  ["alternatives are paired by name",
    choice("Ach", "Wire"), choice("Wire", "Ach", "Check"),
    ["breaking response 200 of GET /a/: new alternative `Check` (response)"]],
  ["a recursive schema is compared until one side has no fields",
    namedRing, ring("{ type: object }"), ["breaking Load.parts[]: fields no longer described (response)"]],
  ["a schema that replaces another one is a change at that field",
    shows(ref("Load")), shows(ref("Base")), ["breaking response 200[].note of GET /a/: gone (response)"]],
  ["an inlined schema equals the named one",
    shows(ref("Base")), shows(object("weight: { type: string }")), []],
  ["an inherited field changes where it's declared, once",
    shows(ref("Load")), shows(ref("Load"), "weight: { type: integer }, size: {}"),
    ["breaking Base.weight: integer now, was string (response)", "additive Base.size: new (response)"]],
  ["a schema that only one contract uses is compared in that contract's direction",
    shows("{}"), shows(ref("Load"), "weight: {}, size: {}"), [
    "breaking Base.weight: any type now, was string (response)",
    "additive response 200[] of GET /a/: object now, was any type (response)", "additive Base.size: new (response)",
  ]],
  ["a recursive schema is compared until the named side repeats",
    ring("{ type: object }"), namedRing, ["additive Load.parts[].parts: new (response)"]],
  ["a recursive schema equals itself with other levels named",
    ring(`{ type: object, properties: { parts: ${listOf(ref("Load"))} } }`),
    ring(object(`parts: ${listOf(object(`parts: ${listOf(ref("Load"))}`))}`)), []],
  ["a recursive schema is compared with any type once",
    ring("{}"), namedRing, ["additive Load.parts[]: object now, was any type (response)"]],
];

test.each(changes)("%s", async (_, before, after, lines) => {
  expect(await differ(before, after)).toBe(lines.join("\n"));
});

const own = '{ $ref: "#/components/schemas/Load" }';
const two = "{ oneOf: [{ type: string }, { type: integer }] }";

// prettier-ignore
const fieldChanges: readonly string[][] = [
  ["{ type: string }", "{ type: string, minLength: 0 }"],
  ["{ type: array }", "{ type: array, uniqueItems: false }"],
  ["{ type: number, minimum: 1.0 }", "{ type: number, minimum: 1 }"],
  ...["anyOf", "oneOf", "allOf"].flatMap((list) => [
    ["{ type: string }", `{ ${list}: [{ type: string }], description: A. }`, "wording Load.a: other description"],
    [`{ ${list}: [${own}] }`, own],
    [two, `{ ${list}: [${two}] }`],
    ["{ type: string }", `{ ${list}: [{ type: integer }] }`, "breaking Load.a: integer now, was string"],
  ]),
  ["{ minimum: 1 }", "{ exclusiveMinimum: 1 }", "breaking Load.a: exclusiveMinimum 1 now, was minimum 1"],
  ["{ maximum: 9 }", "{ maximum: 9, exclusiveMaximum: 8 }", "breaking Load.a: exclusiveMaximum 8 now, was maximum 9"],
  ["{ type: integer, minimum: 3 }", "{ type: string, maxLength: 5 }", "breaking Load.a: string now, was integer"],
  ["{ type: string }", "{ type: number }", "breaking Load.a: number now, was string"],
  [two, two.replace("]", ", { type: boolean }]"), 'additive Load.a: new alternative `{"type":"boolean"}`'],
  [two, "{ type: string }", 'breaking Load.a: no alternative `{"type":"integer"}` now'],
  ["{ type: string, maxLength: 5, description: A. }", "{ oneOf: [{ type: string, maxLength: 9 }, { type: integer }], description: A. }",
    'additive Load.a: new alternative `{"type":"integer"}`', "additive Load.a: maxLength 9 now, was 5"],
  ["{ type: string, enum: [b, c] }", "{ oneOf: [{ const: c, title: C }, { enum: [d, e] }] }",
    "breaking Load.a: no value `b` now", "additive Load.a: new values `d`, `e`"],
  ["{ oneOf: [{ type: string, maxLength: 5 }, { type: integer }] }", "{ oneOf: [{ type: integer }, { maxLength: 5, type: string }] }"],
  [two, "{ oneOf: [{ type: boolean }, { type: integer, title: Count }, { type: string }] }",
    'additive Load.a: new alternative `{"type":"boolean"}`', "wording Load.a: other title"],
  ["{ type: string, example: A }", "{ type: string, examples: [A] }"],
  ["{ type: integer }", "{ type: integer, format: int64 }", 'additive Load.a: format "int64" now'],
  ["{ type: integer, format: int32 }", "{ type: integer, format: int64 }", 'additive Load.a: format "int64" now, was "int32"'],
  ["{ type: string, default: true }", '{ type: string, default: "true" }', 'wording Load.a: default "true" now, was true'],
  ["{}", two, "breaking Load.a: string or integer now, was any type"],
  ["{ type: array }", "{ type: array, items: { type: string } }", "breaking Load.a[]: string now, was any type"],
  ["{ additionalProperties: { type: string } }", "{ additionalProperties: { type: integer } }", "breaking Load.a.*: integer now, was string"],
  ["{ type: object }", "{ type: object, additionalProperties: { type: integer } }", "breaking Load.a: further fields described now"],
  ["{ type: object }", "{ type: object, additionalProperties: false }", "breaking Load.a: no further fields now"],
  ["{ type: object, additionalProperties: false }", "{ type: object }", "additive Load.a: further fields allowed now"],
  ["{ properties: { b: {} } }", "{ type: object, additionalProperties: false }", "breaking Load.a.b: gone", "breaking Load.a: no further fields now"],
];

test.each(fieldChanges)("a field that changes from %s to %s is reported", async (before = "", after = "", ...lines) => {
  const expected = lines.map((line) => `${line} (request)`).join("\n");
  expect(await differ(sends(fields(`a: ${before}`)), sends(fields(`a: ${after}`)))).toBe(expected);
});

test("schemas that are reached in two ways at every level are compared once", async () => {
  const twice = (schema: object): object => ({ properties: { a: schema, b: schema } });
  const once = (schema: object): object => ({ properties: { x: schema } });
  const levels = (prefix: string, wrap: (next: object) => object): object =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `${prefix}${index}`,
        wrap(index === 39 ? { title: prefix } : { $ref: `#/components/schemas/${prefix}${index + 1}` }),
      ]),
    );
  const withSchemas = (schemas: object): string => stringify({ ...parse(returns("{}")), components: { schemas } });
  const before = { ...levels("A", (next) => twice(once(next))), Load: { $ref: "#/components/schemas/A0" } };
  const after = { ...levels("B", (next) => once(twice(next))), Load: twice({ $ref: "#/components/schemas/B0" }) };
  expect(await differ(withSchemas(before), withSchemas(after))).toContain("A39.a.x: other title");
});

test("a difference lists the links, tables and samples that show what it changes", async () => {
  const differences = await compare(
    withLoad("{ type: object, properties: { weight: { type: integer, description: Pounds. } } }"),
    withLoad("{ type: object, properties: { weight: { type: string, description: In pounds. } } }"),
  );
  // prettier-ignore
  const targets = [
    ["field", "Load.weight"], ["field", "LoadCreate.weight"], ["table", "Load"], ["schema", "Load"], ["body", "Load"],
    ["body", "PageOfLoad"], ["request", "loads_create"], ["response", "loads_create"], ["response", "loads_list"],
    ["operation", "loads_create"], ["word", "weight"], ["word", "Load.weight"], ["word", "LoadCreate.weight"],
  ] as const;
  const uses = targets.map(([kind, target], index): ContractUse => {
    return { kind, target, position: { file: "content/loads.md", line: index + 1, column: 1 } };
  });
  const touched = touchedBy(differences, [{ uses }, { uses }]);
  const lines = touched.map(({ difference, touches }) => [
    `${difference.severity} ${difference.subject}: ${difference.message}`,
    ...touches.map(({ kind, target, position }) => `  ${position.line} ${kind} ${target}`),
  ]);
  expect(lines.flat().join("\n")).toMatchInlineSnapshot(`
    "breaking Load.weight: string now, was integer
      1 field Load.weight
      3 table Load
      5 body Load
      6 body PageOfLoad
      8 response loads_create
      9 response loads_list
      11 word weight
      12 word Load.weight
    wording Load.weight: other description
      1 field Load.weight
      3 table Load"
  `);
});

async function contract(text: string): Promise<Contract> {
  return readContractText(stringify({ openapi: "3.1.0", info: { title: "API", version: "v1" }, ...parse(text) }));
}

async function compare(before = "", after = ""): Promise<readonly Difference[]> {
  return compareContracts(await contract(before), await contract(after));
}

async function differ(before = "", after = ""): Promise<string> {
  return show(await compare(before, after));
}

function show(differences: readonly Difference[]): string {
  return differences
    .map(({ severity, subject, operations, message, directions }) => {
      const of = operations.length > 0 ? ` of ${operations.join(", ")}` : "";
      return `${severity} ${subject}${of}: ${message} (${directions.join(", ")})`;
    })
    .join("\n");
}

function fields(properties: string, required = ""): string {
  return stringify({
    type: "object",
    required: required.split(", ").filter(Boolean),
    properties: parse(`{ ${properties} }`),
  });
}

function sends(schema = ""): string {
  return describe(`${takes(ref("Load"))}, responses: { "204": { description: Done. } }`, schema);
}

function returns(schema = ""): string {
  return describe(answers(ref("Load")), schema);
}

function describe(operation: string, schema: string): string {
  return stringify({
    paths: { "/loads/": { post: parse(`{ operationId: loads, ${operation} }`) } },
    components: { schemas: { Load: parse(schema) } },
  });
}

function pathsOf(...entries: string[]): string {
  return `paths:\n${entries.map((entry) => `  ${entry}`).join("\n")}`;
}

function at(base: string, path: string): string {
  return `
servers: [{ url: ${base} }]
paths: { ${path}: { get: { operationId: loads_list, tags: [loads], summary: List, responses: { "200": { description: Done. } } } } }
`;
}

function sendsAndReturns(schema: string): string {
  return describe(`${takes(ref("Load"))}, ${answers(ref("Load"))}`, schema);
}

function withPage(required: boolean): string {
  return `
paths:
  /a/: { get: { operationId: a, parameters: [{ $ref: "#/components/parameters/Page" }], responses: { "200": { description: A. } } } }
  /b/: { get: { operationId: b, parameters: [{ $ref: "#/components/parameters/Page" }], responses: { "200": { description: B. } } } }
components:
  parameters: { Page: { name: page, in: query, required: ${required}, schema: { type: integer } } }
`;
}

function withScheme(name: string, scheme: string): string {
  return `
security: [{ ${name}: [] }]
paths: { /a/: { get: { operationId: a, responses: { "200": { description: A. } } } } }
components: { securitySchemes: { ${name}: ${scheme} } }
`;
}

function withServers(...places: readonly (readonly (string | undefined)[])[]): string {
  const [document, path, operation] = places.map((urls) => `[${urls.map((url) => `{ url: "${url}" }`).join(", ")}]`);
  return `
servers: ${document}
paths:
  /files/:
    servers: ${path}
    get: { responses: { "200": { description: Files. } } }
    post: { servers: ${operation}, responses: { "201": { description: Made. } } }
  /loads/: { get: { responses: { "200": { description: Loads. } } } }
`;
}

function amount(unit: string): string {
  return fields(`amount: { type: integer${unit} }`);
}

function choice(...names: string[]): string {
  return `
paths: { /a/: { get: { operationId: a, ${answers(`{ oneOf: [${names.map(ref).join(", ")}] }`)} } } }
components: { schemas: { Ach: { type: object, title: Ach }, Wire: { type: object }, Check: { type: object } } }
`;
}

function discriminated(mapping: string): string {
  const shape = "{ type: object, required: [kind], properties: { kind: { type: string } } }";
  return `
paths: { /a/: { post: { operationId: a, ${takes(ref("Payment"))}, responses: { "204": { description: Done. } } } } }
components:
  schemas:
    Payment:
      oneOf: [${["Ach", "Wire", "Check"].map(ref).join(", ")}]
      discriminator: { propertyName: kind, mapping: { ${mapping} } }
    Ach: ${shape}
    Wire: ${shape}
    Check: ${shape}
`;
}

function ring(items: string): string {
  return returns(`{ type: object, properties: { parts: { type: array, items: ${items} } } }`);
}

function shows(items: string, base = "weight: { type: string }"): string {
  return `
paths: { /a/: { get: { operationId: a, ${answers(listOf(items))} } } }
components: { schemas: { Base: ${object(base)}, Load: { allOf: [${ref("Base")}, ${object("note: {}")}] } } }
`;
}

function withLoad(schema: string): string {
  const created = answers(ref("Load"), { status: 201 });
  return `
paths:
  /loads/: { post: { operationId: loads_create, ${takes(ref("LoadCreate"))}, ${created} } }
  /pages/: { get: { operationId: loads_list, ${answers(ref("PageOfLoad"))} } }
components:
  schemas:
    Load: ${schema}
    LoadCreate: ${object("weight: { type: integer }")}
    PageOfLoad: ${object(`results: ${listOf(ref("Load"))}`)}
`;
}
