import { expect, test } from "vitest";

import { readContractText, readWithSandbox } from "../support/read-contract-text.ts";
import { callSandbox } from "../support/sandbox.ts";
import { answers, at, call, content, listOf, object, ref, takes } from "../support/contract-paths.ts";

const head = 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\nservers: [{ url: https://pets.example.com/api }]\n';
const pet = ref("Pet");
const feed = 'responses: { "202": { description: accepted } }';
const pets = `${head}security: [{ key: [] }, { basic: [] }]
paths:
  /pets: { ${call("get", "operationId: listPets", answers(listOf(pet)))}, ${call("post", takes(pet), answers(pet, { status: 201 }))} }
  /pets/{petId}: { ${at("petId")}, ${call("get", answers(pet))}, delete: { responses: { "204": { description: gone } } } }
  /pets/mine: { ${call("get", `responses: { 2XX: { description: ok, ${content(object("note: { type: string }"))} } }`)} }
  /pets/{petId}/feed: { ${at("petId")}, ${call("post", feed)} }
components:
  securitySchemes: { key: { type: apiKey, in: query, name: key }, basic: { type: http, scheme: basic } }
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, pattern: "^[^<>]+$" }
        secret: { type: string, writeOnly: true }
        tag: { type: string, nullable: true, default: none }
`;

test("a contract without extensions, examples or trailing slashes is simulated too", async () => {
  const api = callSandbox(await readContractText(pets));
  const before = Number(Object(api.get("/pets").body).length);
  const { status, body } = api.post("/pets", { name: "Rex", secret: "s" });
  expect([status, body]).toEqual([201, { id: expect.any(Number), name: "Rex", tag: "none" }]);
  const { id } = Object(body);
  expect(api.get(`/pets/${id}`).body).toEqual(body);
  expect(api.get("/pets").body).toHaveLength(before + 1);
  expect(api.post("/pets", { name: "Tom", tag: null }).body).toMatchObject({ tag: null });
  expect(api.post("/pets", { id: 7, name: "Rex" }).status).toBe(400);
  expect(api.post("/pets", { name: "<Rex>" }).body).toMatchObject({ message: "`name` must match ^[^<>]+$." });
  expect(api.delete(`/pets/${id}`)).toMatchObject({ status: 204, body: null });
  expect(api.get(`/pets/${id}`).status).toBe(404);
  expect(api.get("/pets/").body).toMatchObject({
    hint: "did you mean /pets? Every path is exact, and there is no redirect",
  });
});

test("a fixed path wins over one with a parameter, and a response that isn't a record is its example", async () => {
  const api = callSandbox(await readContractText(pets));
  expect(api.get("/pets/mine")).toMatchObject({ status: 200, body: { note: expect.any(String) } });
  expect(api.send({ method: "POST", path: "/pets/1/feed" })).toMatchObject({ status: 202, body: null });
  expect(api.get("/pets/x").status).toBe(400);
});

test("credentials are accepted in each way that the contract allows", async () => {
  const api = callSandbox(await readContractText(pets), { isAuthenticationRequired: true });
  const refused = api.get("/pets");
  const message = "Send the query parameter key, or the header Authorization. The sandbox takes any value.";
  expect(refused).toMatchObject({ status: 401, body: { message } });
  expect(refused.headers.has("www-authenticate")).toBe(true);
  expect(api.get("/nowhere").status).toBe(404);
  expect(api.get("/pets?key=x").status).toBe(200);
  expect(api.get("/pets?key=").status).toBe(401);
  expect(api.send({ method: "GET", path: "/pets", headers: { authorization: "Basic eDp5" } }).status).toBe(200);
  expect(api.send({ method: "GET", path: "/pets", headers: { authorization: "Bearer x" } }).status).toBe(401);
});

test("a 401 names the schemes if several use the same header", async () => {
  const header = "{ type: apiKey, in: header, name: Authorization }";
  const text = `${head}security: [{ broker: [] }, { carrier: [] }]
paths: { /pets: { get: { responses: { "200": { description: OK } } } } }
components: { securitySchemes: { broker: ${header}, carrier: ${header} } }
`;
  const message =
    "Send the header Authorization (broker), or the header Authorization (carrier). The sandbox takes any value.";
  const api = callSandbox(await readContractText(text), { isAuthenticationRequired: true });
  expect(api.get("/pets")).toMatchObject({ status: 401, body: { message } });
});

test.each([
  ["listPets:\n  filter: {}", "2:3", "`filter`", "`filters`"],
  ["listPets: yes", "1:1", "`listPets`", ""],
  ["listPet: {}", "1:1", "no operation `listPet`", "listPets"],
  ["listPets:\n  takes:\n    - { from: /pet, where: {}, fields: [] }", "3:9", "no path `/pet`", "/pets"],
  ["listPets:\n  records: [", "2:12", "YAML", ""],
])("invalid sandbox settings are reported at their position: %j", async (text, position, fault, hint) => {
  const { diagnostics } = await readWithSandbox(pets, text);
  expect(diagnostics).toHaveLength(1);
  const [found] = diagnostics;
  expect(`${found?.position?.line}:${found?.position?.column}`).toBe(position);
  expect(found).toMatchObject({ code: "sandbox/invalid", position: { file: "openapi/sandbox.yaml" } });
  expect(found?.message).toContain(fault);
  expect(found?.hint ?? "").toContain(hint);
});

test("a collection may start with records that aren't in an example", async () => {
  const api = callSandbox(await readContractText(pets, "listPets:\n  records: [{ id: 1, name: Rex }]"));
  expect(JSON.stringify(api.get("/pets").body)).toContain("Rex");
});

test("an example id in the path doesn't excuse a missing query or header, or a wrong header value", async () => {
  const api = callSandbox(
    await readContractText(`
openapi: 3.1.0
info: { title: Hotels, version: "1" }
paths:
  /hotels/{hotel_id}/rates:
    parameters:
      - { name: hotel_id, in: path, required: true, example: h_1, schema: { type: string, maxLength: 2 } }
      - { name: from, in: query, required: true, example: "2026-01-01", schema: { type: string, format: date } }
      - { name: X-Team, in: header, required: true, example: blue, schema: { type: string } }
      - { name: X-Size, in: header, example: 1, schema: { type: integer } }
    get: { operationId: rates, responses: { "200": { description: ok } } }
`),
  );
  const send = (query: string, headers: Record<string, string>) => {
    const { body } = api.send({ method: "GET", path: `/hotels/h_1/rates${query}`, headers });
    return (Object(body).faults ?? []).map(({ message }: { message: string }) => message);
  };
  const right = { "x-team": "blue" };
  expect(send("", {})).toEqual(["the query parameter `from` is missing", "the header `X-Team` is missing"]);
  expect(send("?from=2026-02-02", { ...right, "x-size": "big" })).toEqual([
    '`X-Size` must be a whole number, not "big"',
  ]);
  expect(send("?from=2026-02-02", right)).toEqual([]);
});
