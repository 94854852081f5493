import { expect, test } from "vitest";

import { callSandbox } from "../support/sandbox.ts";
import { answers, at, call, content, contractOf, listOf, object, takes } from "../support/contract-paths.ts";

/* Simulated errors, and errors in the contract's own shape. */

const problem =
  "{ type: object, required: [title, status], properties: { title: { type: string }, status: { type: integer } } }";
const note = object("id: { type: integer }");
const busy = content(`${problem}, example: { title: Busy, status: 503 }`, "application/problem+json");
const missing = content(problem, "application/problem+json");
const api = callSandbox(
  await contractOf({
    "/notes": [
      call("get", answers(listOf(note))),
      call(
        "post",
        takes("{ type: object }"),
        `responses: { "201": { description: OK }, "503": { description: Busy, ${busy} } }`,
      ),
    ],
    "/notes/{id}": [
      at("id"),
      call(
        "get",
        `responses: { "200": { description: OK, ${content(note)} }, "404": { description: None, ${missing} } }`,
      ),
    ],
  }),
);
const prefer = (value: string, method = "GET") =>
  api.sandbox.handle({
    ...{ method, path: "/notes", query: "", body: new Uint8Array(), address: "" },
    headers: new Map([["prefer", value]]),
  });

test("Prefer: code returns the contract's example for a status and changes no records", () => {
  const before = api.get("/notes").body;
  const { status, headers, body } = prefer("code=503", "POST");
  expect([status, JSON.parse(body)]).toEqual([503, { title: "Busy", status: 503 }]);
  expect(headers).toContainEqual({ name: "Preference-Applied", value: "code=503" });
  expect(headers).toContainEqual({ name: "Content-Type", value: "application/problem+json" });
  expect(api.get("/notes").body).toEqual(before);
});

test("a status that the contract doesn't describe is returned with the sandbox's own text", () => {
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
])("the sandbox understands Prefer: %s", (value, expected) => {
  const response = prefer(value);
  expect(response).toMatchObject(expected);
  if (!("delay" in expected)) expect(response.delay).toBeUndefined();
});

test("an error puts all faults into the contract's one error text, with a pointer to the first", async () => {
  const errors = listOf(object("pointer: { type: string }"));
  const error = `{ type: object, required: [title, errors], properties: { title: { type: string }, detail: { type: string }, errors: ${errors} } }, example: { title: Room is taken, errors: [{ pointer: text }] }`;
  const room =
    "{ type: object, required: [name, floor], properties: { name: { type: string }, floor: { type: integer }, id: { type: string, readOnly: true } } }";
  const refused = `default: { description: Not done, ${content(error, "application/problem+json")} }`;
  const { post } = callSandbox(
    await contractOf({
      "/rooms": [call("post", takes(room), `responses: { "201": { description: OK }, ${refused} }`)],
    }),
  );
  expect(post("/rooms", { name: 1, floor: "x" }).body).toEqual({
    title: "`name` must be text, not 1",
    detail: '`name` must be text, not 1. `floor` must be a whole number, not "x".',
    errors: [{ pointer: "/name" }],
  });
});

test("an error has the contract's shape, with the reason in its text", () => {
  const { status, headers, body } = api.get("/notes/404");
  expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  expect(body).toEqual({ title: expect.stringContaining("no record"), status: 404 });
});

test("statuses and headers are the contract's own: 422 and 409, Location and the total", async () => {
  const yard =
    "{ type: object, required: [code], properties: { code: { type: string, minLength: 2 }, gates: { type: integer } } }";
  const declared = (name: string): string => `, headers: { ${name}: { schema: { type: string } } }`;
  const creation = answers(yard, { status: 201, more: declared("Location") }).replace(/ }$/, "");
  const { get, post } = callSandbox(
    await contractOf({
      "/yards": [
        call("get", answers(listOf(yard), { more: declared("X-Total-Count") })),
        call("post", takes(yard), `${creation}, "409": { description: There }, "422": { description: Wrong } }`),
      ],
      "/yards/{code}": [at("code", "{ type: string }"), call("get", answers(yard))],
    }),
  );
  const first = post("/yards", { code: "A1", gates: 2 });
  expect([first.status, first.headers.get("location")]).toEqual([201, expect.stringMatching(/\/yards\/A1$/)]);
  expect(post("/yards", { code: "A1" }).status).toBe(409);
  const message = "`code` has 1 character; 2 is the least.";
  expect(post("/yards", { code: "A" })).toMatchObject({ status: 422, body: { message } });
  expect(get("/yards").headers.get("x-total-count")).toBe("2");
});

test("a new record without a path of its own gets no Location", async () => {
  const tree = "{ type: object, properties: { ID: { type: integer }, name: { type: string } } }";
  const { post } = callSandbox(
    await contractOf({
      "/trees": [call("get", answers(listOf(tree))), call("post", takes(tree), answers(tree, { status: 201 }))],
      "/trees({ID})": [at("ID"), call("get", answers(tree))],
    }),
  );
  const { status, headers } = post("/trees", { name: "Yew" });
  expect([status, headers.get("x-sandbox"), headers.has("location")]).toEqual([201, "simulated", false]);
});
