import { expect, test } from "vitest";

import { readContractText } from "../support/read-contract-text.ts";
import { callSandbox } from "../support/sandbox.ts";

/* Faults on demand, and errors in the contract's own shape. */

const problem =
  "{ type: object, required: [title, status], properties: { title: { type: string }, status: { type: integer } } }";
const api = callSandbox(
  await readContractText(`openapi: 3.1.0
info: { title: Notes, version: "1" }
servers: [{ url: https://notes.example.com }]
paths:
  /notes:
    get: { operationId: list, responses: { "200": { description: OK, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer } } } } } } } } }
    post: { operationId: create, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { "201": { description: OK }, "503": { description: Busy, content: { application/problem+json: { schema: ${problem}, example: { title: Busy, status: 503 } } } } } }
  /notes/{id}:
    get: { operationId: read, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { "200": { description: OK, content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } }, "404": { description: None, content: { application/problem+json: { schema: ${problem} } } } } }
`),
);
const prefer = (value: string, method = "GET") =>
  api.sandbox.handle({
    ...{ method, path: "/notes", query: "", body: new Uint8Array(), address: "" },
    headers: new Map([["prefer", value]]),
  });

test("Prefer: code answers with the contract's example of a status, and does nothing", () => {
  const before = api.get("/notes").body;
  const { status, headers, body } = prefer("code=503", "POST");
  expect([status, JSON.parse(body)]).toEqual([503, { title: "Busy", status: 503 }]);
  expect(headers).toContainEqual({ name: "Preference-Applied", value: "code=503" });
  expect(headers).toContainEqual({ name: "Content-Type", value: "application/problem+json" });
  expect(api.get("/notes").body).toEqual(before);
});

test("a status that the contract does not describe is given all the same, in the sandbox's own words", () => {
  expect([prefer("code=500").status, prefer("code=500").body]).toEqual([
    500,
    expect.stringContaining("doesn't describe"),
  ]);
});

test.each([
  ["delay=1500", { delay: 1500 }],
  ["delay=9999999, cut", { delay: 60_000, isCut: true }],
  ["code=503; cut", { status: 503, isCut: true }],
  ["respond-async, wait=10", { status: 200 }],
  ["code=99, delay=-1", { status: 200 }],
])("Prefer: %s", (value, expected) => {
  const answer = prefer(value);
  expect(answer).toMatchObject(expected);
  if (!("delay" in expected)) expect(answer.delay).toBeUndefined();
});

test("a refusal names all that is wrong in the one text that the contract's errors have, and where the first is", async () => {
  const error = `{ type: object, required: [title, errors], properties: { title: { type: string }, detail: { type: string }, errors: { type: array, items: { type: object, properties: { pointer: { type: string } } } } } }`;
  const { post } = callSandbox(
    await readContractText(`openapi: 3.1.0
info: { title: Rooms, version: "1" }
servers: [{ url: https://rooms.example.com }]
paths:
  /rooms:
    post: { operationId: create, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name, floor], properties: { name: { type: string }, floor: { type: integer }, id: { type: string, readOnly: true } } } } } }, responses: { "201": { description: OK }, default: { description: Not done, content: { application/problem+json: { schema: ${error}, example: { title: Room is taken, errors: [{ pointer: text }] } } } } } }
`),
  );
  expect(post("/rooms", { name: 1, floor: "x" }).body).toMatchInlineSnapshot(`
    {
      "detail": "\`name\` must be text, not 1. \`floor\` must be a whole number, not "x".",
      "errors": [
        {
          "pointer": "/name",
        },
      ],
      "title": "\`name\` must be text, not 1",
    }
  `);
});

test("a refusal has the shape that the contract describes, with the reason in its place", () => {
  const { status, headers, body } = api.get("/notes/404");
  expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  expect(body).toEqual({ title: expect.stringContaining("no record"), status: 404 });
});
