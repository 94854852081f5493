import { beforeEach, expect, test } from "vitest";

import { type Answer, type Caller, callSandbox, shippedContract } from "../support/sandbox.ts";

const contract = await shippedContract();
let api: Caller;
beforeEach(() => {
  api = callSandbox(contract);
});

const json = { "content-type": "application/json" };

interface Fault {
  readonly pointer?: string;
  readonly name?: string;
  readonly message: string;
  readonly hint?: string;
}

const faultsOf = ({ body }: Answer): readonly Fault[] => Object(body).faults ?? [];

const sendJson = (body: string | Uint8Array, path = "/loads/"): Answer =>
  api.send({ method: "POST", path, headers: json, body });

/** Faults in one line each: `/amount: …`. */
function format(response: Answer): readonly string[] {
  return faultsOf(response).map(
    ({ pointer, name, message, hint }) =>
      `${pointer ?? name ?? ""}: ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );
}

test("dollars in a field of cents are refused, and other whole numbers may have a decimal point", () => {
  const body = '{ "load_number": "LD-20417", "amount": 2400.00, "carrier_amount": 1 }';
  expect(format(sendJson(body, "/broker_invoices/"))).toEqual([
    "/amount: `amount` is a whole number of cents, not 2400.00 (did you mean 240000?)",
  ]);
  const load = '{ "load_number": "LD-9", "trailer_type": "R", "weight": 42000.0 }';
  expect(format(sendJson(load)).filter((line) => line.startsWith("/weight"))).toEqual([]);
  expect(format(sendJson(load.replace("42000.0", "-1.0")))).toContain("/weight: `weight` must be 0 or more, not -1.0");
});

test("every fault of a body is listed with its pointer and what to do", () => {
  const wrong = { amount: "240000", carrier_amount: -1, carier_id: "CARR-1042", status: "PAID" };
  const response = api.post("/broker_invoices/", { ...wrong, contract_type: "NON_FACTORED_STANDARD" });
  expect(response.status).toBe(400);
  expect(format(response)).toEqual([
    ": `load_number` is missing",
    '/amount: `amount` must be a whole number, not "240000"',
    "/carrier_amount: `carrier_amount` must be 0 or more, not -1",
    "/carier_id: BrokerInvoiceCreate has no field `carier_id` (did you mean carrier_id?)",
    "/status: `status` is returned, but this call doesn't take it (leave it out)",
    "/contract_type: `contract_type` must be one of those that GET /client_info/ allows (one of STD_BROKER, SELF_FINANCE_NO_INVOICE, SELF_FINANCE_WITH_INVOICE)",
  ]);
  expect(response.body).toMatchObject({
    message: "`load_number` is missing. 5 more faults below.",
    sandbox: expect.stringContaining("the sandbox's own"),
  });
});

test("a field that is read-only on updates is refused there", () => {
  const response = api.patch("/broker_invoices/BI-100490/", { load_number: "X", carrier_id: "Y", debtor_id: "Z" });
  const refusal = (name: string) => `/${name}: \`${name}\` is returned, but this call doesn't take it (leave it out)`;
  expect(format(response)).toEqual(["load_number", "carrier_id", "debtor_id"].map(refusal));
});

test("faults deep in a body have deep pointers", () => {
  const stop = { street_one: "", city: "x".repeat(257), state: "NV" };
  const load = { load_number: "L", trailer_type: "reefer", length: 1.5, weight: 0, origin_locations: [stop] };
  const pointers = faultsOf(api.post("/loads/", load)).map(({ pointer }) => pointer);
  const below = ["", "/street_one", "/city"].map((field) => `/origin_locations/0${field}`);
  expect(pointers).toEqual(expect.arrayContaining(["", "/trailer_type", "/length", ...below]));
});

test("only an allowed contract type is accepted", () => {
  const invoice = { load_number: "L", amount: 1, carrier_amount: 1 };
  expect(format(api.post("/broker_invoices/", { ...invoice, contract_type: "NON_FACTORED_BILL_OUT" }))).toEqual([
    "/contract_type: `contract_type` must be one of those that GET /client_info/ allows (one of STD_BROKER, SELF_FINANCE_NO_INVOICE, SELF_FINANCE_WITH_INVOICE)",
  ]);
  expect(faultsOf(api.post("/broker_invoices/", { ...invoice, contract_type: "NO_SUCH" }))).toHaveLength(1);
});

