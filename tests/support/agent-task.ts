import { isDeepStrictEqual } from "node:util";

import { expect } from "vitest";

import type { Answer, Assistant } from "./mcp-client.ts";

/** A call of a task, with the size of its answer in bytes. */
export interface TaskCall {
  readonly tool: string;
  readonly bytes: number;
}

/**
 * How an assistant without knowledge of the API invoices a shipment, guided only by each answer:
 * from a search to a created invoice with a document, in the sandbox.
 */
export async function invoiceShipment({ call }: Assistant): Promise<readonly TaskCall[]> {
  const calls: TaskCall[] = [];
  let session: unknown;
  const ask = async (tool: string, input: object): Promise<Answer> => {
    const known = tool === "try_request" && session !== undefined ? { session } : {};
    const answer = await call(tool, { ...input, ...known });
    calls.push({ tool, bytes: Buffer.byteLength(JSON.stringify(answer)) });
    session = answer["session"] ?? session;
    return answer;
  };
  const send = async (method: string, path: string, content: object = {}) => {
    const { status, body } = await ask("try_request", { method, path, ...content });
    return { status, body: JSON.parse(String(body)) };
  };

  const found = await ask("search", { query: "invoice a shipment" });
  const schema = valuesIn(found, "hits", "title").find((title) => title === "BrokerInvoice");
  const list = await ask("list_operations", {});
  const operations = valuesIn(list, "operations", "operation");
  const create = operations[valuesIn(list, "operations", "summary").indexOf("Create a broker invoice")];
  expect([schema, create]).toEqual(["BrokerInvoice", "POST /broker_invoices/"]);

  const { text } = await ask("get_operation", { operation: create });
  const sample = JSON.parse(/--data '(\{.*?\n {2}\})'/s.exec(String(text))?.[1] ?? "");
  expect(text).toContain("The `external_id` of the carrier relationship");

  const carriers = await send("GET", "/carriers/");
  const carrier = { carrier_id: carriers.body.results[0].id, external_id: sample.carrier_id };
  expect(await send("POST", "/carrier_relationships/", { body: carrier })).toMatchObject({ status: 201 });
  const debtors = await send("GET", "/debtors/");
  const debtor = { debtor_id: debtors.body.results[0].id, external_id: sample.debtor_id };
  expect(await send("POST", "/debtor_relationships/", { body: debtor })).toMatchObject({ status: 201 });

  const draft = { ...sample, amount: 2400.5 };
  const checked = await ask("check_request", { method: "POST", path: "/broker_invoices/", body: draft });
  expect(checked["findings"]).toMatchObject([{ pointer: "/amount", message: expect.stringContaining("cents") }]);
  const created = await send("POST", "/broker_invoices/", { body: sample });
  expect(created.status).toBe(201);
  const path = `/broker_invoices/${created.body.invoice_number}/`;
  const file = { name: "attachment", fileName: "pod.pdf" };
  const form = [file, { name: "category", value: "Signed Bill of Lading (Delivered)" }];
  const attached = await send("POST", `${path}attachments?visible_to=carrier,debtor`, { form });
  expect(attached).toMatchObject({ status: 201 });
  const read = await send("GET", path);
  expect(read.body).toMatchObject({ amount: sample.amount, attachments: [{ filename: "pod.pdf" }] });
  expect(isDeepStrictEqual(read.body.attachments, [attached.body])).toBe(true);
  return calls;
}

function valuesIn(answer: Answer, list: string, member: string): readonly unknown[] {
  const elements: unknown = answer[list];
  return Array.isArray(elements) ? elements.map((element: Answer) => element[member]) : [];
}
