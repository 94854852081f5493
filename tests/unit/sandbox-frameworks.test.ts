import { expect, test } from "vitest";

import { readContractText } from "../support/read-contract-text.ts";
import { callSandbox } from "../support/sandbox.ts";

/* What the documents of web frameworks have in common, and no hand-written one: see tests/contracts/frameworks. */

async function sandboxOf(paths: string, schemas = "") {
  const head = `openapi: 3.0.3\ninfo: { title: Yard, version: "1" }\nservers: [{ url: https://yard.example }]\n`;
  return callSandbox(await readContractText(`${head}paths:${paths}\ncomponents:\n  schemas:\n${schemas}`));
}

const json = (schema: string, type = "application/json"): string => `content: { "${type}": { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const ok = (schema: string, type?: string): string => `"200": { description: OK, ${json(schema, type)} }`;
const listOf = (schema: string): string => `{ type: array, items: ${schema} }`;
const at = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;

test("what is written as an id or a choice is read as the object that the contract describes, in every answer", async () => {
  const sent = `requestBody: { required: true, ${json(ref("WritableHaul"))} }`;
  const api = await sandboxOf(
    `
  /hauls/:
    get: { operationId: list, responses: { ${ok(listOf(ref("Haul")))} } }
    post: { operationId: create, ${sent}, responses: { "201": { description: OK, ${json(ref("Haul"))} } } }
  /hauls/{id}/:
    ${at("id")}
    get: { operationId: read, responses: { ${ok(ref("Haul"))} } }
    patch: { operationId: change, requestBody: { ${json("{ type: object, properties: { carrier: { type: integer } } }")} }, responses: { ${ok(ref("Haul"))} } }
`,
    `
    WritableHaul:
      type: object
      required: [carrier]
      properties: { status: { type: string, enum: [open, done] }, carrier: { type: integer }, tags: { type: array, items: { type: integer } }, yard: ${ref("Yard")} }
    Haul:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        status: { type: object, properties: { label: { type: string, enum: [Open, Done] }, value: { type: string, enum: [open, done] } } }
        carrier: ${ref("Carrier")}
        tags: { type: array, items: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } }
        yard: { type: string, enum: [north, south] }
    Carrier: { type: object, required: [name], properties: { id: { type: integer }, name: { type: string, example: Road } } }
    Yard: { type: object, properties: { slug: { type: string } } }
`,
  );
  const made = api.post("/hauls/", { status: "done", carrier: 7, tags: [3, 4], yard: { slug: "south" } });
  const haul = {
    id: expect.any(Number),
    status: { label: "Done", value: "done" },
    carrier: { id: 7, name: "Road" },
    tags: [
      { id: 3, name: "Example tag" },
      { id: 4, name: "Example tag" },
    ],
    yard: "south",
  };
  expect([made.status, made.body]).toEqual([201, haul]);
  const { id } = Object(made.body);
  expect(api.get(`/hauls/${id}/`).body).toEqual(haul);
  expect(api.get("/hauls/").body).toContainEqual(haul);
  expect(api.patch(`/hauls/${id}/`, { carrier: 8 }).body).toEqual({ ...haul, carrier: { id: 8, name: "Road" } });
});

test("any type is JSON where an object or a list is described", async () => {
  const api = await sandboxOf(
    `
  /crates:
    get: { operationId: list, responses: { ${ok(listOf(ref("Crate")), "*/*")} } }
    post: { operationId: create, requestBody: { ${json(ref("Crate"))} }, responses: { ${ok(ref("Crate"), "*/*")} } }
  /crates/{id}:
    ${at("id")}
    get: { operationId: read, responses: { ${ok(ref("Crate"), "*/*")} } }
`,
    "    Crate: { type: object, properties: { id: { type: integer }, name: { type: string } } }",
  );
  const made = api.post("/crates", { name: "Rex" });
  expect([made.status, made.headers.get("content-type"), made.body]).toEqual([
    ...[200, "application/json", { id: expect.any(Number), name: "Rex" }],
  ]);
  expect(api.get(`/crates/${Object(made.body).id}`).body).toEqual(made.body);
  expect(api.get("/crates").body).toContainEqual(made.body);
});

test("PUT and PATCH on a collection whose body cannot name a record show the example", async () => {
  const sent = `requestBody: { ${json(ref("Dock"))} }, responses: { ${ok(ref("Dock"))} }`;
  const api = await sandboxOf(
    `
  /docks:
    get: { operationId: list, responses: { ${ok(listOf(ref("Dock")))} } }
    post: { operationId: create, ${sent} }
    put: { operationId: update, ${sent} }
    patch: { operationId: change, ${sent} }
  /docks/{id}:
    ${at("id")}
    get: { operationId: read, responses: { ${ok(ref("Dock"))} } }
  /bays:
    get: { operationId: bays, responses: { ${ok(listOf(ref("Bay")))} } }
    put: { operationId: bay, requestBody: { ${json(ref("Bay"))} }, responses: { ${ok(ref("Bay"))} } }
  /bays/{id}:
    ${at("id")}
    get: { operationId: readBay, responses: { ${ok(ref("Bay"))} } }
