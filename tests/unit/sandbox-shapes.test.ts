import { expect, test } from "vitest";

import { readContractText } from "../support/read-contract-text.ts";
import { callSandbox } from "../support/sandbox.ts";

/* Records in the shapes that other APIs have: envelopes, pages, owners, patches, entity tags. */

const book =
  "type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string }, note: { type: string } }";

/** A contract of some paths, with schemas of a book. */
function shelves(paths: string) {
  return readContractText(`openapi: 3.1.0
info: { title: Books, version: "1" }
servers: [{ url: https://books.example.com }]
paths:
${paths}
components:
  schemas:
    Book: { ${book} }
    NewBook: { type: object, required: [title], properties: { title: { type: string }, note: { type: string } } }
`);
}

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const one = json('{ $ref: "#/components/schemas/Book" }');
const inData = json('{ type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Book" } } }');
const sent = `requestBody: { required: true, ${json('{ $ref: "#/components/schemas/NewBook" }')} }`;
const id = "parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]";
const query = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: query, schema: { type: ${/cursor|title/.test(name) ? "string" : "integer"} } }`).join(", ")}]`;

function listOf(shape: string): string {
  const list = '{ type: array, items: { $ref: "#/components/schemas/Book" } }';
  return shape === "" ? json(list) : json(`{ type: object, properties: { ${shape.replace("LIST", list)} } }`);
}

const library = (shape: string, parameters: string, item = one): string => `
  /books:
    get: { operationId: list, ${parameters}, responses: { "200": { description: OK, ${listOf(shape)} } } }
    post: { operationId: create, ${sent}, responses: { "201": { description: OK, ${item} } } }
  /books/{bookId}:
    get: { operationId: read, ${id}, responses: { "200": { description: OK, ${item} } } }
    delete: { operationId: remove, ${id}, responses: { "204": { description: Gone } } }
`;

test.each([
  ["a bare list", "", (body: unknown) => body],
  ["data", "data: LIST, total: { type: integer }", (body: unknown) => Object(body).data],
  ["items", "items: LIST, count: { type: integer }", (body: unknown) => Object(body).items],
  ["its only list", "shelf: LIST, total: { type: integer }", (body: unknown) => Object(body).shelf],
  [
    "a list in an object",
    "data: { type: object, properties: { books: LIST } }",
    (body: unknown) => Object(body).data.books,
  ],
])("records live below %s: a first one, then what is made, counted on", async (_name, shape, pick) => {
  const api = callSandbox(await shelves(library(shape, query("offset", "limit"))));
  const before = pick(api.get("/books").body);
  expect(before).toHaveLength(1);
  const { status, headers, body } = api.post("/books", { title: "Tides" });
  expect([status, headers.get("x-sandbox"), Object(body).title]).toEqual([201, "simulated", "Tides"]);
  const path = `/books/${Object(body).id}`;
  expect(api.get(path).body).toEqual(body);
  expect(pick(api.get("/books").body)).toEqual([...before, body]);
  expect([api.delete(path).status, api.get(path).status]).toEqual([204, 404]);
});

test("one record in an envelope is taken out of it and put into it", async () => {
  const api = callSandbox(await shelves(library("data: LIST", query("limit"), inData)));
  const { body } = api.post("/books", { title: "Tides" });
  const made = Object(body).data;
  expect(made).toMatchObject({ title: "Tides" });
  expect(api.get(`/books/${made.id}`).body).toEqual({ data: made });
});

test("pages by offset tell what is there, and lead on", async () => {
  const shape =
    "data: LIST, meta: { type: object, properties: { total: { type: integer }, offset: { type: integer }, next: { type: [string, 'null'] } } }";
  const api = callSandbox(await shelves(library(shape, query("offset", "limit"))));
  for (const title of ["A", "B", "C"]) api.post("/books", { title });
  const first = Object(api.get("/books?limit=2").body);
  expect([first.data.length, first.meta.total, first.meta.offset]).toEqual([2, 4, 0]);
  const next = String(first.meta.next).replace(/^.*external_api/, "");
  const second = Object(api.get(next).body);
  expect(second.data.map(({ title }: { title: string }) => title)).toEqual(["B", "C"]);
  expect(second.meta.next).toBeNull();
});

test("pages by cursor go on behind the last record, and a bare list has links (RFC 8288)", async () => {
  const cursor = callSandbox(
    await shelves(library("data: LIST, next_cursor: { type: [string, 'null'] }", query("cursor", "limit"))),
  );
  for (const title of ["A", "B"]) cursor.post("/books", { title });
  const first = Object(cursor.get("/books?limit=2").body);
  const second = Object(cursor.get(`/books?limit=2&cursor=${first.next_cursor}`).body);
  expect([first.data.length, second.data.length, second.next_cursor]).toEqual([2, 1, null]);
  expect(cursor.get("/books?cursor=nothing").status).toBe(400);
  const bare = callSandbox(await shelves(library("", query("page", "per_page"))));
  for (const title of ["A", "B"]) bare.post("/books", { title });
  expect(bare.get("/books?per_page=2").headers.get("link")).toContain('page=2&per_page=2>; rel="next"');
});

