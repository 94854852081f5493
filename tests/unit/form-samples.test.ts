import { expect, test } from "vitest";

import { toCall } from "#client/explorer/call/call.ts";
import { pageSandbox } from "#client/explorer/call/targets.ts";
import { toRequest } from "#client/explorer/draft/draft-to-request.ts";
import { startDraft } from "#client/explorer/draft/request-draft.ts";
import { parseParameters } from "#sandbox/request/multipart.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { codeSamplesOf, operationOf, readText, readValid } from "../support/inline-contract.ts";
import { object } from "../support/contract-paths.ts";
import { openExplorer } from "../support/open-explorer.ts";
import { callSandbox } from "../support/sandbox.ts";
import { sampleLanguages, sendSamples } from "../support/send-samples.ts";

/* How forms are sent: by samples to a server, by the explorer to the network, and how the sandbox responds. */

interface Received {
  readonly type: string;
  readonly body: string;
}

/** What a server receives from each sample and from the explorer, by sender. */
async function sendAll(contract: Contract, id: string): Promise<Readonly<Record<string, Received>>> {
  const operation = operationOf(contract, id);
  const sent = (await sendSamples(codeSamplesOf(operation))).map(
    ({ language, headers, body }) => [language, { type: headers["content-type"] ?? "", body }] as const,
  );
  const data = openExplorer(contract, operation);
  const draft = startDraft(data, null, 0);
  const call = toCall({ draft, data, target: pageSandbox, schemes: [], credentials: [] });
  const response = new Response(call.body);
  const own = { type: response.headers.get("content-type") ?? "", body: await response.text() };
  expect(toRequest(draft, data).query).toEqual(operation.request?.query);
  return Object.fromEntries([...sent, ["explorer", own]]);
}

/** The parts of a form, each as `name [type] {further headers}: value`. A file's value is its name. */
function partsOf({ type, body }: Received): readonly string[] {
  const boundary = parseParameters(type).get("boundary");
  if (boundary === undefined) return Array.from(new URLSearchParams(body), ([name, value]) => `${name}: ${value}`);
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", value = ""] = part.split(/\r\n\r\n([^]*)\r\n$/);
      const headers = new Map(
        head.split("\r\n").map((line) => [line.split(": ")[0]?.toLowerCase(), line.replace(/^[^:]*: /, "")]),
      );
      const name = /name="([^"]*)"/.exec(headers.get("content-disposition") ?? "")?.[1];
      const own = headers.get("x-part");
      return `${name} [${headers.get("content-type") ?? ""}]${own === undefined ? "" : ` {${own}}`}: ${value}`;
    });
}

const responses = 'responses: { "200": { description: Ok. } }';

const multipart = "multipart/form-data";

function formAt(name: string, schema: string, { type = multipart, encoding = "{}" } = {}): string {
  const body = `{ required: true, content: { ${type}: { schema: ${schema}, encoding: ${encoding} } } }`;
  return `  /${name}: { post: { operationId: ${name}, requestBody: ${body}, ${responses} } }`;
}

const rolls = [
  "paths:",
  formAt(
    "roll",
    `{ type: object, required: [meta, phone], properties: {
        meta: { type: object, properties: { note: { type: string } }, example: { note: "a; \\"b\\"" } },
        notes: { type: string, example: "# Hi; \\"you\\"" },
        boxes: { type: array, items: { type: object, properties: { w: { type: integer } } }, example: [{ w: 1 }, { w: 2 }] },
        phone: { type: string, example: (555) 010-1234 },
        title: { type: string, example: '"Quoted" @name; ' },
        tags: { type: array, items: { type: string }, example: [a, b] },
        codes: { type: array, items: { type: integer }, example: [1, 2] },
        none: { type: string, nullable: true, example: null } } }`,
    { encoding: "{ notes: { contentType: text/markdown }, codes: { style: form, explode: false } }" },
  ),
  formAt("heads", object("meta: { type: object, example: { a: 1 } }"), {
    encoding: "{ meta: { headers: { X-Part: { required: true, schema: { type: string }, example: one; two } } } }",
  }),
  formAt(
    "scan",
    "{ oneOf: [{ type: object, required: [scan], properties: { scan: { type: string, format: binary } } }, { type: object, required: [url], properties: { url: { type: string } } }] }",
  ),
  formAt(
    "box",
    `{ type: object, properties: {
        labels: { type: array, items: { type: string }, example: [a, b] },
        box: { type: object, properties: { w: { type: integer } }, example: { w: 3 } },
        flat: { type: object, properties: { h: { type: integer } }, example: { h: 4 } },
        json: { type: object, properties: { d: { type: integer } }, example: { d: 5 } },
        more: { type: array, items: { type: string }, example: [c, d] } } }`,
    {
      type: "application/x-www-form-urlencoded",
      encoding:
        "{ labels: { style: form, explode: false }, box: { style: deepObject, explode: true }, flat: { style: form } }",
    },
  ),
].join("\n");

