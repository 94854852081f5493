import { expect, test } from "vitest";

import { toRequest } from "#client/explorer/draft/draft-to-request.ts";
import { startDraft } from "#client/explorer/draft/request-draft.ts";
import { checkRequest } from "#shared/conformance/check-request.ts";
import { toPairs, toParameterText } from "#shared/contract/notation/parameter-notation.ts";
import type { Notation } from "#shared/contract/operation.ts";
import type { NameValue } from "#shared/contract/request.ts";

import { codeSamplesOf, operationOf, readValid } from "../support/inline-contract.ts";
import { openExplorer } from "../support/open-explorer.ts";
import { sampleLanguages, sendSamples } from "../support/send-samples.ts";

const text = { kind: "text", text: "blue" } as const;
const list = { kind: "list", texts: ["blue", "black"] } as const;
const object = {
  kind: "object",
  members: [
    { name: "R", value: "100" },
    { name: "G", value: "200" },
  ],
} as const;

/** The examples of OpenAPI 3.1, section 4.8.12.4, as far as they are defined. */
test.each<[Notation["style"], boolean, string, string, string]>([
  ["form", false, "color=blue", "color=blue,black", "color=R,100,G,200"],
  ["form", true, "color=blue", "color=blue&color=black", "R=100&G=200"],
  ["spaceDelimited", false, "color=blue", "color=blue black", "color=R 100 G 200"],
  ["pipeDelimited", false, "color=blue", "color=blue|black", "color=R|100|G|200"],
  ["deepObject", true, "color=blue", "color=blue&color=black", "color[R]=100&color[G]=200"],
])("a query parameter is written in style %s with explode %s", (style, isExploded, ...expected) => {
  const write = (value: Parameters<typeof toPairs>[1]) =>
    toPairs("color", value, { style, isExploded })
      .map(({ name, value: part }) => `${name}=${part}`)
      .join("&");
  expect([text, list, object].map(write)).toEqual(expected);
});

test.each<[Notation["style"], boolean, string, string, string]>([
  ["simple", false, "blue", "blue,black", "R,100,G,200"],
  ["simple", true, "blue", "blue,black", "R=100,G=200"],
  ["label", false, ".blue", ".blue,black", ".R,100,G,200"],
  ["label", true, ".blue", ".blue.black", ".R=100.G=200"],
  ["matrix", false, ";color=blue", ";color=blue,black", ";color=R,100,G,200"],
  ["matrix", true, ";color=blue", ";color=blue;color=black", ";R=100;G=200"],
])("a path parameter is written in style %s with explode %s", (style, isExploded, ...expected) => {
  expect([text, list, object].map((value) => toParameterText("color", value, { style, isExploded }))).toEqual(expected);
});

test("separators in a path parameter are sent as they are, and its values are encoded", () => {
  const value = { kind: "list", texts: ["a/b", "c,d"] } as const;
  const notation = { style: "matrix", isExploded: true, encode: encodeURIComponent } as const;
  expect(toParameterText("k;", value, notation)).toBe(";k%3B=a%2Fb;k%3B=c%2Cd");
});

const odd = `paths:
  /trees/{ids}:
    get:
      operationId: odd
      parameters:
        - { name: ids, in: path, required: true, schema: { type: array, items: { type: string } }, example: ["a,b", c] }
        - { name: names, in: query, required: true, explode: false, schema: { type: array, items: { type: string } }, example: ["Doe, Jane", Roe] }
        - { name: none, in: query, required: true, explode: false, schema: { type: array, items: { type: string } }, example: [] }
        - { name: nil, in: query, required: true, schema: { type: [string, "null"] }, example: null }
        - { name: page, in: query, required: true, schema: { type: object, properties: { size: { type: integer }, sort: { type: array, items: { type: string } } } }, example: { size: 2, sort: ["name,asc", id] } }
        - { name: filter, in: query, required: true, style: deepObject, schema: { type: object, properties: { state: { type: array, items: { enum: [open, late] } } } }, example: { state: [open, late] } }
        - { name: X-None, in: header, required: true, schema: { type: array, items: { type: string } }, example: [] }
        - { name: session, in: cookie, required: true, schema: { type: string }, example: "a b;c%" }
        - { name: list, in: cookie, required: true, explode: false, schema: { type: array, items: { type: string } }, example: ["a,b", c] }
        - { name: raw, in: cookie, required: true, style: cookie, schema: { type: string }, example: "x%20y" }
      responses:
        "200": { description: Trees., content: { application/vnd.trees+json: { schema: {} }, text/csv: {} } }
        "404": { description: None., content: { application/problem+json: { schema: {} } } }
        default: { description: Else., content: { "*/*": {} } }
`;

test("commas in items, empty lists, null, cookies and Accept are sent so that a server can read them", async () => {
  const read = await readValid(odd);
  const operation = operationOf(read, "odd");
  const sent = (await sendSamples(codeSamplesOf(operation))).map(({ url, headers }) => {
    // curl 7.88 writes the hex digits of encoded text in lower case.
    const address = url.replace(/%../g, (code) => code.toUpperCase());
    return [address, headers["x-none"] ?? "", headers.cookie, headers.accept].join(" | ");
  });
  expect(sent).toHaveLength(sampleLanguages.length);
  const [first = ""] = sent;
  expect(first).toBe(
    "/trees/a%2Cb,c?names=Doe%2C%20Jane,Roe&size=2&sort=name,asc&sort=id&filter%5Bstate%5D=open&filter%5Bstate%5D=late |  | session=a%20b%3Bc%25; list=a%2Cb,c; raw=x%20y | application/vnd.trees+json, application/problem+json",
  );
  // Python encodes the commas between pairs, which means the same.
  const decoded = sent.map((line) => decodeURIComponent(line.replace("?names=Doe%2C%20Jane,Roe", "")));
  expect(new Set(decoded).size).toBe(1);
  const faults = operation.request === null ? [] : checkRequest(read, "odd", operation.request);
  expect(faults.filter(({ message }) => !message.endsWith("is missing"))).toEqual([]);
  const data = openExplorer(read, operation);
  expect(toRequest(startDraft(data, null, 0), data)).toEqual(operation.request);
});