test("a declared parameter with a field's name filters", async () => {
  const api = callSandbox(await shelves(library("", query("title"))));
  api.post("/books", { title: "Tides" });
  expect(api.get("/books?title=Tides").body).toHaveLength(1);
  expect(api.get("/books?title=Ebb").body).toEqual([]);
});

const user =
  "{ type: object, required: [id, name], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string } } }";
const uid = "{ name: id, in: path, required: true, schema: { type: string, format: uuid } }";
const nested = `
  /users:
    post: { operationId: join, requestBody: { ${json(user)} }, responses: { "201": { description: OK, ${json(user)} } } }
  /users/{id}:
    get: { operationId: user, parameters: [${uid}], responses: { "200": { description: OK, ${json(user)} } } }
  /users/{id}/books:
    get: { operationId: owned, parameters: [${uid}], responses: { "200": { description: OK, ${listOf("")} } } }
    post: { operationId: own, parameters: [${uid}], ${sent}, responses: { "201": { description: OK, ${one} } } }
`;

test("records below another one are its own, and nobody has any who is not there", async () => {
  const api = callSandbox(await shelves(nested));
  const [ada, ben] = ["Ada", "Ben"].map((name) => Object(api.post("/users", { name }).body).id);
  expect(ada).toMatch(/^[\da-f]{8}-/);
  const { body } = api.post(`/users/${ada}/books`, { title: "Tides" });
  expect(api.get(`/users/${ada}/books`).body).toEqual([body]);
  expect(api.get(`/users/${ben}/books`).body).toEqual([]);
  expect(api.get("/users/00000000-0000-4000-8000-000000000000/books").status).toBe(404);
});

const patches = (type: string, more = ""): string => `
  /books:
    post: { operationId: create, ${sent}, responses: { "201": { description: OK, ${one} } } }
  /books/{bookId}:
    get: { operationId: read, ${id}, responses: { "200": { description: OK${more}, ${one} } } }
    patch: { operationId: change, ${id}, requestBody: { content: { ${type}: { schema: {} } } }, responses: { "200": { description: OK, ${one} } } }
    put: { operationId: replace, ${id}, ${sent}, responses: { "200": { description: OK, ${one} } } }
`;

test("a merge patch takes away what it says is null, a JSON Patch does one thing after the other or nothing", async () => {
  const merge = callSandbox(await shelves(patches("application/merge-patch+json")));
  const patch = callSandbox(await shelves(patches("application/json-patch+json")));
  const made = [merge, patch].map(
    (api) => `/books/${Object(api.post("/books", { title: "Tides", note: "wet" }).body).id}`,
  );
  const [first = "", second = ""] = made;
  const send = (api: typeof merge, path: string, kind: string, body: unknown) =>
    api.send({
      method: "PATCH",
      path,
      headers: { "content-type": `application/${kind}+json` },
      body: JSON.stringify(body),
    });
  expect(send(merge, first, "merge-patch", { note: null }).body).toEqual({ id: expect.any(Number), title: "Tides" });
  const operations = [
    { op: "test", path: "/title", value: "Tides" },
    { op: "replace", path: "/title", value: "Ebb" },
    { op: "remove", path: "/note" },
  ];
  expect(send(patch, second, "json-patch", operations).body).toEqual({ id: expect.any(Number), title: "Ebb" });
  expect(send(patch, second, "json-patch", operations).status).toBe(409);
  expect(patch.get(second).body).toMatchObject({ title: "Ebb" });
});

test("a JSON Patch that copies a record into itself, over and over, is refused before it is too large to be written", async () => {
  const api = callSandbox(await shelves(patches("application/json-patch+json")));
  const path = `/books/${Object(api.post("/books", { title: "Tides" }).body).id}`;
  const send = (operations: readonly object[]) =>
    api.send({
      ...{ method: "PATCH", path, body: JSON.stringify(operations) },
      headers: { "content-type": "application/json-patch+json" },
    });
  const doubled = Array.from({ length: 60 }, (_, at) => ({ op: "copy", from: "", path: `/a${at % 2}` }));
  expect(send(doubled).status).toBe(409);
  const deep = Array.from({ length: 80 }, (_, at) => ({ op: "add", path: "/a".repeat(at + 1), value: {} }));
  expect(send(deep).status).toBe(409);
  expect(send([{ op: "copy", from: "/title", path: "/note" }]).body).toMatchObject({ title: "Tides", note: "Tides" });
});

