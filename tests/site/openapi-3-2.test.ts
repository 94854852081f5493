import { expect, test } from "vitest";
import { parse } from "yaml";

import { buildFiles, buildSite } from "../support/build-site.ts";
import { readText } from "../support/inline-contract.ts";
import { openAssistant } from "../support/mcp-client.ts";
import { callSandbox } from "../support/sandbox.ts";

/** Additions of OpenAPI 3.2 that tests/contracts doesn't cover: in checks, calls and responses. */
const document = `openapi: 3.2.0
info: { title: Trees, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /trees:
    get:
      operationId: watch
      summary: Watch trees
      responses:
        "200":
          description: As they grow.
          content:
            application/jsonl:
              itemSchema: { $ref: "#/components/schemas/Growth" }
              examples: { two: { dataValue: [{ height: 1.5 }, { height: 2 }] } }
    query:
      operationId: find
      summary: Find trees
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Growth" } } }
      responses: { "200": { content: { application/json: { schema: { type: array }, example: [{ height: 3 }] } } } }
    post:
      operationId: report
      summary: Report growth
      requestBody: { content: { text/event-stream: { itemSchema: { $ref: "#/components/schemas/Event" } } } }
      responses: { "204": { description: Kept. } }
    delete:
      operationId: fell
      parameters:
        - in: querystring
          name: filter
          required: true
          content: { application/json: { schema: { $ref: "#/components/schemas/Growth" } } }
      responses: { "204": { description: Done. } }
    additionalOperations:
      COPY: { operationId: copy, summary: Copy trees, responses: { "201": { content: { text/plain: { example: Copied } } } } }
components:
  schemas:
    Growth: { type: object, required: [height], properties: { height: { type: number } }, additionalProperties: false }
    Event:
      type: object
      required: [data]
      properties:
        event: { enum: [grown] }
        data: { type: string, contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Growth" } }
`;

async function findings(markdown: string): Promise<readonly string[]> {
  const { diagnostics } = await buildSite({
    "content/index.md": `# Home\n\n${markdown}\n`,
    "openapi/openapi.yaml": document,
  });
  return diagnostics.map(({ message, position }) => `${position?.line} ${message}`);
}

const block = (head: string, text: string): string => `\`\`\`${head}\n${text}\n\`\`\``;

test("requests on pages are checked against their operations, whatever their method", async () => {
  const json = "Content-Type: application/json\n\n";
  expect(await findings(block("http op=find", `QUERY /trees\n${json}{ "height": 2 }`))).toEqual([]);
  expect(await findings(block("http op=copy", "COPY /trees"))).toEqual([]);
  expect(await findings(block("http op=fell", 'DELETE /trees?{"height":2}'))).toEqual([]);
  expect(await findings(block("http op=find", `QUERY /trees\n${json}{ "height": "tall" }`))).toEqual([
    '7 `height` must be a number, not "tall" (at /height)',
  ]);
  expect(await findings(block("http op=copy", "LINK /trees"))).toEqual(["4 `copy` is a COPY, not a LINK"]);
  expect(await findings(block("http op=fell", 'DELETE /trees?{"size":2}'))).toEqual([
    "4 `height` is missing",
    "4 Growth has no field `size`",
  ]);
  expect(await findings(block("http op=fell", "DELETE /trees"))).toEqual(["4 the query parameter `filter` is missing"]);
});

test("streams on pages are checked against their schema item by item", async () => {
  expect(await findings(block("jsonl op=watch response=200", '{"height":1}\n{"height":2}'))).toEqual([]);
  expect(await findings(block("jsonl op=watch response=200", '{"height":1}\n{"height":"tall"}'))).toEqual([
    '5 `height` must be a number, not "tall" (at /1/height)',
  ]);
  expect(await findings(block("jsonl schema=Growth", '{"height":1}\n{"height":2}}'))).toEqual([
    '5 `1` of the stream must be an object, not "{\\"height\\":2}}" (at /1)',
  ]);
  const events = 'event: grown\ndata: {"height": 1}\n\nevent: grown\ndata: {"height":\ndata: "tall"}';
  expect(await findings(block("eventstream op=report request", events))).toEqual([
    '7 `height` must be a number, not "tall" (at /1/data/height)',
  ]);
  const request = `POST /trees\nContent-Type: text/event-stream\n\nevent: felled\ndata: [DONE]`;
  expect(await findings(block("http op=report", request))).toEqual(['7 `event` can\'t be "felled" (at /0/event)']);
  expect(await findings(block("jsonl op=copy response=201", "{}"))).toEqual([
    "4 the contract has no stream of this kind here",
  ]);
});

test("the sandbox answers an operation it can't simulate with the example, and says that it stored nothing", async () => {
  const { contract } = await readText(document);
  const { sandbox } = callSandbox(contract ?? expect.fail("no contract"));
  const send = (method: string, text = "", type = "application/json") =>
    sandbox.handle({
      ...{ method, path: "/trees", query: "", address: "http://sandbox.test" },
      headers: new Map(text === "" ? [] : [["content-type", type]]),
      body: new TextEncoder().encode(text),
    });
  const isExample = { name: "X-Sandbox", value: "example" };
  const found = send("QUERY", '{"height":3}');
  expect([found.status, JSON.parse(found.body)]).toEqual([200, [{ height: 3 }]]);
  expect(found.headers).toContainEqual(isExample);
  expect(send("QUERY", '{"height":"tall"}').status).toBe(400);
  expect(send("COPY")).toMatchObject({ status: 201, body: "Copied", headers: [isExample, expect.anything()] });
  expect(send("GET")).toMatchObject({ status: 200, body: '{"height":1.5}\n{"height":2}\n' });
  expect(send("GET").headers).toContainEqual({ name: "Content-Type", value: "application/jsonl" });
  expect(send("LINK")).toMatchObject({ status: 405 });
  expect(send("POST", "event: felled\ndata: 1\n", "text/event-stream").status).toBe(400);
});

test("assistants check and try requests of every method", async () => {
  const site = await buildFiles({ "content/index.md": "# Home\n", "openapi/openapi.yaml": document });
  await using assistant = await openAssistant(site);
  const { call, refusal } = assistant;
  expect(await call("check_request", { method: "QUERY", path: "/trees", body: { height: 2 } })).toMatchObject({
    isRight: true,
  });
  expect(await call("check_request", { method: "DELETE", path: '/trees?{"height":2}' })).toMatchObject({
    isRight: true,
  });
  expect(await call("try_request", { method: "COPY", path: "/trees" })).toMatchObject({ status: 201 });
  expect(await call("write_sample", { method: "COPY", path: "/trees", language: "ruby" })).toMatchObject({
    text: expect.stringContaining('Net::HTTPGenericRequest.new("COPY", false, true, uri)'),
  });
  expect(await refusal("try_request", { method: "LINK", path: "/trees" })).toContain("COPY /trees");
  expect(await call("get_operation", { operation: "COPY /trees" })).toMatchObject({ operation: expect.anything() });
});

test("the document is published unchanged, in the version that its author wrote", async () => {
  const site = await buildSite({ "content/index.md": "# Home\n", "openapi/openapi.yaml": document });
  const json = site.paths.find((path) => path.endsWith("openapi.json")) ?? "";
  expect(JSON.parse(site.read(json))).toEqual(parse(document));
  expect(site.diagnostics).toEqual([]);
});
