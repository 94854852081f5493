import { expect, test } from "vitest";

import { startDraft } from "#client/explorer/draft/request-draft.ts";
import type { ExplorerOperation } from "#client/explorer/explorer-operation.ts";
import { fromJson, type ObjectNode } from "#client/explorer/json/json-node.ts";
import { parseNode } from "#client/explorer/json/parse-node.ts";
import { toValues } from "#client/explorer/response/next-calls.tsx";
import { chooseColumns, findRecords, formatDate, type FoundRecords } from "#client/explorer/response/records.ts";
import { schemaOf } from "#client/explorer/response/response.ts";
import type { Json } from "#shared/json/json.ts";

import { operationOf, readValid } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";

/* Responses as records, by the contract and the answer alone. */
const answer = (schema: string) => `{ description: Fine., content: { application/json: { schema: ${schema} } } }`;
const tree = '{ $ref: "#/components/schemas/Tree" }';
const contract = await readValid(`paths:
  /trees/:
    get: { operationId: list, responses: { "200": ${answer(`{ type: array, items: ${tree} }`)} } }
    post: { operationId: create, responses: { "201": ${answer(tree)} } }
  /forest:
    get: { operationId: page, responses: { "200": ${answer(`{ properties: { total: { type: integer }, items: { type: array, items: ${tree} } } }`)} } }
  /trees/{tree_id}:
    parameters: [{ name: tree_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, summary: Read a tree, responses: { "200": ${answer(tree)} } }
    patch:
      operationId: change
      requestBody: { content: { application/json: { schema: ${tree} } } }
      responses: { "200": ${answer(tree)} }
    delete: { operationId: fell, responses: { "204": { description: Gone. } } }
  /trees/{tree_id}/nests:
    parameters: [{ name: tree_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: nests, summary: List its nests, responses: { "200": ${answer("{ type: array, items: { properties: { id: { type: integer } } } }")} } }
  /trees/{tree_id}/nests/{nest_id}:
    parameters:
      - { name: tree_id, in: path, required: true, schema: { type: string } }
      - { name: nest_id, in: path, required: true, schema: { type: integer } }
    put: { operationId: move, responses: { "200": ${answer("{ type: object }")} } }
components:
  schemas:
    Tree:
      properties:
        tree_id: { type: string, readOnly: true }
        note: { type: string }
        displayName: { type: string }
        kind: { type: string, enum: [OAK, ELM] }
        planted_on: { type: string, format: date }
        price: { type: integer, x-unit: usd-cents }
        height: { type: number }
        owner_id: { type: string }
        branches: { type: array, items: { type: object } }
`);

const open = (id: string): ExplorerOperation => openExplorer(contract, operationOf(contract, id));

function find(id: string, value: Json): FoundRecords | null {
  const data = open(id);
  return findRecords(fromJson(value), schemaOf(data, 200), data);
}

function columnsOf(records: Json, keys: readonly string[] = ["tree_id"]): readonly string[] {
  const found = find("list", records);
  if (found === null) throw new Error("no records");
  const columns = chooseColumns(found, open("list").schemas, new Set(keys));
  return columns.map(({ name, kind }) => `${name}: ${kind}`);
}

const trees = [
  {
    tree_id: "T-1",
    note: "a very long remark that fills more than a line of a table",
    ...{ displayName: "Old", kind: "OAK", planted_on: "1900-03-01", price: 100, height: 20, owner_id: "P-1" },
  },
  {
    tree_id: "T-2",
    note: "",
    ...{ displayName: "Young", kind: "ELM", planted_on: "2020-03-01", price: 200, height: 2, owner_id: "P-2" },
  },
];

test("a list has columns for what tells its records apart: key, name, status, date, and money at the end", () => {
  expect(columnsOf(trees)).toEqual([
    ...["tree_id: key", "displayName: name", "kind: status"],
    ...["planted_on: date", "price: cents"],
  ]);
});

test("what is the same in all records, empty in all, a list or long gives way to what is not", () => {
  const [first = {}, second = {}] = trees;
  const same = { kind: "OAK", displayName: null, branches: [{}] };
  const records = [
    { ...first, ...same, grade: "A" },
    { ...second, ...same, grade: "B" },
  ];
  expect(columnsOf(records)).toEqual([
    ...["tree_id: key", "planted_on: date", "height: number"],
    ...["grade: text", "price: cents"],
  ]);
});

