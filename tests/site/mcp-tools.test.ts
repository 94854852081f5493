import { expect, test } from "vitest";

import { invoiceShipment } from "../support/agent-task.ts";
import { type Answer, openAssistant } from "../support/mcp-client.ts";
import { buildFiles, type BuiltSite } from "../support/build-site.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

const site = await buildShippedSite();
const { client, call, refusal } = await openAssistant(site);

/** A small API of another industry. */
const hotels = await buildFiles({
  "content/site.yaml": "contracts: [{ id: v1, document: openapi/hotels.yaml, route: /api/ }]",
  "openapi/hotels.yaml": `
openapi: 3.1.0
info: { title: Hotels, version: "1" }
paths:
  /hotels/{hotel_id}/rates:
    parameters:
      - { name: hotel_id, in: path, required: true, example: h_1, schema: { type: string } }
    get:
      operationId: listRates
      parameters:
        - { name: from, in: query, required: true, schema: { type: string, format: date } }
        - { name: X-Team, in: header, required: true, schema: { type: string } }
      responses: { "200": { description: ok } }
    post:
      operationId: addRate
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Rate" } } } }
      responses: { "201": { description: ok } }
components:
  schemas:
    Rate: { type: object, properties: { price: { type: integer } } }
`,
});

/** A small API with webhooks, schemes, tags and schemas. */
const bookings = await buildFiles({
  "content/index.md": "# Home\n\n## Places\n\nWords.",
  "content/site.yaml": "contracts: [{ id: v1, document: openapi/bookings.yaml, route: /api/ }]",
  "openapi/bookings.yaml": `
openapi: 3.1.0
info: { title: Bookings, version: "1", description: "Words.\\n\\n## Rooms\\n\\nNot these." }
tags: [{ name: rooms, x-displayName: Rooms, description: Where guests sleep. }, { name: bookings }]
security: [{ key: [] }]
paths:
  /bookings:
    post:
      operationId: book
      tags: [bookings]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } } }
      responses: { "201": { description: ok } }
  /rooms: { get: { operationId: rooms, tags: [rooms], responses: { "200": { description: ok } } } }
webhooks:
  changed:
    post: { operationId: changed, summary: A booking changed, description: Sent at once., responses: { "200": { description: ok } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key, description: "Ask for one.\\n\\nKeep it." }
    basic: { type: http, scheme: basic }
  schemas:
    Booking:
      type: object
      required: [guest, payment]
      description: "A stay.\\n\\n## How long\\n\\nAt least a night."
      properties:
        guest: { type: string, description: Who sleeps there. }
        payment: { $ref: "#/components/schemas/Payment" }
        room: { type: object, properties: { floor: { type: integer } } }
    Payment: { oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Invoice" }] }
    Card: { type: object, required: [token], properties: { token: { type: string, writeOnly: true } } }
    Invoice: { type: object, properties: { company: { type: string } } }
`,
});

/** Members of each element of a list. */
function listIn(answer: Answer, name: string): readonly Answer[] {
  const list = answer[name];
  return Array.isArray(list) ? list : [];
}