`,
    `    Dock: { type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
    Bay: { type: object, properties: { id: { type: integer }, name: { type: string } } }`,
  );
  const shown = [api.put("/docks", { name: "A" }), api.patch("/docks", { name: "A" }), api.put("/bays", { name: "A" })];
  for (const { status, headers } of shown) expect([status, headers.get("x-sandbox")]).toEqual([200, "example"]);
  const named = api.put("/bays", { id: 1, name: "A" });
  expect([named.status, named.headers.get("x-sandbox")]).toEqual([200, "simulated"]);
});

test.each([
  [
    "/cost_accounts",
    "cost_account_token",
    "token: { type: integer, readOnly: true }, account_token: { type: integer }",
  ],
  ["/line-items", "lineItemId", "itemId: { type: integer }, id: { type: integer, readOnly: true }"],
])("a reference that ends the name of a path's parameter is no identity: %s", async (path, parameter, fields) => {
  const api = await sandboxOf(
    `
  ${path}:
    get: { operationId: list, responses: { ${ok(listOf(ref("One")))} } }
    post: { operationId: create, requestBody: { ${json(ref("One"))} }, responses: { ${ok(ref("One"))} } }
  ${path}/{${parameter}}:
    ${at(parameter)}
    get: { operationId: read, responses: { ${ok(ref("One"))} } }
`,
    `    One: { type: object, properties: { ${fields} } }`,
  );
  const reference = path === "/line-items" ? "itemId" : "account_token";
  const key = path === "/line-items" ? "id" : "token";
  const made = [api.post(path, { [reference]: 5 }), api.post(path, { [reference]: 5 })];
  expect(made.map(({ status }) => status)).toEqual([200, 200]);
  for (const { body } of made) expect(api.get(`${path}/${Object(body)[key]}`).body).toEqual(body);
});

test.each([
  ["{ msg: { type: string }, code: { type: string } }", { msg: expect.stringContaining("`name` is missing") }],
  ["{ errorMessage: { type: string } }", { errorMessage: expect.stringContaining("`name` is missing") }],
  ["{ errors: { type: array, items: { type: string } } }", { errors: [expect.stringContaining("`name` is missing")] }],
  ["{ code: { type: string }, at: { type: integer } }", { message: expect.stringContaining("`name` is missing") }],
])("a refusal has the contract's shape where that can say why: %s", async (properties, told) => {
  const api = await sandboxOf(
    `
  /gates:
    post:
      operationId: create
      requestBody: { ${json("{ type: object, required: [name], properties: { name: { type: string } } }")} }
      responses: { "201": { description: OK }, "400": { description: Wrong., ${json(`{ type: object, properties: ${properties} }`)} } }
`,
    "    Any: {}",
  );
  expect(api.post("/gates", {})).toMatchObject({ status: 400, body: told });
});

test("a record that is there already is named with its article", async () => {
  const api = await sandboxOf(
    `
  /event_types:
    post: { operationId: create, requestBody: { ${json(ref("EventType"))} }, responses: { ${ok(ref("EventType"))} } }
  /event_types/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { ${ok(ref("EventType"))} } }
`,
    "    EventType: { type: object, properties: { name: { type: string } } }",
  );
  api.post("/event_types", { name: "out" });
  expect(Object(api.post("/event_types", { name: "out" }).body).message).toContain(
    "There is already an event type out.",
  );
});

test("paths that differ in a parameter's name share methods and records, and the one with more words is meant", async () => {
  const named = (name: string): string =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string, example: a } }]`;
  const done = (note: string): string =>
    `responses: { ${ok(`{ type: object, properties: { note: { type: string, example: ${note} } } }`)} }`;
  const api = await sandboxOf(
    `
  /v1/{name}: { ${named("name")}, get: { operationId: read, ${done("read")} } }
  /v1/{journal.name}:
    ${named("journal.name")}
    patch: { operationId: change, requestBody: { ${json("{ type: object, properties: { note: { type: string } } }")} }, ${done("change")} }
  "/v1/{name}:seal": { ${named("name")}, post: { operationId: seal, ${done("seal")} } }
`,
    "    Any: {}",
  );
  const [first, ...others] = [
    api.get("/v1/a"),
    api.patch("/v1/a", { note: "later" }),
    api.get("/v1/a"),
    api.post("/v1/a:seal", {}),
  ];
  expect(first?.status).toBe(200);
  expect(others.map(({ body }) => Object(body).note)).toEqual(["later", "later", "seal"]);
  // Of reads, the one path with GET is meant, which has no such record.
  expect(api.get("/v1/a:seal").status).toBe(404);
  const { status, headers } = api.delete("/v1/a");
  expect([status, headers.get("allow")]).toEqual([405, "GET, PATCH, HEAD, OPTIONS"]);
});

