import { beforeEach, expect, test } from "vitest";

import type { Json } from "#shared/json/json.ts";

import { readContractText } from "../support/read-contract-text.ts";
import { type Caller, callSandbox, shippedContract } from "../support/sandbox.ts";
import { answers, call, listOf, object, ref, takes } from "../support/contract-paths.ts";

/* Records that a body refers to must exist: no response would show an id of the wrong kind. */

const contract = await shippedContract();
let api: Caller;
beforeEach(() => {
  api = callSandbox(contract);
});

const prairieWind = "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803";
const copperRidge = "8a41c6d2-90b7-4e35-b1f8-5c7d02e94a16";
const lakeshore = "b81e4d57-0a9c-4f36-8e2d-75c3f1a9640e";

const invoice = { load_number: "LD-1", amount: 5, carrier_amount: 4 };

/** Status and message of an error. */
function refusal(path: string, body: Json): string {
  const { status, body: responseBody } = api.post(path, body);
  return `${status} ${Object(responseBody).message}`;
}

const refusalOfInvoice = (more: Readonly<Record<string, Json>>) =>
  refusal("/broker_invoices/", { ...invoice, ...more });

test("the provider's id of a carrier on an invoice is refused, with the id to use", () => {
  api.post("/carrier_relationships/", { carrier_id: copperRidge, external_id: "COPPER" });
  expect(refusalOfInvoice({ carrier_id: copperRidge })).toBe(
    "400 This is the provider's id of the carrier. Send your `external_id`, COPPER.",
  );
  expect(api.post("/broker_invoices/", { ...invoice, carrier_id: "COPPER" }).status).toBe(201);
});

test("the error suggests the guide's relationship before it's created, or the call that creates one", () => {
  expect(refusalOfInvoice({ carrier_id: prairieWind })).toBe(
    "400 This is the provider's id of the carrier. Send your `external_id`, CARR-1042.",
  );
  expect(refusalOfInvoice({ carrier_id: copperRidge })).toBe(
    "400 This is the provider's id of the carrier. Send your `external_id`; POST /carrier_relationships/ makes one.",
  );
});

test("an unknown id is refused, with the existing ones", () => {
  api.post("/carrier_relationships/", { carrier_id: copperRidge, external_id: "COPPER" });
  expect(refusalOfInvoice({ carrier_id: "NOPE" })).toBe(
    '400 The sandbox has no carrier relationship "NOPE". It has CARR-0733, CARR-0871, CARR-0915, COPPER; POST /carrier_relationships/ makes one.',
  );
  expect(refusalOfInvoice({ carrier_id: "CPPER" })).toBe(
    '400 The sandbox has no carrier relationship "CPPER". Did you mean COPPER?',
  );
});

test("contract faults are reported first, and an absent id refers to nothing", () => {
  expect(refusalOfInvoice({ amount: -1, carrier_id: "NOPE" })).toContain("amount");
  expect(api.post("/broker_invoices/", invoice).status).toBe(201);
});

test("every wrong id in a body is reported at its pointer", () => {
  const { body } = api.post("/broker_invoices/", { ...invoice, carrier_id: "NOPE", debtor_id: lakeshore });
  expect(body).toMatchObject({
    faults: [
      { in: "body", pointer: "/carrier_id" },
      {
        in: "body",
        pointer: "/debtor_id",
        message: "this is the provider's id of the debtor",
        hint: "send your `external_id`, CUST-2077",
      },
    ],
  });
});

test("every call with a debtor on a carrier invoice needs one with a relationship", () => {
  const carrierInvoice = { load_number: "L", amount: 1 };
  expect(refusal("/carrier_invoices/", { ...carrierInvoice, debtor_id: lakeshore })).toMatch(/^400 /);
  expect(api.post("/carrier_invoices/", { ...carrierInvoice, debtor_id: "CUST-2077" }).status).toBe(201);
  expect(api.patch("/carrier_invoices/CI-200732/", { debtor_id: lakeshore }).status).toBe(400);
  expect(api.put("/carrier_invoices/CI-200732/", { ...carrierInvoice, debtor_id: "NOPE" }).status).toBe(400);
  expect(api.put("/carrier_invoices/CI-200732/", { ...carrierInvoice, debtor_id: "CUST-2077" }).status).toBe(200);
});

test("an invoice's ids stay valid after its relationship is deleted", () => {
  api.post("/debtor_relationships/", { debtor_id: lakeshore, external_id: "MINE" });
  api.post("/carrier_invoices/", { load_number: "L", amount: 1, debtor_id: "MINE" });
  api.delete("/debtor_relationships/MINE/");
  expect(api.put("/carrier_invoices/CI-200732/", { load_number: "L", amount: 2, debtor_id: "MINE" }).status).toBe(200);
  expect(refusal("/carrier_invoices/", { load_number: "L", amount: 1, debtor_id: "MINE" })).toMatch(/^400 /);
});

test("a relationship needs a company that the search finds", () => {
  const unknownId = "00000000-0000-4000-8000-000000000000";
  expect(refusal("/carrier_relationships/", { carrier_id: unknownId, external_id: "X" })).toContain(
    `400 The sandbox has no carrier "${unknownId}". It has ${prairieWind}, `,
  );
});

test("an id from the contract's examples is valid from the start, and doesn't change lists", () => {
  const sent = { ...invoice, carrier_id: "CARR-1042", debtor_id: "CUST-2077" };
  expect(api.post("/broker_invoices/", sent)).toMatchObject({ status: 201, body: { carrier_mc: "9900142" } });
  expect(api.get("/carrier_relationships/").body).toMatchObject({ count: 3 });
  const created = api.post("/carrier_relationships/", { carrier_id: prairieWind, external_id: "CARR-1042" });
  expect(created.status).toBe(201);
});

const notes = `openapi: 3.0.3
info: { title: Notes, version: "1" }
paths:
  /people: { ${call("get", "operationId: listPeople", answers(`${listOf(object("id: { type: string }"))}, example: []`))} }
  /notes: { ${call("post", "operationId: addNote", takes(ref("Note")), answers(ref("Note"), { status: 201 }))} }
components: { schemas: { Note: ${object("id: { type: string, readOnly: true }, by: { type: string }, text: { type: string }")} } }
`;
const by = "addNote:\n  takes: [{ from: /people, where: { id: by } }]";

test("any id is accepted if no records of its kind exist", async () => {
  const people = callSandbox(await readContractText(notes, by));
  expect(people.post("/notes", { by: "anybody", text: "A" }).status).toBe(201);
  const known = callSandbox(await readContractText(notes, `${by}\nlistPeople:\n  records: [{ id: P-1 }]`));
  expect(known.post("/notes", { by: "anybody", text: "A" }).status).toBe(400);
  expect(known.post("/notes", { by: "P-1", text: "A" }).status).toBe(201);
  expect(known.post("/notes", { text: "A" }).status).toBe(201);
});
