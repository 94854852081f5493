import { expect, test } from "vitest";

import { toText } from "#shared/json/json.ts";

import { measureSandbox } from "../support/measure-sandbox.ts";
import { callSandbox } from "../support/sandbox.ts";
import { answers, at, call, contractOf, listOf, object, ref, takes } from "../support/contract-paths.ts";

/* What documents of web frameworks have in common, unlike hand-written ones: see tests/contracts/frameworks. */

const sandboxOf = async (...parts: Parameters<typeof contractOf>) => callSandbox(await contractOf(...parts));
const text = "{ type: string }";
const created = (schema: string): string => answers(schema, { status: 201 });

test("a value written as an id or a choice is read as the described object, in every response", async () => {
  const api = await sandboxOf(
    {
      "/hauls/": [
        call("get", answers(listOf(ref("Haul")))),
        call("post", takes(ref("WritableHaul")), created(ref("Haul"))),
      ],
      "/hauls/{id}/": [
        at("id"),
        call("get", answers(ref("Haul"))),
        call("patch", takes(object("carrier: { type: integer }")), answers(ref("Haul"))),
      ],
    },
    [
      `WritableHaul: { type: object, required: [carrier], properties: { status: { type: string, enum: [open, done] }, carrier: { type: integer }, tags: { type: array, items: { type: integer } }, yard: ${ref("Yard")} } }`,
      `Haul: ${object(`
        id: { type: integer, readOnly: true },
        status: { type: object, properties: { label: { type: string, enum: [Open, Done] }, value: { type: string, enum: [open, done] } } },
        carrier: ${ref("Carrier")},
        tags: { type: array, items: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } },
        yard: { type: string, enum: [north, south] }`)}`,
      "Carrier: { type: object, required: [name], properties: { id: { type: integer }, name: { type: string, example: Road } } }",
      `Yard: ${object("slug: { type: string }")}`,
    ],
  );
  const added = api.post("/hauls/", { status: "done", carrier: 7, tags: [3, 4], yard: { slug: "south" } });
  const haul = {
    id: expect.any(Number),
    status: { label: "Done", value: "done" },
    carrier: { id: 7, name: "Road" },
    tags: [3, 4].map((id) => ({ id, name: "Example tag" })),
    yard: "south",
  };
  expect([added.status, added.body]).toEqual([201, haul]);
  const { id } = Object(added.body);
  expect(api.get(`/hauls/${id}/`).body).toEqual(haul);
  expect(api.get("/hauls/").body).toContainEqual(haul);
  expect(api.patch(`/hauls/${id}/`, { carrier: 8 }).body).toEqual({ ...haul, carrier: { id: 8, name: "Road" } });
});

test("the media type */* counts as JSON if an object or a list is described", async () => {
  const crate = object("id: { type: integer }, name: { type: string }");
  const any = { type: "*/*" };
  const api = await sandboxOf({
    "/crates": [call("get", answers(listOf(crate), any)), call("post", takes(crate), answers(crate, any))],
    "/crates/{id}": [at("id"), call("get", answers(crate, any))],
  });
  const { status, headers, body } = api.post("/crates", { name: "Rex" });
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(body).toEqual({ id: expect.any(Number), name: "Rex" });
  expect(api.get(`/crates/${Object(body).id}`).body).toEqual(body);
  expect(api.get("/crates").body).toContainEqual(body);
});

test("PUT and PATCH on a collection return the example if the body can't name a record", async () => {
  const dock = object("id: { type: integer, readOnly: true }, name: { type: string }");
  const bay = object("id: { type: integer }, name: { type: string }");
  const api = await sandboxOf({
    "/docks": [
      call("get", answers(listOf(dock))),
      ...["post", "put", "patch"].map((method) => call(method, takes(dock), answers(dock))),
    ],
    "/docks/{id}": [at("id"), call("get", answers(dock))],
    "/bays": [call("get", answers(listOf(bay))), call("put", takes(bay), answers(bay))],
    "/bays/{id}": [at("id"), call("get", answers(bay))],
  });
  const shown = [api.put("/docks", { name: "A" }), api.patch("/docks", { name: "A" }), api.put("/bays", { name: "A" })];
  for (const { status, headers } of shown) expect([status, headers.get("x-sandbox")]).toEqual([200, "example"]);
  const named = api.put("/bays", { id: 1, name: "A" });
  expect([named.status, named.headers.get("x-sandbox")]).toEqual([200, "simulated"]);
});

