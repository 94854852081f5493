import { expect, test } from "vitest";

import type { Json } from "#shared/json/json.ts";

import { type Answer, callSandbox, type Caller } from "../support/sandbox.ts";
import { answers, at, call, contractOf, listOf, object, takes } from "../support/contract-paths.ts";

/* Records in the shapes of other APIs: envelopes, pages, owners, patches, entity tags. */

const book =
  "{ type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string }, note: { type: string } } }";
const sent = takes(
  "{ type: object, required: [title], properties: { title: { type: string }, note: { type: string } } }",
);
const gone = 'responses: { "204": { description: Gone } }';
const query = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: query, schema: { type: ${/cursor|title/.test(name) ? "string" : "integer"} } }`).join(", ")}]`;

interface Library {
  /** Fields of the response that lists books, with LIST among them; empty for a bare list. */
  readonly shape: string;
  readonly parameters: string;
  readonly item?: string;
  /** Further paths. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
}

/** A sandbox of books, which can be listed, created, read and removed. */
async function library({ shape, parameters, item = book, more = {} }: Library): Promise<Caller> {
  const list = shape === "" ? listOf(book) : object(shape.replace("LIST", listOf(book)));
  const contract = await contractOf({
    "/books": [call("get", parameters, answers(list)), call("post", sent, answers(item, { status: 201 }))],
    "/books/{bookId}": [at("bookId"), call("get", answers(item)), call("delete", gone)],
    ...more,
  });
  return callSandbox(contract);
}

test.each([
  ["a bare list", "", (body: unknown) => body],
  ["data", "data: LIST, total: { type: integer }", (body: unknown) => Object(body).data],
  ["items", "items: LIST, count: { type: integer }", (body: unknown) => Object(body).items],
  ["a list of another name", "shelf: LIST, total: { type: integer }", (body: unknown) => Object(body).shelf],
  ["a list in an object", `data: ${object("books: LIST")}`, (body: unknown) => Object(body).data.books],
])("records in %s start with one, and new ones get the next ids", async (_name, shape, pick) => {
  const api = await library({ shape, parameters: query("offset", "limit") });
  const before = pick(api.get("/books").body);
  expect(before).toHaveLength(1);
  const { status, headers, body } = api.post("/books", { title: "Tides" });
  expect([status, headers.get("x-sandbox"), Object(body).title]).toEqual([201, "simulated", "Tides"]);
  const path = `/books/${Object(body).id}`;
  expect(api.get(path).body).toEqual(body);
  expect(pick(api.get("/books").body)).toEqual([...before, body]);
  expect([api.delete(path).status, api.get(path).status]).toEqual([204, 404]);
});

test.each(["1e400", "-1e400", "12.5"])("an example id like %s leads to ids that count up", async (id) => {
  const parcel = object(`id: { type: number, example: ${id}, readOnly: true }, name: { type: string }`);
  const contract = await contractOf({
    "/parcels": [call("get", answers(listOf(parcel))), call("post", takes(parcel), answers(parcel, { status: 201 }))],
  });
  const api = callSandbox(contract);
  const [first, second] = ["Tides", "Winds"].map((name) => Object(api.post("/parcels", { name }).body).id);
  expect(second).toBe(first + 1);
});

test("a record in an envelope is unwrapped when sent and wrapped when returned", async () => {
  const item = `{ type: object, required: [data], properties: { data: ${book} } }`;
  const api = await library({ shape: "data: LIST", parameters: query("limit"), item });
  const created = Object(api.post("/books", { title: "Tides" }).body).data;
  expect(created).toMatchObject({ title: "Tides" });
  expect(api.get(`/books/${created.id}`).body).toEqual({ data: created });
});

test("offset paging returns the total and the next page's address", async () => {
  const meta = object("total: { type: integer }, offset: { type: integer }, next: { type: string, nullable: true }");
  const api = await library({ shape: `data: LIST, meta: ${meta}`, parameters: query("offset", "limit") });
  for (const title of ["A", "B", "C"]) api.post("/books", { title });
  const first = Object(api.get("/books?limit=2").body);
  expect([first.data.length, first.meta.total, first.meta.offset]).toEqual([2, 4, 0]);
  const next = String(first.meta.next).replace(/^.*external_api/, "");
  const second = Object(api.get(next).body);
  expect(second.data.map(({ title }: { title: string }) => title)).toEqual(["B", "C"]);
  expect(second.meta.next).toBeNull();
});

test("cursor paging continues after the last record, and a bare list has Link headers (RFC 8288)", async () => {
  const shape = "data: LIST, next_cursor: { type: string, nullable: true }";
  const cursor = await library({ shape, parameters: query("cursor", "limit") });
  const bare = await library({ shape: "", parameters: query("page", "per_page") });
  for (const api of [cursor, bare]) for (const title of ["A", "B"]) api.post("/books", { title });
  const first = Object(cursor.get("/books?limit=2").body);
  const second = Object(cursor.get(`/books?limit=2&cursor=${first.next_cursor}`).body);
  expect([first.data.length, second.data.length, second.next_cursor]).toEqual([2, 1, null]);
  expect(cursor.get("/books?cursor=nothing").status).toBe(400);
  expect(bare.get("/books?per_page=2").headers.get("link")).toContain('page=2&per_page=2>; rel="next"');
});

test("a declared parameter with a field's name filters", async () => {
  const api = await library({ shape: "", parameters: query("title") });
  api.post("/books", { title: "Tides" });
  expect(api.get("/books?title=Tides").body).toHaveLength(1);
  expect(api.get("/books?title=Ebb").body).toEqual([]);
});

test("nested records belong to their parent, and a missing parent has none", async () => {
  const user =
    "{ type: object, required: [id, name], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string } } }";
  const uid = at("id", "{ type: string, format: uuid }");
  const api = callSandbox(
    await contractOf({
      "/users": [call("post", takes(user), answers(user, { status: 201 }))],
      "/users/{id}": [uid, call("get", answers(user))],
      "/users/{id}/books": [
        uid,
        call("get", answers(listOf(book))),
        call("post", sent, answers(book, { status: 201 })),
      ],
    }),
  );
  const [ada, ben] = ["Ada", "Ben"].map((name) => Object(api.post("/users", { name }).body).id);
  expect(ada).toMatch(/^[\da-f]{8}-/);
  const { body } = api.post(`/users/${ada}/books`, { title: "Tides" });
  expect(api.get(`/users/${ada}/books`).body).toEqual([body]);
  expect(api.get(`/users/${ben}/books`).body).toEqual([]);
  expect(api.get("/users/00000000-0000-4000-8000-000000000000/books").status).toBe(404);
});

interface Change {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

interface Kept {
  readonly api: Caller;
  readonly path: string;
  readonly created: Answer;
  readonly change: (change: Change) => Answer;
}

/** A created book, in a sandbox that changes it by a body of this type. */
async function createdBook(type: string, { schema = "{}", more = "" } = {}): Promise<Kept> {
  const contract = await contractOf({
    "/books": [call("post", sent, answers(book, { status: 201 }))],
    "/books/{bookId}": [
      at("bookId"),
      call("get", answers(book, { more })),
      call("patch", takes(schema, type), answers(book)),
      call("put", sent, answers(book)),
    ],
  });
  const api = callSandbox(contract);
  const created = api.post("/books", { title: "Tides", note: "wet" });
  const path = `/books/${Object(created.body).id}`;
  const change = ({ method = "PATCH", headers = {}, body = null }: Change) =>
    api.send({ method, path, headers: { "content-type": type, ...headers }, body: JSON.stringify(body) });
  return { api, path, created, change };
}

test("a merge patch removes null fields, and a JSON Patch applies all its steps or none", async () => {
  const merge = await createdBook("application/merge-patch+json");
  expect(merge.change({ body: { note: null } }).body).toEqual({ id: expect.any(Number), title: "Tides" });
  const { api, path, change } = await createdBook("application/json-patch+json");
  const body = [
    { op: "test", path: "/title", value: "Tides" },
    { op: "replace", path: "/title", value: "Ebb" },
    { op: "remove", path: "/note" },
  ];
  expect(change({ body }).body).toEqual({ id: expect.any(Number), title: "Ebb" });
  expect(change({ body }).status).toBe(409);
  expect(api.get(path).body).toMatchObject({ title: "Ebb" });
});

test("a JSON Patch that keeps copying a record into itself is refused before it gets too large", async () => {
  const { change } = await createdBook("application/json-patch+json");
  const doubled = Array.from({ length: 60 }, (_, index) => ({ op: "copy", from: "", path: `/a${index % 2}` }));
  const deep = Array.from({ length: 80 }, (_, index) => ({ op: "add", path: "/a".repeat(index + 1), value: {} }));
  expect([change({ body: doubled }).status, change({ body: deep }).status]).toEqual([409, 409]);
  const { body } = change({ body: [{ op: "copy", from: "/title", path: "/note" }] });
  expect(body).toMatchObject({ title: "Tides", note: "Tides" });
});

test("a JSON Patch that isn't a list is refused, unless the contract describes an object", async () => {
  const patchWith = async (schema: string) =>
    (await createdBook("application/json-patch+json", { schema })).change({ body: { title: "Ebb" } });
  expect(await patchWith("{}")).toMatchObject({
    status: 400,
    body: {
      message:
        'A JSON Patch is a list of operations. Send one as [{ "op": "replace", "path": "/name", "value": "…" }].',
      faults: [{ in: "body", pointer: "", hint: expect.stringContaining('[{ "op"') }],
    },
  });
  expect((await patchWith("{ type: array, items: {} }")).body).toHaveProperty("faults.length", 1);
  expect((await patchWith("{ type: object }")).body).toMatchObject({ title: "Ebb" });
});

test("half a character in a key fails no list, although no address can contain it", async () => {
  const tag = object("name: { type: string }");
  const listed = answers(object(`data: ${listOf(tag)}`));
  const api = callSandbox(
    await contractOf({
      "/tags": [call("get", query("cursor", "limit"), listed), call("post", takes(tag), answers(tag, { status: 201 }))],
      "/tags/{name}": [at("name", "{ type: string }"), call("get", answers(tag))],
    }),
  );
  expect(api.post("/tags", { name: "\ud800" }).status).toBe(201);
  expect(api.get("/tags?limit=1").status).toBe(200);
});

test("PUT keeps a record's server-set fields", async () => {
  const { api, path, created } = await createdBook("application/json");
  expect(api.put(path, { title: "Ebb" }).body).toEqual({ id: Object(created.body).id, title: "Ebb" });
});

test("with ETag in the contract, an outdated update gets a 412, and an unchanged record a 304", async () => {
  const more = ", headers: { ETag: { schema: { type: string } } }";
  const { created, change } = await createdBook("application/json", { more });
  const tag = created.headers.get("etag") ?? "";
  const put = (match: string, title: string) =>
    change({ method: "PUT", headers: { "if-match": match }, body: { title } }).status;
  const known = change({ method: "GET", headers: { "if-none-match": tag } });
  expect(known).toMatchObject({ status: 304, body: null });
  expect([put(tag, "Ebb"), put(tag, "Flow"), put("*", "Flow")]).toEqual([200, 412, 200]);
});

test("a call that can't change records returns the example and says so", async () => {
  const until = answers(object("until: { type: string, format: date }"), { status: 202 });
  const more = { "/books/{bookId}/lend": [at("bookId"), call("post", until)] };
  const api = await library({ shape: "", parameters: query("limit"), more });
  const { status, headers, body } = api.send({ method: "POST", path: "/books/1/lend" });
  expect([status, headers.get("x-sandbox"), body]).toEqual([202, "example", { until: "2025-01-15" }]);
});

test("without sandbox settings, references in the first records lead to existing records", async () => {
  const list = (fields: string, example: string) =>
    call("get", answers(`${listOf(object(`id: { type: string }, ${fields}`))}, example: ${example}`));
  const orders = "[{ id: o-1, customer_id: c-9, buyerId: 3 }, { id: o-2, customer_id: c-2, buyerId: 3 }]";
  const { get } = callSandbox(
    await contractOf({
      "/orders": [list("customer_id: { type: string }, buyerId: { type: integer }", orders)],
      "/customers": [list("name: { type: string }", "[{ id: c-1, name: Ann }, { id: c-2, name: Bo }]")],
    }),
  );
  expect(get("/customers").body).toMatchObject([{ id: "c-1" }, { id: "c-2" }]);
  // A broken reference leads to the first customer. A valid one stays, and so does one to records of an unknown kind.
  expect(get("/orders").body).toEqual([
    { id: "o-1", customer_id: "c-1", buyerId: 3 },
    { id: "o-2", customer_id: "c-2", buyerId: 3 },
  ]);
});

const ticket =
  "{ type: object, required: [subject], properties: { id: { type: integer, readOnly: true }, subject: { type: string } } }";

interface TicketBodies {
  readonly accepted: string;
  readonly returned: string;
  readonly listed: string;
}

/** Tickets, in bodies of some form. */
async function ticketSandbox({ accepted, returned, listed }: TicketBodies): Promise<Caller> {
  const key = "parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]";
  const contract = await contractOf({
    "/tickets": [call("get", answers(listed)), call("post", key, takes(accepted), answers(returned, { status: 201 }))],
    "/tickets/{ticket_id}": [
      at("ticket_id"),
      call("get", answers(returned)),
      call("put", takes(accepted), answers(returned)),
    ],
  });
  return callSandbox(contract);
}

const inTicket = `ticket: ${ticket}`;
const inTickets = `tickets: ${listOf(ticket)}`;
const users = `users: ${listOf(object("id: { type: string }"))}`;

test.each([
  ["alone", inTicket, inTicket, inTickets],
  [
    "beside other fields",
    inTicket,
    `${inTicket}, audit: ${object("by: { type: string }")}, ok: { type: boolean }`,
    `${inTickets}, ${users}`,
  ],
  ["in a body that is any object", "", inTicket, inTickets],
])("a record wrapped in its collection's name is stored like a bare one: %s", async (_, accepted, returned, listed) => {
  const api = await ticketSandbox({ accepted: object(accepted), returned: object(returned), listed: object(listed) });
  const created = api.post("/tickets", { ticket: { subject: "Printer" } });
  expect([created.status, created.headers.get("x-sandbox")]).toEqual([201, "simulated"]);
  const { id } = Object(created.body).ticket;
  expect(api.get(`/tickets/${id}`).body).toMatchObject({ ticket: { id, subject: "Printer" } });
  const listedTicket = expect.objectContaining({ id, subject: "Printer" });
  expect(Object(api.get("/tickets").body).tickets).toContainEqual(listedTicket);
  expect(api.put(`/tickets/${id}`, { ticket: { subject: "Paper" } }).status).toBe(200);
  expect(api.get(`/tickets/${id}`).body).toMatchObject({ ticket: { subject: "Paper" } });
});

test("a write without a usable field returns the example, says so, and stores no record", async () => {
  const api = await ticketSandbox({
    accepted: "{ type: object }",
    returned: object(inTicket),
    listed: object(inTickets),
  });
  const before = api.get("/tickets").body;
  const created = api.post("/tickets", { wrapped: { subject: "Printer" } });
  expect([created.status, created.headers.get("x-sandbox")]).toEqual([201, "example"]);
  expect(api.get("/tickets").body).toEqual(before);
  expect(api.put("/tickets/1", { wrapped: { subject: "Printer" } }).headers.get("x-sandbox")).toBe("example");
});

test("a repeated request with the same Idempotency-Key creates one record, if the contract has that header", async () => {
  const api = await ticketSandbox({ accepted: ticket, returned: ticket, listed: listOf(ticket) });
  const create = (key: string, subject: string) => {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    return api.send({ method: "POST", path: "/tickets", headers, body: JSON.stringify({ subject }) });
  };
  const count = () => Object(api.get("/tickets").body).length;
  const before = count();
  const first = create("k-1", "Printer");
  expect(first.status).toBe(201);
  // The page's sandbox continues from its saved state.
  api.sandbox.restore(api.sandbox.save());
  expect(create("k-1", "Printer")).toEqual(first);
  expect(count()).toBe(before + 1);
  expect(create("k-1", "Paper")).toMatchObject({ status: 422, body: { message: expect.stringContaining("k-1") } });
  expect(create("k-2", "Printer").status).toBe(201);
  expect(count()).toBe(before + 2);
});

test("an error points to a field by JSON Pointer, whatever characters its name has", async () => {
  const parcel = object('"ref~no": { type: string }, city: { type: string }');
  const contract = await contractOf({
    "/parcels": [call("get", answers(listOf(parcel))), call("post", takes(parcel), answers(parcel, { status: 201 }))],
    "/parcels/{ref~no}": [at("ref~no", "{ type: string }"), call("get", answers(parcel))],
  });
  const api = callSandbox(contract);
  api.post("/parcels", { "ref~no": "P1" });
  const { status, body } = api.post("/parcels", { "ref~no": "P1", city: "Reno" });
  expect([status, Object(body).faults]).toMatchObject([400, [{ pointer: "/ref~0no" }]]);
});
