import { beforeEach, expect, test } from "vitest";

import { type Json, toJsonText } from "#shared/json/json.ts";

import { type Answer, type Caller, callSandbox, shippedContract, tinyFiles } from "../support/sandbox.ts";

const contract = await shippedContract();
let api: Caller;
beforeEach(() => {
  api = callSandbox(contract);
});

const operationOf = (id: string) => contract.operations.find((operation) => operation.id === id);

/** The contract's own example of a request. */
function example(operation: string, index = 0): Json {
  return operationOf(operation)?.requestBody?.content[0]?.examples[index]?.value ?? null;
}

function answerExample(operation: string, status: string, index = 0): Json {
  const response = operationOf(operation)?.responses.find((one) => one.status === status);
  return JSON.parse(toJsonText(response?.content[0]?.examples[index]?.value ?? null));
}

/** The response to the contract's example request is the contract's example response. */
function expectExample(path: string, operation: string, index = 0): void {
  const { status, body } = api.post(path, example(operation, index));
  expect([status, body]).toEqual([201, answerExample(operation, "201", index)]);
}

const pdf = { name: "pod-LD-20417.pdf", type: "application/pdf", content: tinyFiles.pdf };
const delivered = "Signed Bill of Lading (Delivered)";

test("a fresh sandbox has what guides use and don't create: three invoices, companies and categories", () => {
  expect(api.get("/broker_invoices/?page=1&page_size=2").body).toMatchObject({
    count: 9,
    next: "http://sandbox.test/v1/external_api/broker_invoices/?page=2&page_size=2",
    previous: null,
    results: [{ invoice_number: "BI-100490" }, { invoice_number: "BI-100491" }],
  });
  expect(api.get("/loads/").body).toMatchObject({ count: 1, next: null, previous: null });
  expect(api.get("/carriers/").body).toMatchObject({ count: 5 });
  expect(api.get("/debtors/").body).toMatchObject({ count: 6 });
  expect(api.get("/line_item_categories/").body).toEqual(answerExample("line_item_categories_list", "200"));
  expect(api.get("/client_info/").body).toEqual(answerExample("client_info_read", "200"));
});

function recordsOf(path: string): readonly Record<string, Json>[] {
  return Object(api.get(path).body).results;
}

test.each([
  ["/broker_invoices/", "InvoiceStatus"],
  ["/carrier_invoices/", "InvoiceStatus"],
  ["/carrier_relationships/", "CarrierRelationshipStatus"],
  ["/debtor_relationships/", "DebtorRelationshipStatus"],
])("%s has a record of every %s, so that a reader can try each", (path, name) => {
  const statuses = new Set(recordsOf(path).map(({ status }) => status));
  const values = contract.schemaByName.get(name)?.enum.map(({ value }) => value) ?? [];
  expect(values.length).toBeGreaterThanOrEqual(3);
  expect(statuses).toEqual(new Set(values));
});

test("the batch in the self-finance guide is complete, with its own loads and an approved carrier", () => {
  const invoices = recordsOf("/broker_invoices/");
  const batch = invoices.filter(({ status }) => status === "PENDING");
  expect(batch).toHaveLength(3);
  expect(new Set(invoices.map((invoice) => invoice["load_number"])).size).toBe(invoices.length);
  expect(new Set(batch.map((invoice) => invoice["carrier_id"]))).toEqual(new Set(["CARR-0733"]));
  expect(recordsOf("/carrier_relationships/?external_id=CARR-0733")).toMatchObject([{ status: "APPROVED" }]);
});

test("the broker guide's calls return the contract's examples, including ids and times", () => {
  expectExample("/carrier_relationships/", "carrier_relationships_create");
  expectExample("/debtor_relationships/", "debtor_relationships_create");
  expectExample("/broker_invoices/", "broker_invoices_create");
  const attachments = "/broker_invoices/BI-100482/attachments?visible_to=carrier,debtor";
  const attached = api.upload(attachments, { attachment: pdf, category: delivered });
  expect([attached.status, attached.body]).toEqual([201, answerExample("broker_invoices_attachments_create", "201")]);
  for (const index of [0, 1]) expectExample("/line_items/", "line_items_create", index);
  api.patch("/broker_invoices/BI-100482/", example("broker_invoices_partial_update"));
  expect(api.get("/broker_invoices/BI-100482/").body).toEqual(answerExample("broker_invoices_read", "200"));
});

