import { expect, test } from "vitest";

import { operationOf, readFiles, schemaOf } from "../support/inline-contract.ts";
import { processorTime } from "../support/processor-time.ts";

const head = { openapi: "3.1.0", info: { title: "API", version: "1" } };

async function readDocument(document: object) {
  return readFiles({ "openapi/api.json": JSON.stringify(document) });
}

test.each(["3.0.3", "3.1.0"])(
  "forty schemas that all refer to each other end in bounded time (OpenAPI %s)",
  async (openapi) => {
    const names = Array.from({ length: 40 }, (_, index) => `S${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const schemas = Object.fromEntries(names.map((name) => [name, { type: "object", properties }]));
    const [{ findings }, duration] = await processorTime(() =>
      readDocument({ ...head, openapi, paths: {}, components: { schemas } }),
    );
    expect(findings).toBe("");
    expect(duration).toBeLessThan(10_000);
  },
);

test("diamonds of allOf and oneOf, thirty levels deep, end in bounded time, and so do checks against them", async () => {
  const entries = Array.from({ length: 31 }, (_, level) => {
    const next = { $ref: `#/components/schemas/D${level + 1}` };
    const schema = level === 30 ? { type: "string" } : { allOf: [next, next], oneOf: [next, next] };
    return [`D${level}`, level === 0 ? { ...schema, example: { a: 1 } } : schema];
  });
  const schemas = Object.fromEntries(entries);
  const [{ contract }, duration] = await processorTime(() =>
    readDocument({ ...head, paths: {}, components: { schemas } }),
  );
  expect(schemaOf(contract, "D0").mergedFrom.length).toBeLessThan(40);
  expect(duration).toBeLessThan(3_000);
});

test("a thousand operations are read in seconds, each with its sample request", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => {
      const reference = { schema: { $ref: `#/components/schemas/S${index}` } };
      const responses = { 200: { description: "Ok.", content: { "application/json": reference } } };
      const requestBody = { content: { "application/json": reference } };
      const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
      return [`/things${index}/{id}/`, { parameters, get: { responses }, put: { requestBody, responses } }];
    }),
  );
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: "string", description: `P ${index}` }]),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`S${index}`, { type: "object", properties }]),
  );
  const [{ contract, findings }, duration] = await processorTime(() =>
    readDocument({ ...head, paths, components: { schemas } }),
  );
  expect(findings).toBe("");
  expect(contract?.operations).toHaveLength(1_000);
  expect(new Set(contract?.operations.map(({ anchor }) => anchor)).size).toBe(1_000);
  expect(contract?.operations.every(({ request }) => request !== null)).toBe(true);
  expect(duration).toBeLessThan(8_000);
});

test("a cycle of callbacks and path items ends", async () => {
  const responses = { 200: { description: "Ok." } };
  const callbacks = { on: { $ref: "#/components/callbacks/C" } };
  const [{ contract, findings }] = await processorTime(() =>
    readDocument({
      ...head,
      paths: { "/a/": { $ref: "#/components/pathItems/A" } },
      components: {
        pathItems: { A: { post: { operationId: "a", responses, callbacks } } },
        callbacks: { C: { "{$request.body#/url}": { $ref: "#/components/pathItems/A" } } },
      },
    }),
  );
  expect(findings).toBe("");
  expect(operationOf(contract, "a").callbacks.map(({ name }) => name)).toEqual(["on"]);
});

test.each(["javascript:alert(1)", " jAvA\tscript:alert(1)", "data:text/html,x", "vbscript:x", "\u0001javascript:x"])(
  "the address %j is never linked",
  async (url) => {
    const { contract, findings } = await readDocument({
      ...head,
      externalDocs: { url },
      servers: [{ url }, { url: "https://api.example.com/v1/" }],
      tags: [{ name: "a", externalDocs: { url } }],
      paths: {},
    });
    expect(contract?.externalDocs).toBeNull();
    expect(contract?.servers.map((server) => server.url)).toEqual(["https://api.example.com/v1/"]);
    expect(findings.match(/link\/unsafe/g)).toHaveLength(3);
  },
);
