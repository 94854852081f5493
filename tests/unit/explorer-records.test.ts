import { expect, test } from "vitest";
import { parse } from "yaml";

import { startDraft } from "#client/explorer/draft/request-draft.ts";
import type { ExplorerOperation } from "#client/explorer/explorer-operation.ts";
import { fromJson, type ObjectNode } from "#client/explorer/json/json-node.ts";
import { parseNode } from "#client/explorer/json/parse-node.ts";
import { toValues } from "#client/explorer/response/next-calls.tsx";
import { formatDate, mapSchemas, readCell } from "#client/explorer/response/record-fields.tsx";
import { chooseColumns, findRecords, type FoundRecords } from "#client/explorer/response/records.ts";
import { schemaOf } from "#client/explorer/response/response.ts";
import type { Json } from "#shared/json/json.ts";

import { operationOf, readValid } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";

/* Responses as records, based on the contract and the response alone. */
const responseOf = (schema: string) => `{ description: Fine., content: { application/json: { schema: ${schema} } } }`;
const tree = '{ $ref: "#/components/schemas/Tree" }';
const contract = await readValid(`paths:
  /trees/:
    get: { operationId: list, responses: { "200": ${responseOf(`{ type: array, items: ${tree} }`)} } }
    post: { operationId: create, responses: { "201": ${responseOf(tree)} } }
  /forest:
    get: { operationId: page, responses: { "200": ${responseOf(`{ properties: { total: { type: integer }, items: { type: array, items: ${tree} } } }`)} } }
  /trees/{tree_id}:
    parameters: [{ name: tree_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, summary: Read a tree, responses: { "200": ${responseOf(tree)} } }
    patch:
      operationId: change
      requestBody: { content: { application/json: { schema: ${tree} } } }
      responses: { "200": ${responseOf(tree)} }
    delete: { operationId: fell, responses: { "204": { description: Gone. } } }
  /trees/{tree_id}/nests:
    parameters: [{ name: tree_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: nests, summary: List its nests, responses: { "200": ${responseOf("{ type: array, items: { properties: { id: { type: integer } } } }")} } }
  /trees/{tree_id}/nests/{nest_id}:
    parameters:
      - { name: tree_id, in: path, required: true, schema: { type: string } }
      - { name: nest_id, in: path, required: true, schema: { type: integer } }
    put: { operationId: move, responses: { "200": ${responseOf("{ type: object }")} } }
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

function toObjectNode(value: Json): ObjectNode {
  const node = fromJson(value);
  if (node.kind !== "object") throw new Error("no object");
  return node;
}

const trees = [
  { tree_id: "T-1", displayName: "Old", kind: "OAK", planted_on: "1900-03-01", price: 100, height: 20 },
  { tree_id: "T-2", displayName: "Young", kind: "ELM", planted_on: "2020-03-01", price: 200, height: 2 },
];

test("a list has columns for its key, status, name and date, and money at the right edge", () => {
  const expected = "tree_id: key, kind: choice, displayName: name, planted_on: date, price: amount";
  expect(columnsOf(trees).join(", ")).toBe(expected);
});

test("an operation's columns don't depend on its records", () => {
  const [first = {}] = trees;
  const others = [[{ ...first, displayName: null, price: null, grade: "A" }], [{ branches: [{}] }]];
  for (const records of others) expect(columnsOf(records)).toEqual(columnsOf(trees));
});

test("records that the contract doesn't describe get columns from their names and values", () => {
  const columns = (...records: Json[]) => columnsOf(records, []).join(", ");
  expect(columns({ state: "NEW", id: 7, created: "today" })).toBe("id: key, state: status, created: text");
  expect(columns({ a: 1 }, { b: "x" })).toBe("b: text, a: number");
  const mixed = { at: "2025-01-01", whom: { name: "Ada" }, total: 1, on: true, list: [1] };
  expect(columns(mixed)).toBe("whom: party, on: flag, at: date, total: amount");
});

const described = "{ enum: [R, V], x-enum-descriptions: { R: Reefer, V: A van. } }";

/* The kinds of a record's members, and the text of their cells. */
test.each([
  ["{ mode: { enum: [A, B] }, status: {} }", { mode: "A" }, "status: status, mode: choice = A"],
  // The state of an address isn't a status.
  ["{ city: {}, state: {} }", { city: "Reno", state: "NV" }, "city: city = Reno, NV, state: text = NV"],
  [
    "{ stops_to: { items: { properties: { city: {}, state: {} } } }, from_stop: { properties: { city: {} } } }",
    { from_stop: { city: "Salinas" }, stops_to: [{ city: "Elko", state: "NV" }, { city: "Reno" }] },
    "from → to: city = Salinas → Elko, NV +1",
  ],
  ["{ originCity: {}, destinationCity: {} }", { originCity: "A", destinationCity: "B" }, "from → to: city = A → B"],
  ["{ customer: { properties: { name: {} } } }", { customer: { name: "Ada" } }, "customer: party = Ada"],
  // One date at most.
  [
    "{ made_at: { format: date-time }, paid_at: { format: date-time } }",
    { made_at: "2025-03-10T15:00:00Z" },
    "made_at: date = Mar 10, 2025, 15:00 Z",
  ],
  // Few columns of texts that say little.
  [
    "{ note: {}, owner_id: {}, a: {}, b: {}, c: {}, d: {} }",
    { d: "x" },
    "a: text, b: text, c: text, d: text = x, note: other",
  ],
  [`{ kind: ${described} }`, { kind: "R" }, "kind: choice = Reefer"],
  // A sentence isn't a name.
  [`{ kind: ${described} }`, { kind: "V" }, "kind: choice = V"],
  // The last measure, if there is room for one.
  [
    "{ id: {}, name: {}, status: {}, on: { format: date }, length: { type: integer, x-unit: ft }, weight: { type: integer, x-unit: lb } }",
    { weight: 38500 },
    "id: key, status: status, name: name, on: date, weight: measure = 38,500 lb",
  ],
  [
    "{ fee: { type: integer, x-unit: usd-cents }, rate: { type: number, x-unit: usd }, price: { type: number } }",
    { fee: 240000, rate: 24.5, price: 3 },
    "fee: amount = $2,400.00, rate: amount = $24.50, price: amount = 3",
  ],
])("a row of %s shows %j by its kinds of columns", (properties, record, cells) => {
  const schemas = open("list").schemas;
  const schema = schemas.toSchema(parse(`{ type: object, properties: ${properties} }`));
  const node = toObjectNode(record);
  const found = { isList: true, records: [node], schema, total: null };
  const columns = chooseColumns(found, schemas, new Set());
  const read = columns.map((column) => {
    const text = readCell(node, column, mapSchemas(found, schemas));
    return `${column.name}: ${column.kind}${text === "–" ? "" : ` = ${text}`}`;
  });
  expect(read.join(", ")).toBe(cells);
});

test("a list of objects, or a page of it, is shown as records, and any other object as one record", () => {
  expect(find("list", trees)).toMatchObject({ isList: true, total: null });
  expect(find("list", [])).toMatchObject({ isList: true, records: [] });
  const page = find("page", { total: 12, next: null, items: trees });
  expect(page).toMatchObject({ isList: true, total: "12" });
  expect([page?.records.length, page?.schema.name]).toEqual([2, "Tree"]);
  expect(find("read", { tree_id: "T-1", branches: [{}] })).toMatchObject({ isList: false, total: null });
  expect(find("page", { items: trees, pagination: { after: "T-2" } })).toMatchObject({ isList: true });
  expect(find("page", { items: trees, others: [] })).toMatchObject({ isList: false });
  for (const other of [[1, 2], "text", 7, null, {}]) expect(find("list", other)).toBe(null);
});

test("a record links to calls below its path that need only its id, and updates get its writable fields", () => {
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

test("a linked call's form is filled in with the record's id and writable fields, with all digits", () => {
  const values = (id: string, method: string, record: string, path: ObjectNode["members"] = []): string | null => {
    const data = open(id);
    const call = data.nextCalls.find((one) => one.method === method);
    const parsed = parseNode(record);
    if (!call || parsed.kind !== "object") throw new Error("no such call or record");
    const start = startDraft(data, null, 0);
    const draft = { ...start, parameters: { ...start.parameters, path: { kind: "object", members: path } as const } };
    const fragment = toValues(call, parsed, draft);
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
])("a time is shown in the offset that it was sent with: %s", (sent, read) => {
  expect(formatDate(sent)).toBe(read);
});