test("every tool briefly describes its input and output, with examples from the contract that is served", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "search",
    "read_page",
    "list_operations",
    "get_operation",
    "get_schema",
    "check_request",
    "check_response",
    "write_sample",
    "try_request",
    "reset_sandbox",
    "explain_status",
  ]);
  for (const { description = "", inputSchema, annotations } of tools) {
    expect(description.length).toBeLessThan(260);
    expect(inputSchema.type).toBe("object");
    expect(annotations?.openWorldHint).toBe(false);
    expect(annotations?.readOnlyHint ?? annotations?.destructiveHint === false).toBe(true);
  }
  // What a model reads about the tools before the first question, including the author's tools.
  const authoring = {
    check: async () => [],
    explain: () => null,
    suggest: () => "Did you?",
    fix: async () => ({ made: [], left: [] }),
  };
  await using author = await openAssistant(site, { authoring });
  expect(await author.refusal("explain_finding", { code: "x" })).toBe(
    "There is nothing to explain by the name x. Did you?",
  );
  const own = (await author.client.listTools()).tools;
  expect(own).toHaveLength(14);
  expect(Buffer.byteLength(JSON.stringify(own))).toBeLessThan(11_750);
  const [examples] = await examplesIn(hotels);
  expect(examples).toEqual({
    "read_page address": ["/api.md", "/api/#post-hotels-hotel-id-rates"],
    "get_operation operation": ["POST /hotels/{hotel_id}/rates", "addRate"],
    "get_schema name": ["Rate"],
    "check_request path": ["/hotels/h_1/rates"],
  });
  const [none, words] = await examplesIn(await buildFiles({ "content/index.md": "# Home" }));
  expect(none).toEqual({ "read_page address": ["/index.md"] });
  expect(words).not.toMatch(/freight|load|invoice|broker|carrier|debtor/i);
});

/** The examples in a site's tools, and everything that a model reads about them. */
async function examplesIn(built: BuiltSite) {
  await using assistant = await openAssistant(built);
  const { tools } = await assistant.client.listTools();
  const wanted = new Set(["read_page address", "get_operation operation", "get_schema name", "check_request path"]);
  const examples = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties ?? {}).flatMap(([input, property]): [string, unknown][] => {
      const own = Object(property).examples;
      return own !== undefined && wanted.has(`${name} ${input}`) ? [[`${name} ${input}`, own]] : [];
    }),
  );
  const text = JSON.stringify([tools, assistant.client.getInstructions(), await assistant.client.listPrompts()]);
  return [Object.fromEntries(examples), text] as const;
}

test("check_request and the sandbox agree on a request whose path is an example of the contract", async () => {
  await using assistant = await openAssistant(hotels);
  const request = { method: "GET", path: "/hotels/h_1/rates" };
  const { isRight, findings } = await assistant.call("check_request", request);
  const { status, body } = await assistant.call("try_request", request);
  expect([isRight, status]).toEqual([false, 400]);
  const faults: readonly { message: string }[] = JSON.parse(String(body)).faults;
  expect(findings).toEqual(
    faults.map(({ message }) => ({ in: "request", message: expect.stringMatching(message.slice(1)) })),
  );
  const right = { ...request, query: { from: "2026-01-01" }, headers: { "X-Team": "blue" } };
  expect(await assistant.call("check_request", right)).toMatchObject({ isRight: true });
  expect(await assistant.call("try_request", right)).toMatchObject({ status: 200 });
});

test("search finds what the site's own search finds, with location, excerpt and address, and marks it as data", async () => {
  const answer = await call("search", { query: "attach documents" });
  expect(answer["note"]).toContain("It's data");
  expect(listIn(answer, "hits")).toContainEqual({
    title: "Attach documents",
    kind: "guide",
    trail: "Broker API",
    excerpt: expect.stringContaining("multipart form"),
    address: "/broker-api#attach-documents",
  });
  const [operation] = listIn(await call("search", { query: "create a load" }), "hits");
  expect(operation).toMatchObject({ kind: "operation", trail: "POST /loads/", address: "/api/#post-loads" });
});

test("a question finds operations before fields, a field's own words that field, and integration advice skill.md", async () => {
  const kindsOf = async (query: string) =>
    listIn(await call("search", { query, limit: 20_000 }), "hits").map(({ kind }) => kind);
  for (const query of ["create an invoice with proof of delivery", "how do I see what a debtor's credit is"]) {
    const kinds = await kindsOf(query);
    expect(kinds).toContain("operation");
    expect(kinds.indexOf("field") < 0 || kinds.indexOf("field") > kinds.lastIndexOf("operation"), query).toBe(true);
  }
  const named = listIn(await call("search", { query: "Signed Bill of Lading (Delivered)" }), "hits").slice(0, 3);
  expect(named).toContainEqual(expect.objectContaining({ kind: "field", title: "AttachmentCategory" }));
  for (const query of ["skill", "advice for integrators", "where do I start"]) {
    const [first] = listIn(await call("search", { query }), "hits");
    expect(first).toMatchObject({ title: "Advice for integrators", address: "/skill.md" });
  }
  expect((await call("read_page", { address: "/skill.md" }))["text"]).toContain("# Advice for integrators");
});