// prettier-ignore
const roll = [
  'meta [application/json]: {"note":"a; \\"b\\""}', 'notes [text/markdown]: # Hi; "you"', 'boxes [application/json]: {"w":1}',
  'boxes [application/json]: {"w":2}', "phone []: (555) 010-1234", 'title []: "Quoted" @name; ', "tags []: a", "tags []: b",
  "codes []: 1,2",
];

test.each([
  ["roll", roll],
  ["heads", ['meta [application/json] {one; two}: {"a":1}']],
  ["scan", ["scan [application/octet-stream]: bytes"]],
  ["box", ["labels: a,b", "box[w]: 3", "h: 4", 'json: {"d":5}', "more: c", "more: d"]],
])(
  "the form of %s is sent as its encoding says, by samples and explorer, and accepted by the sandbox",
  async (id, expected) => {
    const contract = await readValid(rolls);
    const sent = await sendAll(contract, id);
    // Node's fetch can't write the headers of a part, and its sample says so.
    const clients = [...sampleLanguages, "explorer"].filter((name) => id !== "heads" || name !== "javascript");
    expect(Object.keys(sent)).toEqual(clients);
    const path = `/${id}`;
    const { send } = callSandbox(contract);
    for (const [client, received] of Object.entries(sent)) {
      // A browser has no file until its reader chooses one.
      if (id === "scan" && client === "explorer") continue;
      expect(partsOf(received), client).toEqual(expected);
      const { type, body } = received;
      const response = send({ method: "POST", path, headers: { "content-type": type }, body });
      expect([client, response.status, response.body]).toEqual([client, 200, null]);
    }
  },
);

test("lists in Swagger 2.0 forms, headers and paths are joined as collectionFormat says", async () => {
  const list = "type: array, items: { type: string }, required: true, x-example: [a, b]";
  const { contract, findings } = await readText(`swagger: "2.0"
info: { title: API, version: "1" }
paths:
  /loads/{ids}:
    post:
      operationId: load
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: ids, in: path, collectionFormat: pipes, ${list} }
        - { name: X-Ids, in: header, collectionFormat: ssv, ${list} }
        - { name: X-Csv, in: header, ${list} }
        - { name: csv, in: formData, ${list} }
        - { name: pipes, in: formData, collectionFormat: pipes, ${list} }
        - { name: tabs, in: formData, collectionFormat: tsv, ${list} }
        - { name: multi, in: formData, collectionFormat: multi, ${list} }
      ${responses}
`);
  expect(findings).toBe("");
  const operation = operationOf(contract, "load");
  const headers = Object.entries({ "X-Ids": "a b", "X-Csv": "a,b" }).map(([name, value]) => ({ name, value }));
  expect(operation.request).toMatchObject({ path: "/loads/a%7Cb", headers });
  const sent = contract === null ? {} : await sendAll(contract, "load");
  for (const [client, received] of Object.entries(sent)) {
    expect(partsOf(received), client).toEqual(["csv: a,b", "pipes: a|b", "tabs: a\tb", "multi: a", "multi: b"]);
  }
});
