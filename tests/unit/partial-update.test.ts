import { expect, test } from "vitest";

import { checkDraft } from "#client/explorer/draft/check-draft.ts";
import { startDraft } from "#client/explorer/draft/request-draft.ts";
import { checkSample } from "#content/contract/check-sample.ts";

import { operationOf, readText } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";
import { callSandbox } from "../support/sandbox.ts";

interface Written {
  readonly id?: string;
  readonly put?: string;
  readonly words?: string;
  readonly schema?: string;
}

/** The change of a haul, much as drf-yasg writes it. */
async function readHauls({ id = "hauls_partial_update", put = "hauls_update", words = "", schema = "Haul" }: Written) {
  const body = (name: string): string =>
    `parameters: [{ name: data, in: body, required: true, schema: { $ref: "#/definitions/${name}" } }]`;
  const responses = 'responses: { "200": { description: "", schema: { $ref: "#/definitions/Haul" } } }';
  const { contract, findings } = await readText(`swagger: "2.0"
info: { title: Hauls, version: v1 }
consumes: [application/json]
produces: [application/json]
paths:
  /hauls/:
    get: { operationId: hauls_list, ${responses.replace("{ $ref", "{ type: array, items: { $ref").replace('Haul" }', 'Haul" } }')} }
    post: { operationId: hauls_create, ${body("Haul")}, ${responses} }
  /hauls/{id}/:
    parameters: [{ name: id, in: path, required: true, type: integer }]
    get: { operationId: hauls_read, ${responses} }
    put: { operationId: ${put}, ${body("Haul")}, ${responses} }
    patch: { operationId: ${id}, description: "${words}", ${body(schema)}, ${responses} }
definitions:
  Named: { type: object, required: [name], properties: { name: { type: string } } }
  Haul:
    allOf:
      - $ref: "#/definitions/Named"
      - type: object
        required: [carrier]
        properties: { id: { type: integer, readOnly: true }, carrier: { type: integer }, stops: { type: array, items: { type: string } } }
  Change: { type: object, required: [name], properties: { name: { type: string } } }
`);
  return contract ?? expect.fail(findings);
}

test("PATCH of drf-yasg accepts part of a record everywhere, and its sample sends one field", async () => {
  const contract = await readHauls({});
  const operation = operationOf(contract, "hauls_partial_update");
  expect(operation.requestBody?.isPartial).toBe(true);
  expect(operation.request?.body).toEqual({
    kind: "json",
    mediaType: "application/json",
    value: { name: "Example name" },
  });
  const target = { kind: "request", operation: "hauls_partial_update" } as const;
  expect(checkSample(contract, { target, value: { carrier: 3 }, isPartial: false })).toEqual([]);
  const [fault] = checkSample(contract, { target, value: { carrier: "3" }, isPartial: false });
  expect(fault?.message).toBe('`carrier` must be a whole number, not "3"');
  const data = openExplorer(contract, operation);
  expect(checkDraft(startDraft(data, null, 0), data)).toEqual([]);
  const api = callSandbox(contract);
  const { id } = Object(api.post("/hauls/", { name: "A", carrier: 1 }).body);
  expect(api.patch(`/hauls/${id}/`, { carrier: 2 })).toMatchObject({
    status: 200,
    body: { id, name: "A", carrier: 2 },
  });
  expect(api.put(`/hauls/${id}/`, { carrier: 2 }).status).toBe(400);
});

test.each([
  ["whose schema is its own", { schema: "Change" }],
  ["whose id is another one", { id: "hauls_patch" }],
  ["whose PUT has another id", { put: "hauls_replace" }],
  ["that asks for all fields", { words: "Send all of the fields, as with PUT." }],
  ["that asks for the whole record", { words: "Takes the whole record." }],
])("a PATCH %s needs its required fields", async (_name, written: Written) => {
  const contract = await readHauls(written);
  const operation = operationOf(contract, written.id ?? "hauls_partial_update");
  expect(operation.requestBody?.isPartial).toBe(false);
  expect(callSandbox(contract).patch("/hauls/1/", { stops: [] }).status).toBe(400);
});