test("line items are accepted only by their own call", () => {
  const invoice = { load_number: "L", amount: 1, carrier_amount: 1 };
  expect(api.post("/broker_invoices/", { ...invoice, line_items: [] }).status).toBe(201);
  expect(faultsOf(api.post("/broker_invoices/", { ...invoice, line_items: [{ amount: 1 }] }))).toMatchObject([
    { pointer: "/line_items", hint: "leave `line_items` out, and add each with POST /line_items/" },
  ]);
});

test.each([
  ["/loads/?pagesize=2", "pagesize"],
  ["/loads/?page=one", "page"],
  ["/carriers/?combine=or", "combine"],
  ["/loads/?page=1&page=2", "page"],
])("the query of %s is refused", (path, name) => {
  const response = api.get(path);
  expect([response.status, faultsOf(response)[0]?.name]).toEqual([400, name]);
});

test("a path is exact: another slash, letter case or name is a 404 with a hint", () => {
  const hintOf = (method: string, path: string) => {
    const { status, body } = api.send({ method, path });
    return `${status} ${Object(body).hint}`;
  };
  const exact = "? Every path is exact, and there is no redirect";
  expect(hintOf("POST", "/loads")).toBe(`404 did you mean /loads/${exact}`);
  expect(hintOf("GET", "/loads/LD-1")).toBe(`404 did you mean /loads/LD-1/${exact}`);
  expect(hintOf("POST", "/broker_invoices/BI-1/attachments/")).toContain("/attachments?");
  expect(hintOf("GET", "/brokers_invoices/")).toBe("404 did you mean /broker_invoices/?");
  expect(hintOf("GET", "/LOADS/")).toBe("404 did you mean /loads/?");
});

test("an unknown or invalid path is a 404", () => {
  // prettier-ignore
  const paths = [
    "/", "//", "", "/%2e%2e/", "/loads//", "/../etc/passwd", "/__proto__/", "/%00/", "/%E0%A4%A/", `/${"a/".repeat(5000)}`,
  ];
  expect(paths.filter((path) => api.get(path).status !== 404)).toEqual([]);
});

test("the error for a missing record lists existing ones", () => {
  expect(api.get("/broker_invoices/BI-100480/").body).toMatchObject({ hint: "did you mean BI-100490?" });
  expect(api.get("/broker_invoices/nothing-like-it-at-all/").body).toMatchObject({
    hint: "it has BI-100490, BI-100491, BI-100492, BI-100471, BI-100472, …; POST /broker_invoices/ makes one",
  });
  expect(api.get("/loads/nothing-like-it-at-all/").body).toMatchObject({
    hint: "it has LD-20219; POST /loads/ makes one",
  });
  expect(api.delete("/loads/%E0%A4%A/").status).toBe(404);
});