test.each([
  ["/cost_accounts", "cost_account_token", "token", "account_token"],
  ["/line-items", "lineItemId", "id", "itemId"],
])(
  "a reference that ends a path parameter's name isn't the record's id: %s",
  async (path, parameter, key, reference) => {
    const item = object(`${reference}: { type: integer }, ${key}: { type: integer, readOnly: true }`);
    const api = await sandboxOf({
      [path]: [call("get", answers(listOf(item))), call("post", takes(item), answers(item))],
      [`${path}/{${parameter}}`]: [at(parameter), call("get", answers(item))],
    });
    const added = [api.post(path, { [reference]: 5 }), api.post(path, { [reference]: 5 })];
    expect(added.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of added) expect(api.get(`${path}/${Object(body)[key]}`).body).toEqual(body);
  },
);

const missing = expect.stringContaining("`name` is missing");

test.each([
  ["msg: { type: string }, code: { type: string }", { msg: missing }],
  ["errorMessage: { type: string }", { errorMessage: missing }],
  ["errors: { type: array, items: { type: string } }", { errors: [missing] }],
  ["code: { type: string }, at: { type: integer }", { message: missing }],
])("an error has the contract's shape if that has room for the reason: %s", async (properties, expected) => {
  const sent = takes("{ type: object, required: [name], properties: { name: { type: string } } }");
  const api = await sandboxOf({ "/gates": [call("post", sent, answers(object(properties), { status: 400 }))] });
  expect(api.post("/gates", {})).toMatchObject({ status: 400, body: expected });
});

test("an error about an existing record names it with its article", async () => {
  const api = await sandboxOf(
    {
      "/event_types": [call("post", takes(ref("EventType")), answers(ref("EventType")))],
      "/event_types/{name}": [at("name", text), call("get", answers(ref("EventType")))],
    },
    [`EventType: ${object("name: { type: string }")}`],
  );
  api.post("/event_types", { name: "out" });
  const { message } = Object(api.post("/event_types", { name: "out" }).body);
  expect(message).toContain("There is already an event type out.");
});

test("paths that differ only in a parameter's name share records, and the one with more literal text wins", async () => {
  const named = (name: string): string => at(name, "{ type: string, example: a }");
  const done = (note: string): string => answers(object(`note: { type: string, example: ${note} }`));
  const api = await sandboxOf({
    "/v1/{name}": [named("name"), call("get", done("read"))],
    "/v1/{journal.name}": [
      named("journal.name"),
      call("patch", takes(object("note: { type: string }")), done("change")),
    ],
    "/v1/{name}:seal": [named("name"), call("post", done("seal"))],
  });
  expect(api.get("/v1/a").status).toBe(200);
  const bodies = [api.patch("/v1/a", { note: "later" }), api.get("/v1/a"), api.post("/v1/a:seal", {})];
  expect(bodies.map(({ body }) => Object(body).note)).toEqual(["later", "later", "seal"]);
  // Only one path has GET, and it has no such record.
  expect(api.get("/v1/a:seal").status).toBe(404);
  const { status, headers } = api.delete("/v1/a");
  expect([status, headers.get("allow")]).toEqual([405, "GET, PATCH, HEAD, OPTIONS"]);
});

test.each(["", "additionalProperties: true, "])(
  "write-only fields aren't in responses, lists and objects included (%s)",
  async (more) => {
    const pin = "pin: { type: string, writeOnly: true }";
    const crew = listOf(object(`name: { type: string }, ${pin}, mate: ${object(pin)}`));
    const voyage = `{ type: object, ${more}properties: { id: { type: integer, readOnly: true }, crew: ${crew} } }`;
    const api = await sandboxOf({
      "/voyages": [call("post", takes(voyage), created(voyage))],
      "/voyages/{id}": [at("id"), call("get", answers(voyage))],
    });
    const added = api.post("/voyages", { crew: [{ name: "Ada", pin: "1234", mate: { pin: "5" } }] });
    const shown = { id: expect.any(Number), crew: [{ name: "Ada", mate: {} }] };
    expect([added.status, added.body]).toEqual([201, shown]);
    expect(api.get(`/voyages/${Object(added.body).id}`).body).toEqual(shown);
  },
);

test.each([
  ["a uuid", "string, format: uuid"],
  ["a ULID", 'string, pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$", example: 01G65Z755AFWAKHE12NY0CQ9FH'],
  ["digits of a database", 'string, pattern: "^[a-f\\\\d]{24}$"'],
  ["a number", "integer"],
])("a new record gets an id that its paths accept: %s", async (_, schema) => {
  const [type = ""] = schema.split(",");
  const record = object(`id: { type: ${type}, readOnly: true }, label: { type: string }`);
  const named = (name: string): string => at(name, `{ type: ${schema} }`);
  const api = await sandboxOf({
    "/keys": [call("get", answers(listOf(record))), call("post", takes(record), created(record))],
    "/keys/{key.id}": [named("key.id"), call("patch", takes(record), answers(record))],
    "/keys/{id}": [named("id"), call("get", answers(record))],
  });
  const ids = ["first", "second"].map((label) => String(Object(api.post("/keys", { label }).body).id));
  const labelOf = (id = "") => Object(api.get(`/keys/${id}`).body).label;
  expect(ids.map(labelOf)).toEqual(["first", "second"]);
  expect(api.patch(`/keys/${ids[0]}`, { label: "third" }).status).toBe(200);
  expect(labelOf(ids[0])).toBe("third");
});

