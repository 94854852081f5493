import { DOMParser, type Element } from "@xmldom/xmldom";
import { expect, test } from "vitest";

import { toRequest } from "#client/explorer/draft/draft-to-request.ts";
import { startDraft } from "#client/explorer/draft/request-draft.ts";

import { codeSamplesOf, operationOf, readText } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";
import { sendSamples } from "../support/send-samples.ts";

/* Bodies that are neither JSON nor a form: curl's sample and the explorer start with the same one. */

const head = 'openapi: 3.1.0\ninfo: { title: API, version: "1" }\n';
const responses = 'responses: { "200": { description: Ok. } }';

interface Sent {
  readonly type: string;
  readonly body: string;
  readonly findings: string;
}

async function send(content: string, schemas = ""): Promise<Sent> {
  const { contract, findings } = await readText(
    `${head}paths:\n  /x: { post: { operationId: x, requestBody: { content: ${content} }, ${responses} } }\n${schemas}`,
  );
  const operation = operationOf(contract, "x");
  if (contract === null) return expect.fail(findings);
  const data = openExplorer(contract, operation);
  expect(toRequest(startDraft(data, null, 0), data)).toEqual(operation.request);
  const curl = codeSamplesOf(operation).filter(({ id }) => id === "curl");
  const [received = expect.fail("nothing was sent")] = await sendSamples(curl);
  return { type: received.headers["content-type"] ?? "", body: received.body, findings };
}

test.each([
  ["{ application/octet-stream: {} }", "application/octet-stream", "bytes"],
  ["{ image/png: {} }", "image/png", "bytes"],
  ["{ image/*: { schema: { type: string, format: binary } } }", "image/png", "bytes"],
  ['{ "*/*": { schema: { type: object, properties: { a: { type: integer } } } } }', "application/json", '{ "a": 1 }'],
  ['{ "*/*": {}, application/json: { schema: { const: 5 } } }', "application/json", "5"],
  ['{ "application/*+json": { schema: { const: [1] } } }', "application/json", "[ 1 ]"],
  ["{ text/plain: { schema: { type: integer, example: 5 } } }", "text/plain", "5"],
  [
    '{ text/csv: { schema: { type: array, items: { type: object, properties: { w: { type: integer }, "n": { type: string } } }, example: [{ w: 1, "n": "a,\\"b\\"" }, { w: 2 }] } } }',
    "text/csv",
    'w,n 1,"a,""b""" 2,',
  ],
  [
    "{ application/yaml: { schema: { example: { a: [1, 12345678901234567890, x], b: { c: 1.50 } } } } }",
    "application/yaml",
    "a: - 1 - 12345678901234567890 - x b: c: 1.50",
  ],
  [
    "{ multipart/mixed: { schema: { type: object, properties: { meta: { type: object, example: { a: 1 } }, scan: { type: string, format: binary } } }, encoding: { scan: { contentType: image/png } } } }",
    'multipart/mixed; boundary="part"',
    '--part Content-Disposition: form-data; name="meta" Content-Type: application/json {"a":1} --part Content-Disposition: form-data; name="scan"; filename="file" Content-Type: image/png file --part--',
  ],
])("the body of %s is sent as %s", async (content, type, body) => {
  const sent = await send(content);
  expect([sent.type, sent.body.trim().replace(/\s+/g, " "), sent.findings]).toEqual([type, body, ""]);
});

test("a body in an unsupported format is left to the reader, with a finding", async () => {
  const schema = "schema: { type: object, properties: { a: { type: integer } } }";
  const findings = expect.stringContaining("contract/body: docs-build can't write");
  const left = { "application/x-protobuf": "own", "text/plain": "write-this-yourself" };
  for (const [type, body] of Object.entries(left))
    expect(await send(`{ ${type}: { ${schema} } }`)).toEqual({ type, body, findings });
  const either = `{ application/x-protobuf: { ${schema} }, application/xml: { schema: { type: object } } }`;
  expect(await send(either)).toEqual({ type: "application/xml", body: "<root/>", findings: "" });
});

const order = `components:
  schemas:
    Order:
      type: object
      xml: { name: order, namespace: "https://example.com/o", prefix: o }
      properties:
        id: { type: integer, xml: { attribute: true }, example: 9 }
        note: { type: string, xml: { name: remark }, example: '<a> & "b"' }
        tags: { type: array, items: { type: string, xml: { name: tag } }, example: [a, b] }
        boxes: { type: array, xml: { wrapped: true, name: crates }, items: { $ref: "#/components/schemas/Box" }, example: [{ w: 1 }] }
        bare: { type: array, xml: { wrapped: true }, items: { type: integer }, example: [1] }
        price: { type: object, properties: { unit: { type: string, xml: { attribute: true }, example: USD }, value: { type: number, xml: { nodeType: text }, example: 2.50 } } }
        none: { type: [string, "null"], example: null }
    Box: { type: object, xml: { name: crate, namespace: "https://example.com/c" }, properties: { w: { type: integer } } }
`;

test("XML names follow the schema, and a parser can read them back", async () => {
  const { type, body, findings } = await send(
    '{ application/xml: { schema: { $ref: "#/components/schemas/Order" } } }',
    order,
  );
  expect([type, findings]).toEqual(["application/xml", ""]);
  const fail = (level: string, message: string): never => expect.fail(`${level}: ${message}`);
  const root = new DOMParser({ onError: fail }).parseFromString(body, "application/xml").documentElement;
  expect(root === null ? null : outline(root)).toMatchInlineSnapshot(`
    "o:order xmlns:o=https://example.com/o id=9 {https://example.com/o}: 
      remark {}: <a> & "b"
      tag {}: a
      tag {}: b
      crates {}: 
        crate xmlns=https://example.com/c {https://example.com/c}: 
          w {https://example.com/c}: 1
      bare {}: 
        bare {}: 1
      price unit=USD {}: 2.50
      none {}: "
  `);
});

/** Names with their namespaces, attributes and texts. */
function outline(element: Element): string {
  const attributes = Array.from(element.attributes, ({ name, value }) => ` ${name}=${value}`).join("");
  const children = Array.from(element.childNodes).flatMap((node) =>
    "attributes" in node ? [outline(node as Element)] : [],
  );
  const own = children.length === 0 ? (element.textContent ?? "") : `\n${children.join("\n").replace(/^/gm, "  ")}`;
  return `${element.nodeName}${attributes} {${element.namespaceURI ?? ""}}: ${own}`;
}