const contract = `paths:
  /trees/{spot}/{point}:
    get:
      operationId: trees
      parameters:
        - { name: spot, in: path, required: true, style: label, explode: true, schema: { $ref: "#/components/schemas/Spot" }, example: { row: 1, side: a/b* } }
        - { name: point, in: path, required: true, schema: { type: array, items: { type: integer } }, example: [1, 2] }
        - { name: filter, in: query, required: true, style: deepObject, schema: { $ref: "#/components/schemas/Spot" }, example: { row: 2, side: x y } }
        - { name: range, in: query, required: true, schema: { type: object, properties: { from: { type: integer }, to: { type: integer } } }, example: { from: 1, to: 9 } }
        - { name: near, in: query, required: true, explode: false, schema: { $ref: "#/components/schemas/Spot" }, example: { row: 3, side: l } }
        - { name: piped, in: query, required: true, style: pipeDelimited, schema: { $ref: "#/components/schemas/Spot" }, example: { row: 4, side: r } }
        - { name: spaced, in: query, required: true, style: spaceDelimited, schema: { $ref: "#/components/schemas/Spot" }, example: { row: 5, side: m } }
        - { name: json, in: query, required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Spot" }, example: { row: 6, side: j } } } }
        - { name: X-Spot, in: header, required: true, schema: { $ref: "#/components/schemas/Spot" }, example: { row: 7, side: h } }
      responses: { "200": { description: Trees. } }
components:
  schemas:
    Spot: { type: object, properties: { row: { type: integer }, side: { type: string } } }
`;

// prettier-ignore
const pairs = {
  "filter[row]": "2", "filter[side]": "x y", from: "1", to: "9", near: "row,3,side,l", piped: "row|4|side|r",
  spaced: "row 5 side m", json: '{"row":6,"side":"j"}',
};
const query: readonly NameValue[] = Object.entries(pairs).map(([name, value]) => ({ name, value }));

test("objects are sent in their style, by the samples and by the explorer", async () => {
  const read = await readValid(contract);
  const operation = operationOf(read, "trees");
  expect(operation.request).toMatchObject({
    path: "/trees/.row=1.side=a%2Fb%2A/1,2",
    query,
    headers: [{ name: "X-Spot", value: "row,7,side,h" }],
  });
  const [curl] = codeSamplesOf(operation);
  expect(curl?.code).toContain(
    " -d filter%5Brow%5D=2 -d filter%5Bside%5D=x%20y -d from=1 -d to=9 -d near=row,3,side,l ",
  );

  const data = openExplorer(read, operation);
  expect(data.parameters.every(({ isSampled }) => isSampled)).toBe(true);
  expect(toRequest(startDraft(data, null, 0), data)).toEqual(operation.request);
});

test("a request with objects in its query is checked against the contract, member by member", async () => {
  const read = await readValid(contract);
  const { request } = operationOf(read, "trees");
  if (request === null) throw new Error("no request");
  expect(checkRequest(read, "trees", request)).toEqual([]);
  const messages = (pairsSent: readonly NameValue[]) =>
    checkRequest(read, "trees", { ...request, query: pairsSent }).map(({ message }) => message);
  const change = (name: string, value: string, to: string = name) =>
    messages(query.map((pair) => (pair.name === name ? { name: to, value } : pair)));
  expect(change("filter[row]", "two")).toEqual(['`row` must be a whole number, not "two"']);
  expect(change("filter[row]", "2", "filter[rwo]")).toEqual(["Spot has no field `rwo`"]);
  expect(change("to", "late")).toEqual(['`to` must be a whole number, not "late"']);
  expect(change("piped", "row|four")).toEqual(['`row` must be a whole number, not "four"']);
  expect(change("json", "{oops")).toEqual(['`json` must be an object, not "{oops"']);
  const without = query.filter(({ name }) => !name.startsWith("filter"));
  expect(messages(without)).toEqual(["the query parameter `filter` is missing"]);
});

const map = `paths:
  /trees:
    get:
      operationId: trees
      parameters:
        - { name: measures, in: query, required: true, schema: { type: object, additionalProperties: { type: integer } }, example: { height: 3 } }
        - { name: range, in: query, schema: { type: object, properties: { from: { type: integer } } } }
        - { name: leaves, in: query, style: deepObject, schema: { type: object, additionalProperties: { type: boolean } } }
        - { name: kind, in: query, schema: { type: string } }
      responses: { "200": { description: Trees. } }
`;

test("a map that is exploded into the query accepts every otherwise unused name", async () => {
  const read = await readValid(map);
  const { request } = operationOf(read, "trees");
  if (request === null) throw new Error("no request");
  expect(request.query).toEqual([{ name: "height", value: "3" }]);
  const messages = (search: string) => {
    const sent = Array.from(new URLSearchParams(search), ([name, value]) => ({ name, value }));
    return checkRequest(read, "trees", { ...request, query: sent }).map(({ message }) => message);
  };
  expect(messages("height=3&from=1&kind=yew&width=2&leaves[green]=true")).toEqual([]);
  expect(messages("height=tall")).toEqual(['`height` must be a whole number, not "tall"']);
  expect(messages("from=1&kind=yew")).toEqual(["the query parameter `measures` is missing"]);
});