test("the carrier guide's calls return the contract's examples", () => {
  const id = "5d9a7c10-3e84-4b21-a6f7-c0e2915b48d3";
  const company_name = "Harborline Logistics LLC";
  const found = { id, company_name, external_id: null };
  expect(api.get("/debtors/?search=9900500").body).toMatchObject({ count: 1, results: [found] });
  const debtor = { debtor_id: id, external_id: "BRK-500" };
  expect(api.post("/debtor_relationships/", debtor).body).toEqual({
    ...debtor,
    company_name,
    email: "ap@harborline.example.com",
    mc: "9900500",
    tax_id: "00-0000500",
    status: "APPROVED",
  });
  expectExample("/carrier_invoices/", "carrier_invoices_create");
  const patched = api.patch("/carrier_invoices/CI-200731/", example("carrier_invoices_partial_update"));
  expect(patched.body).toEqual(answerExample("carrier_invoices_partial_update", "200"));
  expect(api.put("/carrier_invoices/CI-200731/", example("carrier_invoices_update")).body).toEqual(patched.body);
});

test("a search result names the relationship once there is one", () => {
  expect(api.get("/carriers/?mc=9900142").body).toMatchObject({ results: [{ external_id: null }] });
  api.post("/carrier_relationships/", { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", external_id: "MINE" });
  expect(api.get("/carriers/?mc=9900142").body).toMatchObject({ results: [{ external_id: "MINE" }] });
  api.delete("/carrier_relationships/MINE/");
  expect(api.get("/carriers/?mc=9900142").body).toMatchObject({ results: [{ external_id: null }] });
});

test("a relationship gets its carrier's data, and an invoice its relationship's", () => {
  const sent = { carrier_id: "8a41c6d2-90b7-4e35-b1f8-5c7d02e94a16", external_id: "COPPER" };
  const carrier = { contact_name: "Sam Ortega", company_name: "Copper Ridge Freight LLC", mc: "9900361" };
  expect(api.post("/carrier_relationships/", sent).body).toMatchObject({ ...carrier, status: "PENDING" });
  const invoice = { load_number: "LD-1", amount: 5, carrier_amount: 4, carrier_id: "COPPER" };
  expect(api.post("/broker_invoices/", invoice).body).toMatchObject({ carrier_mc: "9900361", carrier_dot: "99003610" });
  const { body } = api.post("/broker_invoices/", { ...invoice, carrier_mc: "1" });
  expect(body).toMatchObject({ carrier_mc: "1", carrier_dot: "99003610" });
});

test("a record can be created, listed, read, patched and deleted", () => {
  const load = { ...Object(example("loads_create")), load_number: "A B/1" };
  const { status, body } = api.post("/loads/", load);
  expect([status, body]).toEqual([201, { ...load, created_at: "2025-03-17T15:26:18Z" }]);
  expect(api.get("/loads/").body).toMatchObject({ count: 2, next: null, previous: null });
  expect(Object(api.get("/loads/").body).results[1]).toEqual(body);
  expect(api.get("/loads/A%20B%2F1/").body).toEqual(body);
  expect(api.patch("/loads/A%20B%2F1/", { weight: 0 }).body).toEqual({ ...Object(body), weight: 0 });
  const gone = api.delete("/loads/A%20B%2F1/");
  expect([gone.status, gone.body]).toEqual([204, null]);
  expect(api.get("/loads/A%20B%2F1/").status).toBe(404);
  expect(api.delete("/loads/A%20B%2F1/").status).toBe(404);
});

test("a load keeps several origins in their order", () => {
  const stop = { street_one: "1 Way", city: "Reno", state: "NV", country: "US" };
  const origins = [{ name: "First" }, { name: "Second", zip: "01234" }].map((origin) => ({ ...stop, ...origin }));
  api.post("/loads/", { ...Object(example("loads_create")), load_number: "TWO", origin_locations: origins });
  expect(api.get("/loads/TWO/").body).toMatchObject({ origin_locations: origins });
});

test("PATCH sets a null field to null and leaves an absent one unchanged", () => {
  api.post("/carrier_invoices/", example("carrier_invoices_create"));
  api.patch("/carrier_invoices/CI-200731/", { notes: "x" });
  const before = { invoice_date: "2025-03-12T00:00:00Z", notes: "x" };
  expect(api.get("/carrier_invoices/CI-200731/").body).toMatchObject(before);
  api.patch("/carrier_invoices/CI-200731/", { invoice_date: null });
  expect(api.get("/carrier_invoices/CI-200731/").body).toMatchObject({ invoice_date: null, notes: "x" });
  const sent = { load_number: "L", debtor_id: "BRK-500", amount: 0, invoice_date: null };
  expect(api.post("/carrier_invoices/", sent).body).toMatchObject({ invoice_date: null });
});

test("a created record has the contract's defaults, and no values from the example", () => {
  const { body } = api.post("/carrier_invoices/", { load_number: "L", debtor_id: "BRK-500", amount: 0 });
  expect(body).toEqual({
    invoice_number: "CI-200732",
    amount: 0,
    debtor_advance_amount: 0,
    debtor_id: "BRK-500",
    load_number: "L",
    status: "INCOMPLETE",
    created_at: "2025-03-17T15:26:18Z",
    invoiced_at: null,
    factored: true,
    notes: "",
    attachments: [],
    line_items: [],
    funded_at: null,
  });
});

const detention = { amount: 7500, external_category: { name: "Detention", code: "DETENTION" } };

test("PUT removes absent fields, except those that the provider sets or other calls added", () => {
  api.post("/carrier_invoices/", { ...Object(example("carrier_invoices_create")), factored: false, notes: "old" });
  api.post("/line_items/", { ...detention, invoice_number: "CI-200731" });
  const sent = { load_number: "LD-20417", amount: 1, debtor_id: "BRK-500" };
  const { body } = api.put("/carrier_invoices/CI-200731/", sent);
  const unchanged = { debtor_advance_amount: 0, factored: true, status: "INCOMPLETE", line_items: [{ amount: 7500 }] };
  expect(body).toMatchObject({ amount: 1, ...unchanged });
  expect(body).not.toHaveProperty("notes");
  expect(body).not.toHaveProperty("purchase_order_number");
});

test("a line item is added to the numbered invoice, and adjusts its amount only on request", () => {
  api.post("/broker_invoices/", example("broker_invoices_create"));
  api.post("/carrier_invoices/", example("carrier_invoices_create"));
  const add = (invoice_number: string, more = {}) =>
    api.post("/line_items/", { ...detention, invoice_number, ...more });
  add("CI-200731", { adjust_invoice_amount: true });
  add("BI-100482");
  const adjusted = { amount: 202500, line_items: [{ description: "Detention $75.00" }] };
  expect(api.get("/carrier_invoices/CI-200731/").body).toMatchObject(adjusted);
  const unchanged = { amount: 240000, carrier_amount: 195000, line_items: [{ amount: 7500 }] };
  expect(api.get("/broker_invoices/BI-100482/").body).toMatchObject(unchanged);
  expect(add("BI-1")).toMatchObject({ status: 400, body: { faults: [{ pointer: "/invoice_number" }] } });
  expect(add("BI-100482", { amount: -300000, adjust_invoice_amount: true }).status).toBe(400);
});

test("the example invoice gets the example's number, and others count on without conflicts", () => {
  const other = { load_number: "LD-1", amount: 1, carrier_amount: 1 };
  const numbers = Array.from({ length: 9 }, () => api.post("/broker_invoices/", other).body);
  const digits = ["483", "484", "485", "486", "487", "488", "489", "493", "494"];
  expect(numbers).toMatchObject(digits.map((end) => ({ invoice_number: `BI-100${end}` })));
  const changed = { ...Object(example("broker_invoices_create")), amount: 250000 };
  expect(api.post("/broker_invoices/", changed).body).toMatchObject({ invoice_number: "BI-100482", amount: 250000 });
  expect(api.post("/broker_invoices/", changed).body).toMatchObject({ invoice_number: "BI-100495" });
  api.delete("/broker_invoices/BI-100482/");
  expect(api.post("/broker_invoices/", changed).body).toMatchObject({ invoice_number: "BI-100482" });
});

test("a second record with the same key is refused", () => {
  api.post("/loads/", example("loads_create"));
  const hint = expect.stringContaining("change `load_number`, or reset the sandbox");
  const faults = [{ in: "body", pointer: "/load_number", message: "there is already a load LD-20417", hint }];
  expect(api.post("/loads/", example("loads_create"))).toMatchObject({ status: 400, body: { faults } });
  expect(api.get("/loads/").body).toMatchObject({ count: 2 });
});

test("a paging loop reads every record once", () => {
  const seen: Json[] = [];
  let path: string | null = "/broker_invoices/?page=1&page_size=1";
  while (path !== null) {
    const page: { next: string | null; results: Json[] } = Object(api.get(path).body);
    seen.push(...page.results);
    path = page.next && page.next.replace("http://sandbox.test/v1/external_api", "");
  }
  const digits = ["490", "491", "492", "471", "472", "473", "474", "475", "476"];
  expect(seen).toMatchObject(digits.map((end) => ({ invoice_number: `BI-100${end}` })));
  expect(api.get("/broker_invoices/?page=5&page_size=2").body).toMatchObject({
    next: null,
    previous: "http://sandbox.test/v1/external_api/broker_invoices/?page=4&page_size=2",
  });
});

test("a page past the end is a 404, except for page 1 of an empty list", () => {
  const message = "There is no page 6: the last one is 5.";
  expect(api.get("/broker_invoices/?page=6&page_size=2")).toMatchObject({ status: 404, body: { message } });
  expect(api.get("/loads/?page=1&page_size=2").status).toBe(200);
  expect(api.get("/loads/?page=2").status).toBe(404);
  for (const query of ["page=0", "page=-1", "page_size=0", "page=1.5", "page=x", "page="])
    expect(api.get(`/loads/?${query}`).status).toBe(400);
});

test("reset restores the first records, and the same calls get the same responses again", () => {
  const run = (): readonly Answer[] => [
    api.post("/broker_invoices/", { load_number: "A", amount: 1, carrier_amount: 1 }),
    api.upload("/broker_invoices/BI-100490/attachments", { attachment: pdf, category: "Other" }),
    api.get("/broker_invoices/"),
  ];
  const first = run();
  expect(first.map(({ status }) => status)).toEqual([201, 201, 200]);
  expect(api.send({ method: "POST", path: "/__sandbox/reset" }).status).toBe(204);
  expect(run()).toEqual(first);
  expect(api.send({ method: "GET", path: "/__sandbox/reset" }).status).toBe(405);
});

function attachWith(seed: string): Json {
  const path = "/broker_invoices/BI-100490/attachments";
  return callSandbox(contract, { seed }).upload(path, { attachment: pdf, category: "Other" }).body;
}

test("a seed changes the ids that don't follow a pattern", () => {
  expect(attachWith("a")).toEqual(attachWith("a"));
  expect(Object(attachWith("a")).id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Object(attachWith("a")).id).not.toBe(Object(attachWith("b")).id);
});

test("a guide's record can be read by its id before it's created, and is gone after it's deleted", () => {
  const fresh = callSandbox(contract);
  expect(fresh.get("/loads/").body).toMatchObject({ count: 1, results: [{ load_number: "LD-20219" }] });
  expect(fresh.patch("/loads/LD-20417/", { weight: 41_500 }).body).toMatchObject({ weight: 41_500 });
  expect(fresh.get("/loads/").body).toMatchObject({
    results: [{ load_number: "LD-20219" }, { load_number: "LD-20417" }],
  });
  expect(fresh.delete("/loads/LD-20417/").status).toBe(204);
  expect(fresh.get("/loads/LD-20417/").status).toBe(404);
});

test("a reader who creates a guide's record first gets it as sent, and can delete it for good", () => {
  const fresh = callSandbox(contract);
  const request = { ...Object(answerExample("loads_create", "201")), weight: 5, created_at: undefined };
  expect(fresh.post("/loads/", JSON.parse(JSON.stringify(request))).status).toBe(201);
  expect(fresh.get("/loads/LD-20417/").body).toMatchObject({ weight: 5 });
  expect(fresh.delete("/loads/LD-20417/").status).toBe(204);
  expect(fresh.get("/loads/LD-20417/").status).toBe(404);
});