test("a wrong method is a 405 that lists the right ones, and OPTIONS and HEAD work", () => {
  const put = api.send({ method: "PUT", path: "/broker_invoices/BI-100490/" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, PATCH, DELETE, HEAD, OPTIONS"]);
  expect(api.get("/carrier_relationships/CARR-1042/").headers.get("allow")).toBe("DELETE, OPTIONS");
  for (const method of ["BREW", "TRACE", "constructor", "get"])
    expect(api.send({ method, path: "/loads/" }).status).toBe(405);
  expect(api.send({ method: "OPTIONS", path: "/loads/" })).toMatchObject({ status: 204, body: null });
  expect(api.send({ method: "HEAD", path: "/loads/" })).toMatchObject({ status: 200, body: null });
  expect(api.send({ method: "HEAD", path: "/loads/none/" })).toMatchObject({ status: 404, body: null });
});

test("a body of another media type is a 415 that lists the accepted one", () => {
  const send = (headers: Readonly<Record<string, string>>, path = "/loads/") =>
    api.send({ method: "POST", path, headers, body: JSON.stringify({ load_number: "L" }) });
  const hint = "curl --data sends this type unless you add -H 'Content-Type: application/json'";
  const curl = send({ "content-type": "application/x-www-form-urlencoded" });
  expect(curl).toMatchObject({ status: 415, body: { hint } });
  const message = "The call takes application/json, and was sent no Content-Type.";
  expect(send({}).body).toMatchObject({ message });
  expect(send({ ...json, "content-encoding": "gzip" }).status).toBe(415);
  expect(send({ "content-type": "Application/JSON; charset=utf-8" }).status).toBe(400);
  expect(send(json, "/broker_invoices/BI-100490/attachments").status).toBe(415);
});

test("a body that isn't valid JSON is a 400", () => {
  expect(format(sendJson(""))).toEqual([": the body is missing"]);
  expect(format(sendJson("{'a': 1}"))).toEqual([": this isn't JSON: unexpected `'a'` (line 1, column 2)"]);
  expect(format(sendJson('{"amount": 1,\n "amount": 2}'))).toEqual([
    ": the key `amount` appears twice in one object (line 2, column 2)",
  ]);
  expect(format(sendJson(Uint8Array.of(0x7b, 0xff, 0x7d)))).toEqual([": this isn't JSON: it isn't valid UTF-8"]);
  expect(format(sendJson("[".repeat(400_000) + "]".repeat(400_000)))).toEqual([
    ": the body is nested deeper than 50 levels",
  ]);
  for (const body of ["null", "1", '"text"', "[]", "[1]", "true"]) expect(sendJson(body).status).toBe(400);
  expect(sendJson(" ".repeat(1_000_001)).status).toBe(413);
  expect(sendJson(" ".repeat(10_000_001)).status).toBe(413);
});

test("numbers beyond 2^53 and halves of characters are returned as they were sent, also from a saved state", () => {
  const stop = '[{ "street_one": "\\ud800", "city": "C", "state": "S", "country": "US" }]';
  const times = '"pickup_open_at": "2025-03-10T15:00:00Z", "pickup_close_at": "2025-03-10T19:00:00Z"';
  const rest = `"trailer_type": "R", "length": 1, "origin_locations": ${stop}, "destination_locations": ${stop}, ${times}`;
  expect(sendJson(`{ "load_number": "L", "weight": 12345678901234567890, ${rest} }`).status).toBe(201);
  api.sandbox.restore(api.sandbox.save());
  const read = { method: "GET", path: "/loads/L/", query: "", headers: new Map(), body: new Uint8Array(), address: "" };
  const { body } = api.sandbox.handle(read);
  expect(body).toContain('"weight": 12345678901234567890,');
  expect(body).toContain('"street_one": "\\ud800",');
});

test("names from Object.prototype are ordinary names", () => {
  const body =
    '{"__proto__": {"amount": 1}, "constructor": 1, "toString": 2, "load_number": "__proto__", "amount": 1, "carrier_amount": 1}';
  const response = sendJson(body, "/broker_invoices/");
  expect(faultsOf(response).map(({ pointer }) => pointer)).toEqual(["/__proto__", "/constructor", "/toString"]);
  expect(api.get("/broker_invoices/?__proto__=1&constructor=2").status).toBe(400);
  expect(api.get("/broker_invoices/__proto__/").status).toBe(404);
  const relationship = { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", external_id: "__proto__" };
  expect(api.post("/carrier_relationships/", relationship).status).toBe(201);
  expect(api.delete("/carrier_relationships/__proto__/").status).toBe(204);
});

test("an error lists at most a hundred faults", () => {
  const body = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`unknown${index}`, 1]));
  const response = api.patch("/loads/L/", body);
  expect(faultsOf(response)).toHaveLength(100);
  expect(response.body).toMatchObject({
    message: "LoadUpdate has no field `unknown0`. 249 more faults below.",
    more_faults: 150,
  });
});

test("a full sandbox refuses new records, and can be emptied", () => {
  const long = { street_one: "x".repeat(256), instructions: "x".repeat(900_000) };
  const stops = { origin_locations: [{ ...long, city: "C", state: "S", country: "US" }], destination_locations: [] };
  const times = { pickup_open_at: "2025-03-10T15:00:00Z", pickup_close_at: "2025-03-10T19:00:00Z" };
  const load = { trailer_type: "R", length: 1, weight: 1, ...stops, ...times };
  const create = (_: unknown, index: number) => api.post("/loads/", { ...load, load_number: `L${index}` }).status;
  const statuses = Array.from({ length: 56 }, create);
  expect(statuses.filter((status) => status === 201)).toHaveLength(55);
  expect(statuses.at(-1)).toBe(507);
  expect(api.patch("/loads/L1/", { origin_locations: [] }).status).toBe(200);
  expect(api.delete("/loads/L0/").status).toBe(204);
  expect(api.post("/loads/", { ...load, load_number: "L55" }).status).toBe(201);
});