test("a JSON Patch that is no list is refused, unless the contract asks for an object", async () => {
  const patchWith = async (schema: string, body: unknown) => {
    const api = callSandbox(await shelves(patches(`application/json-patch+json`).replace("schema: {}", schema)));
    const path = `/books/${Object(api.post("/books", { title: "Tides" }).body).id}`;
    const headers = { "content-type": "application/json-patch+json" };
    return api.send({ method: "PATCH", path, headers, body: JSON.stringify(body) });
  };
  const { status, body } = await patchWith("schema: {}", { title: "Ebb" });
  const faults = [expect.objectContaining({ in: "body", pointer: "", hint: expect.stringContaining('[{ "op"') })];
  expect([status, Object(body).message]).toEqual([
    400,
    'A JSON Patch is a list of operations. Send one as [{ "op": "replace", "path": "/name", "value": "…" }].',
  ]);
  expect(Object(body).faults).toEqual(faults);
  expect((await patchWith("schema: { type: array }", { title: "Ebb" })).body).toHaveProperty("faults.length", 1);
  expect((await patchWith("schema: { type: object }", { title: "Ebb" })).body).toMatchObject({ title: "Ebb" });
});

test("half a character is refused: no address of a record could hold it", async () => {
  const string = "parameters: [{ name: name, in: path, required: true, schema: { type: string } }]";
  const key = json("{ type: object, properties: { name: { type: string } } }");
  const list = json(
    "{ type: object, properties: { data: { type: array, items: { type: object, properties: { name: { type: string } } } } } }",
  );
  const api = callSandbox(
    await shelves(`
  /tags:
    get: { operationId: list, ${query("cursor", "limit")}, responses: { "200": { description: OK, ${list} } } }
    post: { operationId: create, requestBody: { ${key} }, responses: { "201": { description: OK, ${key} } } }
  /tags/{name}:
    get: { operationId: read, ${string}, responses: { "200": { description: OK, ${key} } } }
`),
  );
  const { status, body } = api.post("/tags", { name: "\ud800" });
  expect([status, Object(body).faults]).toEqual([400, [expect.objectContaining({ in: "body", pointer: "/name" })]]);
  expect(api.get("/tags?limit=1").status).toBe(200);
});

test("PUT leaves of a record what the server sets", async () => {
  const api = callSandbox(await shelves(patches("application/json")));
  const { body } = api.post("/books", { title: "Tides", note: "wet" });
  const path = `/books/${Object(body).id}`;
  expect(api.put(path, { title: "Ebb" }).body).toEqual({ id: Object(body).id, title: "Ebb" });
});

test("where the contract has ETag, an update of an old state is refused, and what is known is not sent again", async () => {
  const api = callSandbox(
    await shelves(patches("application/json", ", headers: { ETag: { schema: { type: string } } }")),
  );
  const { headers, body } = api.post("/books", { title: "Tides" });
  const path = `/books/${Object(body).id}`;
  const tag = headers.get("etag") ?? "";
  const put = (match: string, title: string) =>
    api.send({
      method: "PUT",
      path,
      headers: { "content-type": "application/json", "if-match": match },
      body: JSON.stringify({ title }),
    });
  expect(api.send({ method: "GET", path, headers: { "if-none-match": tag } })).toMatchObject({
    status: 304,
    body: null,
  });
  expect([put(tag, "Ebb").status, put(tag, "Flow").status, put("*", "Flow").status]).toEqual([200, 412, 200]);
});

test("what nothing can be kept of is answered by the example, and says so", async () => {
  const paths = `${library("", query("limit"))}
  /books/{bookId}/lend:
    post: { operationId: lend, ${id}, responses: { "202": { description: OK, ${json("{ type: object, properties: { until: { type: string, format: date } } }")} } } }
`;
  const { status, headers, body } = callSandbox(await shelves(paths)).send({ method: "POST", path: "/books/1/lend" });
  expect([status, headers.get("x-sandbox"), body]).toEqual([202, "example", { until: "2025-01-15" }]);
});

test("without a file for the sandbox, references of its first records lead to records that are there", async () => {
  const item = (fields: string) => `{ type: object, properties: { id: { type: string }, ${fields} } }`;
  const list = (name: string, fields: string, example: string) => `
  /${name}:
    get: { operationId: ${name}, responses: { "200": { description: OK, content: { application/json: { schema: { type: array, items: ${item(fields)} }, example: ${example} } } } } }`;
  const contract = await readContractText(`openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example.com }]
paths:${list("orders", "customer_id: { type: string }, buyerId: { type: integer }", "[{ id: o-1, customer_id: c-9, buyerId: 3 }, { id: o-2, customer_id: c-2, buyerId: 3 }]")}${list("customers", "name: { type: string }", "[{ id: c-1, name: Ann }, { id: c-2, name: Bo }]")}
`);
  const { get } = callSandbox(contract);
  expect(get("/customers").body).toMatchObject([{ id: "c-1" }, { id: "c-2" }]);
  // What leads nowhere leads to the first customer; what leads somewhere, and what names nothing there is, stays.
  expect(get("/orders").body).toEqual([
    { id: "o-1", customer_id: "c-1", buyerId: 3 },
    { id: "o-2", customer_id: "c-2", buyerId: 3 },
  ]);
});