test("records of which the contract says nothing have columns by their names and values", () => {
  expect(columnsOf([{ state: "NEW", id: 7, created: "today" }], [])).toEqual([
    "id: key",
    "state: status",
    "created: text",
  ]);
  expect(columnsOf([{ a: 1 }, { b: "x" }], [])).toEqual(["a: number", "b: text"]);
});

test("a list of objects, or one page of it, is records; anything else that is an object is one record", () => {
  expect(find("list", trees)).toMatchObject({ isList: true, total: null });
  expect(find("list", [])).toMatchObject({ isList: true, records: [] });
  const page = find("page", { total: 12, next: null, items: trees });
  expect(page).toMatchObject({ isList: true, total: "12" });
  expect([page?.records.length, page?.schema.name]).toEqual([2, "Tree"]);
  expect(find("read", { tree_id: "T-1", branches: [{}] })).toMatchObject({ isList: false, total: null });
  expect(find("page", { items: trees, others: [] })).toMatchObject({ isList: false });
  for (const other of [[1, 2], "text", 7, null, {}]) expect(find("list", other)).toBe(null);
});

test("a record leads to the calls below its path that need its id alone; one that changes it takes what it may change", () => {
  const titles = (id: string) => open(id).nextCalls.map(({ title, method }) => `${method} ${title}`);
  const own = ["get Read it", "patch Update it", "delete Delete it", "get List its nests"];
  expect(titles("list")).toEqual(own);
  expect(titles("create")).toEqual(own);
  expect(titles("read")).toEqual(own.slice(1));
  expect(titles("nests")).toEqual(["put Replace it"]);
  expect(titles("page")).toEqual([]);
  const { body } = open("list").nextCalls.find(({ method }) => method === "patch") ?? {};
  expect(body?.type).toBe("application/json");
  expect(body?.members).toContain("kind");
  expect(body?.members).not.toContain("tree_id");
});

test("a call's form is filled in with the record's id and what may be changed, all digits kept", () => {
  const values = (id: string, method: string, record: string, path: ObjectNode["members"] = []): string | null => {
    const data = open(id);
    const call = data.nextCalls.find((one) => one.method === method);
    const parsed = parseNode(record);
    if (!call || parsed.kind === "fault" || parsed.node.kind !== "object") throw new Error("no such call or record");
    const start = startDraft(data, null, 0);
    const draft = { ...start, parameters: { ...start.parameters, path: { kind: "object", members: path } as const } };
    const fragment = toValues(call, parsed.node, { draft });
    return fragment && decodeURIComponent(fragment);
  };
  expect(values("list", "patch", '{"tree_id": "T/1", "kind": "OAK", "height": 1.10, "price": null, "secret": 1}')).toBe(
    '#try-patch-trees-tree-id={"path":{"tree_id":"T/1"},"type":"application/json","body":{"kind":"OAK","height":1.10}}',
  );
  expect(values("list", "get", '{"id": 9223372036854775807}')).toBe(
    '#try-get-trees-tree-id={"path":{"tree_id":9223372036854775807}}',
  );
  const tall = { name: "tree_id", node: { kind: "text", value: "T-1" } } as const;
  expect(values("nests", "put", '{"id": 3}', [tall])).toBe(
    '#try-put-trees-tree-id-nests-nest-id={"path":{"tree_id":"T-1","nest_id":3}}',
  );
  expect(values("list", "get", '{"name": "no id"}')).toBe(null);
  expect(values("list", "get", '{"tree_id": ""}')).toBe(null);
  expect(values("list", "patch", `{"tree_id": "T", "note": "${"x".repeat(9_000)}"}`)).toBe(
    '#try-patch-trees-tree-id={"path":{"tree_id":"T"}}',
  );
});

test.each([
  ["2025-03-10T15:00:00Z", "Mar 10, 2025, 15:00 Z"],
  ["2025-03-10t15:00:59.123+05:30", "Mar 10, 2025, 15:00 +05:30"],
  ["2025-12-01", "Dec 1, 2025"],
  ["2025-13-01", "2025-13-01"],
  ["soon", "soon"],
])("a time is read in the offset that it was sent with: %s", (sent, read) => {
  expect(formatDate(sent)).toBe(read);
});