test("the record in a choice of envelopes is the first one's", async () => {
  const branch =
    "{ type: object, required: [name, stage], properties: { name: { type: string }, stage: { type: string } } }";
  const other = `{ type: object, required: [base], properties: { base: ${branch}, name: { type: string } } }`;
  const inData = (schema: string): string => `{ type: object, required: [data], properties: { data: ${schema} } }`;
  const either = `{ anyOf: [${inData(branch)}, ${inData(other)}] }`;
  const api = await sandboxOf({
    "/branches": [call("post", takes(object("name: { type: string }")), created(either))],
    "/branches/{name}": [at("name", text), call("get", answers(either))],
  });
  expect(api.post("/branches", { name: "later" }).body).toEqual({ data: { name: "later", stage: "stage" } });
  expect(api.get("/branches/later").body).toEqual({ data: { name: "later", stage: "stage" } });
});

test("fields that responses don't have, and other types of a choice, are read as the contract describes them", async () => {
  const page = `oneOf: [${text}, ${ref("Page")}]`;
  const sent = object(
    `body: ${object(`title: ${text}, markup: ${text}`)}, parent: { type: integer }, size: { type: integer }, fees: { type: object, additionalProperties: { type: number } }, state: ${text}`,
  );
  const state = "{ type: string, enum: [open, closed] }";
  const api = await sandboxOf(
    {
      "/pages": [call("post", takes(sent), created(ref("Page")))],
      "/pages/{id}": [at("id"), call("get", answers(ref("Page")))],
    },
    [
      `Page: ${object(`id: { type: integer }, body: ${object(`title: ${text}`)}, parent: { ${page} }, size: ${text}, fees: { type: object, additionalProperties: ${text} }, state: ${state}`)}`,
    ],
  );
  const yew = { body: { title: "Yew", markup: "_Yew_" }, parent: 7, size: 3, fees: { tax: 2 }, state: "new" };
  const { body } = api.post("/pages", yew);
  const read = { body: { title: "Yew" }, parent: { id: 7 }, size: "3", fees: { tax: "2" }, state: "open" };
  expect(body).toEqual({ id: expect.any(Number), ...read });
  expect(api.get(`/pages/${Object(body).id}`).body).toEqual(body);
});

test.each([
  ["3", String.raw`^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$`, "3"],
  ["3.5", String.raw`^-?\d+\.\d{2}$`, "3.50"],
  ["3", String.raw`^-?\d+\.\d{2}$`, "3.00"],
  ["3.125", String.raw`^-?\d+\.\d{2}$`, "1.00"],
])("a price that is sent as the number %s and answered as a text with the pattern %s is kept as %s", async (...row) => {
  const [sent, pattern, kept] = row;
  const schemas = [`Item: ${object(`price: { type: string, pattern: '${pattern}' }`)}`];
  const item = object("price: { type: number }");
  const api = await sandboxOf({ "/items": [call("post", takes(item), created(ref("Item")))] }, schemas);
  expect(api.post("/items", { price: Number(sent) }).body).toEqual({ price: kept });
});

test.each(["{ type: string, format: uuid }", "{ type: integer }"])(
  "a call that returns a new record's id returns one that can be read: %s",
  async (id) => {
    const label = object(`id: ${id}, name: ${text}`);
    const api = await sandboxOf({
      "/labels": [call("post", takes(object(`name: ${text}`)), created(id))],
      "/labels/{id}": [at("id", id), call("get", answers(label))],
    });
    const { body } = api.post("/labels", { name: "Yew" });
    expect(api.get(`/labels/${toText(body)}`).body).toEqual({ id: body, name: "Yew" });
  },
);