test.each(["", "additionalProperties: true, "])(
  "what is write-only stays out of answers, within lists and objects as well (%s)",
  async (more) => {
    const crew =
      "{ type: object, properties: { name: { type: string }, pin: { type: string, writeOnly: true }, mate: { type: object, properties: { pin: { type: string, writeOnly: true } } } } }";
    const voyage = `{ type: object, ${more}properties: { id: { type: integer, readOnly: true }, crew: { type: array, items: ${crew} } } }`;
    const api = await sandboxOf(
      `
  /voyages:
    post: { operationId: create, requestBody: { ${json(voyage)} }, responses: { "201": { description: OK, ${json(voyage)} } } }
  /voyages/{id}:
    ${at("id")}
    get: { operationId: read, responses: { ${ok(voyage)} } }
`,
      "    Any: {}",
    );
    const made = api.post("/voyages", { crew: [{ name: "Ada", pin: "1234", mate: { pin: "5" } }] });
    const shown = { id: expect.any(Number), crew: [{ name: "Ada", mate: {} }] };
    expect([made.status, made.body]).toEqual([201, shown]);
    expect(api.get(`/voyages/${Object(made.body).id}`).body).toEqual(shown);
  },
);

test.each([
  ["a uuid", "{ type: string, format: uuid }"],
  ["a ULID", '{ type: string, pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$", example: 01G65Z755AFWAKHE12NY0CQ9FH }'],
  ["digits of a database", '{ type: string, pattern: "^[a-f\\\\d]{24}$" }'],
  ["a number", "{ type: integer }"],
])("what is made gets an id that the paths of its records take: %s", async (_, schema) => {
  const named = (name: string): string =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
  const key = "{ type: object, properties: { id: { type: string, readOnly: true }, label: { type: string } } }";
  const isNumber = schema.includes("integer");
  const record = isNumber ? key.replace("id: { type: string", "id: { type: integer") : key;
  const api = await sandboxOf(
    `
  /keys:
    get: { operationId: list, responses: { ${ok(listOf(record))} } }
    post: { operationId: create, requestBody: { ${json(record)} }, responses: { "201": { description: OK, ${json(record)} } } }
  /keys/{key.id}: { ${named("key.id")}, patch: { operationId: change, requestBody: { ${json(record)} }, responses: { ${ok(record)} } } }
  /keys/{id}: { ${named("id")}, get: { operationId: read, responses: { ${ok(record)} } } }
`,
    "    Any: {}",
  );
  const ids = ["first", "second"].map((label) => String(Object(api.post("/keys", { label }).body).id));
  expect(ids.map((id) => Object(api.get(`/keys/${id}`).body).label)).toEqual(["first", "second"]);
  expect(api.patch(`/keys/${ids[0]}`, { label: "third" }).status).toBe(200);
  expect(Object(api.get(`/keys/${ids[0]}`).body).label).toBe("third");
});

test("where an envelope is one of several, its record is that of the first", async () => {
  const branch =
    "{ type: object, required: [name, stage], properties: { name: { type: string }, stage: { type: string } } }";
  const other = `{ type: object, required: [base], properties: { base: ${branch}, name: { type: string } } }`;
  const inData = (schema: string): string => `{ type: object, required: [data], properties: { data: ${schema} } }`;
  const either = `{ anyOf: [${inData(branch)}, ${inData(other)}] }`;
  const api = await sandboxOf(
    `
  /branches:
    post: { operationId: create, requestBody: { ${json("{ type: object, properties: { name: { type: string } } }")} }, responses: { "201": { description: OK, ${json(either)} } } }
  /branches/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { ${ok(either)} } }
`,
    "    Any: {}",
  );
  expect(api.post("/branches", { name: "later" }).body).toEqual({ data: { name: "later", stage: "stage" } });
  expect(api.get("/branches/later").body).toEqual({ data: { name: "later", stage: "stage" } });
});

test("a record that is answered as a text is answered with the one that the contract shows, and kept", async () => {
  const label = `"200": { description: OK, content: { text/csv: { schema: { type: string }, example: "12" } } }`;
  const api = await sandboxOf(
    `
  /labels:
    post: { operationId: create, requestBody: { ${json("{ type: object, properties: { id: { type: string } } }")} }, responses: { "201": { description: OK, ${json("{ type: object, properties: { id: { type: string } } }")} } } }
  /labels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { ${label} } }
`,
    "    Any: {}",
  );
  api.post("/labels", { id: "L1" });
  const { status, headers, body } = api.get("/labels/L1");
  expect([status, headers.get("content-type"), body]).toEqual([200, "text/csv", 12]);
  expect(headers.get("x-sandbox")).toBe("simulated");
  expect(api.get("/labels/L2").status).toBe(404);
});