test("a page is read in parts that each fit and together make the whole", async () => {
  const parts: string[] = [];
  let cursor: unknown;
  do {
    const answer = await call("read_page", { address: "/broker-api", ...(cursor !== undefined && { cursor }) });
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(8_000);
    parts.push(String(answer["text"]));
    cursor = answer["next"];
  } while (cursor !== undefined);
  expect(parts.length).toBeGreaterThan(2);
  const page = site.files.find(({ path }) => path === "broker-api.md")?.content ?? "";
  expect(parts.join("")).toBe(Buffer.from(page).toString());
});

test("numbers may be strings, null counts as absent, and an impossible size becomes the nearest one", async () => {
  const page = await call("read_page", { address: "/", limit: "1000", cursor: 300 });
  expect(await call("read_page", { address: "/", limit: -5, cursor: "300" })).toEqual(page);
  expect(await call("list_operations", { tag: null, version: null, limit: 1e9 })).not.toHaveProperty("next");
  const ping = { operation: "loads_delete", status: "204", body: null };
  expect(await call("check_response", ping)).toMatchObject({ verdict: "match" });
  const form = [
    { name: "attachment", fileName: "a.pdf" },
    { name: "category", value: "Invoice" },
  ];
  const query = { visible_to: ["carrier", "debtor"] };
  const attach = { method: "POST", path: "/broker_invoices/INV-1/attachments", query, form };
  expect(await call("check_request", attach)).toMatchObject({ isRight: true });
  expect(
    await call("check_request", { method: "GET", path: "/loads/", query: { page: null, page_size: 5 } }),
  ).toMatchObject({
    curl: expect.stringContaining('/loads/?page_size=5"'),
  });
  const headers = { "X-Number": 5 };
  expect(await call("check_request", { method: "GET", path: "/loads/", headers })).toMatchObject({ isRight: false });
});