test.each(["^usr_[A-Za-z0-9]+$", "^[A-Za-z0-9_-]{21}$", "^user_[0-9a-hjkmnp-tv-z]{26}$", "^c[a-z0-9]{24}$"])(
  "new records have ids that match %s, and can be read again",
  async (pattern) => {
    const id = `{ type: string, pattern: "${pattern}" }`;
    const item = object(`id: ${id}, name: ${text}`);
    const api = await sandboxOf({
      "/items": [call("get", answers(listOf(item))), call("post", takes(object(`name: ${text}`)), created(item))],
      "/items/{id}": [at("id", id), call("get", answers(item))],
    });
    const added = ["Yew", "Ash", "Elm"].map((name) => Object(api.post("/items", { name }).body));
    expect(new Set(added.map((one) => one.id)).size).toBe(3);
    for (const one of added) {
      expect(one.id).toMatch(new RegExp(pattern));
      expect(api.get(`/items/${one.id}`).body).toEqual(one);
    }
  },
);

test("parentheses in a path may be encoded", async () => {
  const api = await sandboxOf({ "/trees({id})/leaves": [at("id"), call("get", answers(text))] });
  expect(["/trees(7)/leaves", "/trees%287%29/leaves"].map((path) => api.get(path).status)).toEqual([200, 200]);
  expect(api.get("/trees(x)/leaves").status).toBe(400);
});

test("a Content-Type parameter is ignored, as OpenAPI says", async () => {
  const type = "{ name: Content-Type, in: header, schema: { type: string, enum: [application/x-tar] } }";
  const api = await sandboxOf({
    "/builds": [`parameters: [${type}]`, call("post", takes(object("name: { type: string }")), answers(text))],
  });
  expect(api.post("/builds", { name: "Yew" }).status).toBe(200);
});

test("a record is stored even if its response is text, which is then the contract's example", async () => {
  const label = object("id: { type: string }");
  const api = await sandboxOf({
    "/labels": [call("post", takes(label), created(label))],
    "/labels/{id}": [at("id", text), call("get", answers('{ type: string }, example: "12"', { type: "text/csv" }))],
  });
  api.post("/labels", { id: "L1" });
  const { status, headers, body } = api.get("/labels/L1");
  expect([status, headers.get("content-type"), body]).toEqual([200, "text/csv", 12]);
  expect(headers.get("x-sandbox")).toBe("simulated");
  expect(api.get("/labels/L2").status).toBe(404);
});

test("neither a start date nor a size in words counts as paging", async () => {
  const since = "{ name: start, in: query, required: true, schema: { type: string, format: date } }";
  const size = "{ name: size, in: query, schema: { type: string, enum: [small, large] } }";
  const api = await sandboxOf({
    "/prices": [
      call(
        "get",
        `parameters: [${since}, ${size}], ${answers(listOf(object("id: { type: integer }, day: { type: string }")))}`,
      ),
    ],
  });
  expect(api.get("/prices?start=2025-03-01&size=small").status).toBe(200);
});

test("a list with its own calls is also stored if the body has it", async () => {
  const item = object("name: { type: string }");
  const order = object(`id: { type: integer, readOnly: true }, items: ${listOf(item)}`);
  const api = await sandboxOf({
    "/orders": [call("post", takes(order), created(order))],
    "/orders/{id}": [at("id"), call("get", answers(order)), call("put", takes(order), answers(order))],
    "/orders/{id}/items": [at("id"), call("post", takes(item), created(item))],
  });
  const added = api.post("/orders", { items: [{ name: "Rope" }] });
  expect([added.status, added.body]).toEqual([201, { id: expect.any(Number), items: [{ name: "Rope" }] }]);
  const { id } = Object(added.body);
  api.post(`/orders/${id}/items`, { name: "Net" });
  expect(api.get(`/orders/${id}`).body).toEqual({ id, items: [{ name: "Rope" }, { name: "Net" }] });
  expect(api.put(`/orders/${id}`, { items: [{ name: "Oar" }] }).body).toEqual({ id, items: [{ name: "Oar" }] });
});

test.each(["{}", "{ description: Changes. }"])("an undescribed patch starts with no changes: %s", async (schema) => {
  const tree = object("id: { type: integer, readOnly: true }, kind: { type: string }");
  const contract = await contractOf({
    "/trees/{id}": [
      at("id"),
      call("get", answers(tree)),
      call("patch", takes(schema, "application/json-patch+json"), answers(tree)),
    ],
  });
  expect((await measureSandbox(contract)).firstSends.map(({ status }) => status)).toEqual([200, 200]);
});

test("among paths that differ in a parameter's type, the one that accepts the value responds", async () => {
  const tree = object("id: { type: integer }, name: { type: string, example: Elm }");
  const contract = await contractOf({
    "/trees/{id}": [at("id"), call("get", answers(tree))],
    "/trees/{name}": [at("name", text), call("get", answers(tree))],
  });
  expect((await measureSandbox(contract)).firstSends.map(({ status }) => status)).toEqual([200, 200]);
});