const ticket = `{ type: object, required: [subject], properties: { id: { type: integer, readOnly: true }, subject: { type: string } } }`;
const under = (members: string) => `{ type: object, properties: { ${members} } }`;

interface TicketBodies {
  readonly taken: string;
  readonly returned: string;
  readonly listed: string;
}

/** Tickets, in bodies of some form. */
async function ticketSandbox({ taken, returned, listed }: TicketBodies) {
  const text = `
openapi: 3.1.0
info: { title: Tickets, version: "1" }
paths:
  /tickets:
    get: { operationId: list, responses: { "200": { description: ok, ${json(listed)} } } }
    post:
      operationId: create
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { ${json(taken)} }
      responses: { "201": { description: ok, ${json(returned)} } }
  /tickets/{ticket_id}:
    parameters: [{ name: ticket_id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { "200": { description: ok, ${json(returned)} } } }
    put: { operationId: replace, requestBody: { ${json(taken)} }, responses: { "200": { description: ok, ${json(returned)} } } }
`;
  return callSandbox(await readContractText(text));
}

test.each([
  ["alone", `ticket: ${ticket}`, `ticket: ${ticket}`, `tickets: { type: array, items: ${ticket} }`],
  [
    "beside others",
    `ticket: ${ticket}`,
    `ticket: ${ticket}, audit: { type: object, properties: { by: { type: string } } }, ok: { type: boolean }`,
    `tickets: { type: array, items: ${ticket} }, users: { type: array, items: { type: object, properties: { id: { type: string } } } }`,
  ],
  ["in a body that is any object", "", `ticket: ${ticket}`, `tickets: { type: array, items: ${ticket} }`],
])("a record below the name of its collection is kept like a bare one: %s", async (_, taken, returned, listed) => {
  const api = await ticketSandbox({ taken: under(taken), returned: under(returned), listed: under(listed) });
  const made = api.post("/tickets", { ticket: { subject: "Printer" } });
  expect([made.status, made.headers.get("x-sandbox")]).toEqual([201, "simulated"]);
  const number = Object(made.body).ticket.id;
  expect(api.get(`/tickets/${number}`).body).toMatchObject({ ticket: { id: number, subject: "Printer" } });
  expect(Object(api.get("/tickets").body).tickets).toContainEqual(
    expect.objectContaining({ id: number, subject: "Printer" }),
  );
  expect(api.put(`/tickets/${number}`, { ticket: { subject: "Paper" } }).status).toBe(200);
  expect(api.get(`/tickets/${number}`).body).toMatchObject({ ticket: { subject: "Paper" } });
});

test("a write of which nothing would be kept says that it shows the example, and keeps no record", async () => {
  const bodies = { returned: under(`ticket: ${ticket}`), listed: under(`tickets: { type: array, items: ${ticket} }`) };
  const api = await ticketSandbox({ taken: "{ type: object }", ...bodies });
  const before = api.get("/tickets").body;
  const made = api.post("/tickets", { wrapped: { subject: "Printer" } });
  expect([made.status, made.headers.get("x-sandbox")]).toEqual([201, "example"]);
  expect(api.get("/tickets").body).toEqual(before);
  expect(api.put("/tickets/1", { wrapped: { subject: "Printer" } }).headers.get("x-sandbox")).toBe("example");
});

test("one request that is sent twice with one Idempotency-Key makes one record, where the contract has that header", async () => {
  const bodies = { returned: ticket, listed: `{ type: array, items: ${ticket} }` };
  const api = await ticketSandbox({ taken: ticket, ...bodies });
  const create = (key: string, subject: string) =>
    api.send({
      ...{ method: "POST", path: "/tickets", body: JSON.stringify({ subject }) },
      headers: { "content-type": "application/json", "idempotency-key": key },
    });
  const count = () => Object(api.get("/tickets").body).length;
  const before = count();
  const first = create("k-1", "Printer");
  expect(first.status).toBe(201);
  // The page's sandbox goes on from what it has saved.
  api.sandbox.restore(api.sandbox.save());
  expect(create("k-1", "Printer")).toEqual(first);
  expect(count()).toBe(before + 1);
  expect(create("k-1", "Paper")).toMatchObject({ status: 422, body: { message: expect.stringContaining("k-1") } });
  expect(create("k-2", "Printer").status).toBe(201);
  expect(count()).toBe(before + 2);
});