test("an address with an anchor returns that section, or the operation's page", async () => {
  const section = await call("read_page", { address: "https://docs.example.com/broker-api#attach-documents" });
  expect(section["text"]).toMatch(/^## Attach documents\n/);
  expect(section["text"]).not.toContain("## Add accessorial charges");
  const operation = await call("read_page", { address: "/api/#post-loads" });
  expect(operation["address"]).toBe("/api/post-loads.md");
  expect(await refusal("read_page", { address: "/broker-apii" })).toBe(
    "There is no page at /broker-apii. Did you mean /broker-api?",
  );
  expect(await refusal("read_page", { address: "/../../etc/passwd" })).toContain("There is no page");
});

test("an address of the reference returns only the schema, field, tag, scheme or webhook it names", async () => {
  await using assistant = await openAssistant(bookings);
  const read = async (anchor: string): Promise<string> =>
    String((await assistant.call("read_page", { address: `/api/#${anchor}` }))["text"]);
  const booking = await read("schema-booking");
  expect(booking).toMatch(/^### Booking\n\n/);
  for (const part of ["At least a night.", "`guest`", "`room.floor`"]) expect(booking).toContain(part);
  expect(booking).not.toContain("### Card");
  expect(await read("schema-booking.room")).toBe(
    [
      "### Booking.room",
      "",
      "| Field | Type | Required | Description |",
      "| --- | --- | --- | --- |",
      "| `room` | object | no |  |",
      "| `room.floor` | integer | no |  |",
    ].join("\n"),
  );
  expect(await read("tag-rooms")).toMatch(/^## Rooms\n\nWhere guests sleep\.\n\n- .*rooms`.*$/);
  expect(await read("authentication-key")).toBe("`key`: apiKey in the header `X-Key`.\n\nAsk for one.\n\nKeep it.");
  expect(await read("authentication-basic")).toBe("`basic`: basic.");
  expect(await read("webhook-post-changed")).toMatch(/^### A booking changed\n\n`POST changed`\n\nSent at once\./);
  expect(await read("authentication")).toMatch(/^## Authentication\n/);
  expect((await assistant.call("read_page", { address: "/api/#post-bookings~201" }))["address"]).toBe(
    "/api/post-bookings.md",
  );
});

test("an operation's own Markdown has the fields of each alternative of a body", async () => {
  await using assistant = await openAssistant(bookings);
  const { text } = await assistant.call("get_operation", { operation: "book" });
  for (const field of ["payment.alternative 1 (Card).token", "payment.alternative 2 (Invoice).company"])
    expect(text).toContain(`\`${field}\``);
});

test("operations are listed and read by id or by method and path, with base URLs and JSON Schemas", async () => {
  const list = await call("list_operations");
  expect(list["versions"]).toEqual(["v1.1", "v1"]);
  expect(listIn(list, "operations")).toHaveLength(site.contract?.operations.length ?? 0);
  const tagged = await call("list_operations", { tag: "loads", version: "v1" });
  expect(listIn(tagged, "operations").map(({ id }) => id)).toContain("loads_create");
  const byId = await call("get_operation", { operation: "loads_create", limit: 50_000 });
  expect(await call("get_operation", { operation: "post /loads/", limit: 50_000 })).toEqual(byId);
  expect(byId["servers"]).toContainEqual({ name: "Staging", url: "https://staging.example.com/v1/external_api" });
  const [, json = ""] = /## JSON Schema\n\n```json\n(.*)\n```/s.exec(String(byId["text"])) ?? [];
  const { requestBody, components } = JSON.parse(json);
  expect(requestBody).toEqual({ $ref: "#/components/schemas/LoadCreate" });
  expect(Object.keys(components.schemas)).toEqual(["LoadCreate", "Load", "TrailerType", "LoadLocation"].sort(byName));
  expect(await refusal("get_operation", { operation: "POST /load/" })).toBe(
    "There is no path /load/. Did you mean /loads/?",
  );
  expect(await refusal("get_operation", { operation: "load_create" })).toBe(
    "There is no operation load_create. Did you mean loads_create?",
  );
  expect(await refusal("list_operations", { tag: "laods" })).toBe("There is no tag laods. Did you mean loads?");
  expect(await call("get_operation", { operation: "delete /loads/LD-20417/" })).toMatchObject({ id: "loads_delete" });
  expect(await refusal("get_operation", { operation: "/loads/" })).toBe(
    "There is no /loads/; there is GET /loads/, POST /loads/.",
  );
  expect(await refusal("search", { query: "load", version: "v2" })).toBe("There is no version v2; there is v1.1, v1.");
  expect(await refusal("list_operations", { version: "v2" })).toBe("There is no version v2; there is v1.1, v1.");
});

function byName(a: string, b: string): number {
  const order = ["LoadCreate", "Load", "TrailerType", "LoadLocation"];
  return order.indexOf(a) - order.indexOf(b);
}

test("a schema is read by its name, and says which schemas it refers to", async () => {
  const { refersTo, text } = await call("get_schema", { name: "Load" });
  expect(refersTo).toEqual(["TrailerType", "LoadLocation"]);
  expect(JSON.parse(String(text))).toMatchObject({ type: "object", properties: { weight: { "x-unit": "lb" } } });
  expect(await refusal("get_schema", { name: "Loaad" })).toBe("There is no schema Loaad. Did you mean Load?");
});

const relationship = { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", external_id: "CARR-1042" };

test("a request is checked against the contract: findings have a position and a sentence, also about cents", async () => {
  const line = { invoice_number: "BI-1", amount: "12.50" };
  const wrong = await call("check_request", {
    method: "POST",
    path: "/broker_invoices/?vizible=1",
    headers: { Authorization: "Bearer secret" },
    body: '{"amount": 2400.00, "loadnumber": "LD-1"}',
  });
  expect(wrong).toMatchObject({ isRight: false, leftOut: ["Authorization"] });
  expect(JSON.stringify(wrong)).not.toContain("secret");
  expect(listIn(wrong, "findings")).toContainEqual({
    in: "body",
    pointer: "/amount",
    message: "`amount` is a whole number of cents, not 2400.00. Did you mean 240000?",
  });
  expect(listIn(wrong, "findings")).toContainEqual(expect.objectContaining({ in: "query", name: "vizible" }));
  const text = await call("check_request", { method: "POST", path: "/line_items/", body: line });
  expect(listIn(text, "findings")).toContainEqual(expect.objectContaining({ pointer: "/amount" }));
});

test("a correct request is confirmed, and returned as curl without secrets", async () => {
  const base = "https://staging.example.com/v1/external_api";
  const right = await call("check_request", {
    ...{ method: "POST", path: `${base}/carrier_relationships/`, body: relationship },
    headers: { authorization: "Bearer secret" },
  });
  expect(right).toMatchObject({ isRight: true, operation: "POST /carrier_relationships/", findings: [] });
  expect(right["curl"]).toContain('curl "$API_BASE/carrier_relationships/" \\\n  --fail-with-body -i -X POST');
  expect(right["curl"]).toContain("$API_AUTH");
  expect(JSON.stringify(right)).not.toContain("secret");
});

test("an unknown path is reported with the most similar one of the API", async () => {
  const check = async (method: string, path: string) => refusal("check_request", { method, path });
  expect(await check("GET", "/carriers")).toBe(
    "There is no path /carriers. Did you mean /carriers/? Every path is exact.",
  );
  expect(await check("PUT", "/loads/")).toBe("There is no PUT /loads/; there is GET /loads/, POST /loads/.");
  expect(await check("GET", "/lodas/")).toBe("There is no path /lodas/. Did you mean /loads/?");
});

test("a response is checked against the contract for its status", async () => {
  const check = async (status: number, body?: unknown) =>
    call("check_response", { operation: "carriers_list", status, ...(body !== undefined && { body }) });
  const empty = { count: 0, next: null, previous: null, results: [] };
  expect(await check(200, empty)).toMatchObject({ verdict: "match", findings: [] });
  expect(await check(200, { ...empty, count: "0" })).toMatchObject({
    verdict: "mismatch",
    findings: [{ in: "body", pointer: "/count", message: '`count` must be a whole number, not "0".' }],
  });
  expect(await check(418, {})).toMatchObject({ verdict: "not described", findings: [] });
});

test("a request is written in eight languages, and an operation's example works without a request", async () => {
  const languages = ["curl", "javascript", "python", "csharp", "java", "go", "php", "ruby"];
  for (const language of languages) {
    const own = { language, method: "POST", path: "/carrier_relationships/", body: relationship };
    expect((await call("write_sample", own))["text"]).toContain("CARR-1042");
    expect((await call("write_sample", { language, operation: "loads_create" }))["text"]).toContain("LD-20417");
  }
  expect(await refusal("write_sample", { language: "go" })).toBe("Send `operation`, or `method` and `path`.");
});

test("the sandbox stores records for the session, and a reset forgets them", async () => {
  await using other = await openAssistant(site);
  const read = { method: "GET", path: "/loads/LD-77/" };
  const stop = { street_one: "1 Main St", city: "Reno", state: "NV", country: "US" };
  const load = {
    ...{ load_number: "LD-77", trailer_type: "V", length: 53, weight: 41_500, origin_locations: [stop] },
    ...{ destination_locations: [stop], pickup_open_at: "2025-03-12T08:00:00Z" },
    pickup_close_at: "2025-03-12T10:00:00Z",
  };
  const made = await other.call("try_request", { method: "POST", path: "/loads/", body: load });
  expect(made).toMatchObject({ simulated: true, operation: "POST /loads/", status: 201 });
  expect(made).not.toHaveProperty("session");
  expect(await other.call("try_request", read)).toMatchObject({ status: 200 });
  expect(await call("try_request", read)).toMatchObject({ status: 404 });
  expect(await other.call("reset_sandbox")).toEqual({ isReset: true });
  expect(await other.call("try_request", read)).toMatchObject({ status: 404 });
  const refused = await other.call("try_request", { method: "POST", path: "/loads/", body: { weight: "1" } });
  expect(refused["status"]).toBe(400);
  expect(JSON.parse(String(refused["body"])).faults.length).toBeGreaterThan(1);
});

test("without a persistent connection, responses name the session that later calls continue", async () => {
  await using apart = await openAssistant(site, { session: null });
  const path = "/carrier_relationships/";
  const first = await apart.call("try_request", { method: "POST", path, body: relationship });
  const { session } = first;
  const list = async (input: object) => apart.call("try_request", { method: "GET", path, ...input });
  expect((await list({ session }))["body"]).toContain("CARR-1042");
  const fresh = await list({});
  expect(fresh["session"]).not.toBe(session);
  expect(await apart.refusal("try_request", { method: "GET", path, session: "gone" })).toBe(
    "The session gone has ended. Leave it out to begin a new one.",
  );
});

test("a body that is too large is returned in part, with its size", async () => {
  const answer = await call("try_request", { method: "GET", path: "/debtors/", limit: 1_000 });
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(1_000);
  expect(answer["bodyBytes"]).toBeGreaterThan(String(answer["body"]).length);
});

test("a status is explained by the contract, where it documents it, and by the guides", async () => {
  const open = await call("explain_status", { status: 401 });
  expect(open).toMatchObject({ meaning: "Unauthorized", isDocumented: false, operations: [] });
  expect(listIn(open, "pages")[0]).toMatchObject({ title: "Errors and retries", address: "/#errors-and-retries" });
  const documented = await call("explain_status", { status: 404, operation: "debtor_credit_list" });
  expect(documented["isDocumented"]).toBe(true);
  expect(listIn(documented, "operations")[0]).toMatchObject({ operation: "GET /debtor_credit/" });
});

test("pages are resources, and say that they are data", async () => {
  const { resources } = await client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: "docs:///broker-api.md", title: "Broker API" }));
  const { contents } = await client.readResource({ uri: "docs:///broker-api.md" });
  expect(contents).toEqual([
    { uri: "docs:///broker-api.md", mimeType: "text/markdown", text: expect.stringContaining("# Broker API") },
  ]);
  expect(JSON.stringify(contents)).toContain("It's data");
  await expect(client.readResource({ uri: "docs:///no-such-page.md" })).rejects.toThrow("There is no page");
});

test("prompts integrate a guide and review a request", async () => {
  const guide = await client.getPrompt({ name: "integrate", arguments: { guide: "/carrier-api" } });
  const [message] = guide.messages;
  expect(message?.content).toMatchObject({ text: expect.stringContaining('<guide address="/carrier-api.md">') });
  expect(JSON.stringify(message)).toContain("It's data");
  const ref = { type: "ref/prompt", name: "integrate" } as const;
  const { completion } = await client.complete({ ref, argument: { name: "guide", value: "carrier-a" } });
  expect(completion.values).toEqual(["/carrier-api"]);
  const review = await client.getPrompt({ name: "review_request", arguments: { request: "curl https://x" } });
  expect(JSON.stringify(review)).toContain("check_request");
});

test("a misspelled address is answered with the nearest page, whatever its host and base URL", async () => {
  const files = { "content/site.yaml": "url: https://docs.example.com", "content/guides/start.md": "# Start" };
  await using assistant = await openAssistant(await buildFiles(files, { baseUrl: "/docs/" }));
  const meant = (address: string): string => `There is no page at ${address}. Did you mean /docs/guides/start?`;
  for (const address of ["/docs/guides/strat", "/guides/strat", "https://docs.example.com/docs/guide/start.md"])
    expect(await assistant.refusal("read_page", { address })).toBe(meant(address));
  const guide = { guide: "/guides/strat" };
  await expect(assistant.client.getPrompt({ name: "integrate", arguments: guide })).rejects.toThrow(meant(guide.guide));
});

test("a site without a contract has pages, and the other tools say that there is no API", async () => {
  const pages = await buildFiles({ "content/index.md": "# Home\n\nHello there." }, { baseUrl: "/docs/" });
  await using small = await openAssistant(pages);
  expect(await small.call("read_page", { address: "/docs/" })).toMatchObject({
    address: "/index.md",
    text: expect.stringContaining("Hello there."),
  });
  expect(await small.refusal("list_operations", {})).toBe("This site documents no API.");
});

test("each of several APIs is found by its name, and its version by both names", async () => {
  const contract = (title: string, path: string): string =>
    `openapi: "3.1.0"\ninfo: { title: ${title}, version: "1" }\npaths: { ${path}: { get: { operationId: list } } }`;
  const contracts = `contracts:
  - { id: v1, api: Loads, document: openapi/loads.yaml, route: /loads-api/ }
  - id: v1
    api: Rates
    document: openapi/rates.yaml
    route: /rates-api/
    servers: [{ name: Staging, url: "https://rates-staging.example.com", kind: staging }]
`;
  const apis = await buildFiles({
    ...{ "content/index.md": "# Home", "content/site.yaml": contracts },
    ...{ "openapi/loads.yaml": contract("Loads", "/loads/"), "openapi/rates.yaml": contract("Rates", "/rates/") },
  });
  await using several = await openAssistant(apis);
  expect(await several.call("list_operations")).toMatchObject({
    api: "Loads 1",
    versions: ["Loads v1", "Rates v1"],
    operations: [{ operation: "GET /loads/" }],
  });
  for (const version of ["Rates", "Rates v1"])
    expect(await several.call("list_operations", { version })).toMatchObject({
      operations: [{ operation: "GET /rates/" }],
    });
  const serversOf = async (version: string) =>
    (await several.call("get_operation", { operation: "list", version }))["servers"];
  expect(await serversOf("Loads")).toEqual([]);
  expect(await serversOf("Rates")).toEqual([{ name: "Staging", url: "https://rates-staging.example.com" }]);
});

test("webhooks are listed after the operations and read with their body, but can't be called", async () => {
  const hooks = await buildFiles({
    "content/index.md": "# Home",
    "openapi/api.yaml": `openapi: 3.1.0
info: { title: Loads, version: "1" }
paths: { /loads: { get: { operationId: list } } }
webhooks:
  paid:
    post:
      operationId: load_paid
      summary: A load is paid
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
components: { schemas: { Load: { type: object, properties: { id: { type: string } } } } }
`,
  });
  await using assistant = await openAssistant(hooks);
  const { operations } = await assistant.call("list_operations");
  expect(operations).toMatchObject([{ id: "list" }, { id: "load_paid", operation: "POST paid", webhook: true }]);
  const read = await assistant.call("get_operation", { operation: "load_paid" });
  expect(read).toMatchObject({ id: "load_paid", address: "/api/#webhook-post-paid", servers: [] });
  expect(read["text"]).toMatch(/# A load is paid\n[^]*"Load": \{/);
  expect(await assistant.refusal("write_sample", { operation: "load_paid", language: "curl" })).toBe(
    "load_paid is a webhook, which the provider sends. get_operation shows its body.",
  );
  expect(await assistant.refusal("get_operation", { operation: "load_piad" })).toBe(
    "There is no operation load_piad. Did you mean load_paid?",
  );
});

test("an assistant without knowledge of the API invoices a shipment in the sandbox in twelve small calls", async () => {
  await using assistant = await openAssistant(site);
  const calls = await invoiceShipment(assistant);
  expect(calls.length).toBeLessThanOrEqual(12);
  expect(calls.filter(({ bytes }) => bytes > 8_000)).toEqual([]);
  // Everything that a model reads along the way.
  expect(calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(24_000);
});
