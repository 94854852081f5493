import { expect, test } from "vitest";

import { toCredential } from "#client/explorer/call/credentials.ts";
import { checkDraft } from "#client/explorer/draft/check-draft.ts";
import { toRequest } from "#client/explorer/draft/draft-to-request.ts";
import { fromLink } from "#client/explorer/draft/kept-draft.ts";
import { bodyOf, bodyText, checkTyped, editPart, startDraft, writeBody } from "#client/explorer/draft/request-draft.ts";
import { parseOperation, toOperation } from "#client/explorer/explorer-operation.ts";
import { chooseControl, emptyNode } from "#client/explorer/form-schema.ts";
import { checkNumbers } from "#client/explorer/form/body-fields.tsx";
import { fromJson, type JsonNode, printJson } from "#client/explorer/json/json-node.ts";
import { parseNode, toNumberNode } from "#client/explorer/json/parse-node.ts";
import { findCents } from "#client/explorer/response/json-view.tsx";
import { turnPage } from "#client/explorer/response/records-view.tsx";
import { checkResponse, parseResponseBody } from "#client/explorer/response/response.ts";
import { checkValue } from "#shared/conformance/check-value.ts";
import type { ExplorerFile, OperationJson } from "#shared/contract/contract-slice.ts";
import type { Json } from "#shared/json/json.ts";

import { plainFile } from "../support/open-explorer.ts";

const namedSchemas = {
  Tree: {
    type: "object",
    required: ["kind"],
    properties: {
      id: { type: "string", readOnly: true },
      kind: { $ref: "#/components/schemas/Kind" },
      price: { type: ["integer", "null"], "x-unit": "usd-cents" },
      planted_at: { type: "string", format: "date-time" },
      code: { type: "string", pattern: "^[A-Z]{2}$" },
      branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
  },
  Kind: { type: "string", enum: ["OAK", "ELM"] },
} as const;

type ParameterJson = OperationJson["parameters"][number];

function parameter(
  { name, in: location, schema }: Pick<ParameterJson, "name" | "in" | "schema">,
  rest: Partial<ParameterJson> = {},
): ParameterJson {
  const required = location === "path";
  const notation = { style: location === "path" ? "simple" : "form", isExploded: location !== "path" } as const;
  const common = { deprecated: false, notation, listStyle: null, description: null };
  return { name, in: location, schema, required, ...common, examples: [], isSampled: required, ...rest };
}

const tree = { $ref: "#/components/schemas/Tree" };
const treeContent = { type: "application/json", schema: tree, encoding: {} };

const oak = { name: "oak", summary: "An oak", authored: true, value: { kind: "OAK", price: 500 } };
/** An example that violates its own schema. */
const fir = { name: "fir", summary: null, authored: true, value: { kind: "FIR" } };

const operation: OperationJson = {
  ...{ id: "put_tree", anchor: "put-tree", method: "put", path: "/trees/{id}/", summary: "Put a tree", security: [] },
  parameters: [
    parameter(
      { name: "id", in: "path", schema: { type: "string" } },
      { examples: [{ name: "example", summary: null, authored: true, value: "T/1" }] },
    ),
    parameter(
      { name: "kinds", in: "query", schema: { type: "array", items: { $ref: "#/components/schemas/Kind" } } },
      { notation: { style: "form", isExploded: false } },
    ),
    parameter(
      { name: "tag", in: "query", schema: { type: "array", items: { type: "string" } } },
      { notation: { style: "form", isExploded: true } },
    ),
    parameter({ name: "page", in: "query", schema: { type: "integer" } }),
  ],
  requestBody: { required: true, content: [{ ...treeContent, examples: [oak] }] },
  responses: [
    { status: "200", description: { text: "The tree." }, content: [{ ...treeContent, examples: [fir] }] },
    { status: "4XX", description: { text: "Wrong." }, content: [] },
  ],
};

const source: ExplorerFile = {
  contract: {
    ...{ title: "Trees", version: "1", basePath: "", sandbox: {}, securitySchemes: [] },
    ...{ operations: [operation], schemas: namedSchemas },
  },
  ...plainFile,
};
const data = toOperation(source);
const { schemas } = data;

/** The operation with some changes. */
const changed = (change: Partial<OperationJson>) =>
  toOperation({ ...source, contract: { ...source.contract, operations: [{ ...operation, ...change }] } });

const queryOf = (draft: typeof start) => toRequest(draft, data).query.map(({ name, value }) => `${name}=${value}`);

const start = startDraft(data, null, 0);
const messages = (draft: typeof start) =>
  checkDraft(draft, data).map(({ location, pointer, message }) => `${location}${pointer}: ${message}`);

test("a form accepts the faults of the contract's own example, as the sandbox does, and no others", () => {
  const closed = (name: string) => {
    return { type: "object", properties: { [name]: { type: "integer" } }, additionalProperties: false };
  };
  const schema = { allOf: [closed("height"), closed("width")] };
  const both = { name: "both", summary: null, authored: false, value: { height: 1, width: 2 } };
  const joined = changed({ requestBody: { required: true, content: [{ ...treeContent, schema, examples: [both] }] } });
  const first = startDraft(joined, null, 0);
  const write = (text: string) =>
    checkDraft(writeBody(first, text), joined).filter(({ location }) => location === "body");
  expect(write('{"height":3,"width":4}')).toEqual([]);
  expect(write('{"height":"high","width":4}')).toMatchObject([{ pointer: "/height" }]);
  expect(write('{"height":3,"depth":4}')).toMatchObject([{ pointer: "/depth" }]);
});

test("a header value beyond Latin-1 is reported and not sent; a typed auth scheme isn't doubled", () => {
  const named = changed({ parameters: [parameter({ name: "X-Name", in: "header", schema: { type: "string" } })] });
  const write = (value: string) =>
    editPart(startDraft(named, null, 0), "header", { path: ["X-Name"], value: { kind: "text", value } });
  expect(checkDraft(write("Zoë"), named)).toEqual([]);
  expect(checkDraft(write("5 Ω"), named)).toMatchObject([{ location: "header", pointer: "/X-Name", isBlocking: true }]);
  const token = { type: "other", in: null, parameterName: null, word: "Token" } as const;
  for (const secret of ["s3cret", "token s3cret"]) expect(toCredential(token, secret)?.value).toBe("Token s3cret");
});

test("a draft starts with the example and the values of the samples", () => {
  const body = { kind: "json", value: { kind: "OAK", price: 500 } };
  expect(toRequest(start, data)).toMatchObject({ path: "/trees/T%2F1/", query: [], body });
  expect(messages(start)).toEqual([]);
});

test("the numbers of an example keep their digits in the form", () => {
  const text = JSON.stringify(source).replace('"price":500', '"price":9007199254740993');
  expect(bodyText(bodyOf(startDraft(parseOperation(text), null, 0)))).toContain('"price": 9007199254740993');
  expect(() => parseOperation('{"anchor": "put-tree"')).toThrow("this isn't an operation's data");
});

test("lists are sent in their parameter's style, and numbers as they were typed", () => {
  let draft = editPart(start, "query", { path: ["kinds"], value: fromJson(["OAK", "ELM"]) });
  draft = editPart(draft, "query", { path: ["tag"], value: fromJson(["a", "b,c"]) });
  draft = editPart(draft, "query", { path: ["page"], value: { kind: "number", text: "9007199254740993" } });
  expect(queryOf(draft)).toEqual(["kinds=OAK,ELM", "tag=a", "tag=b,c", "page=9007199254740993"]);
});

test("JSON text that JavaScript would change is sent as written", () => {
  const text = '{"kind": "OAK", "price": 9007199254740993}';
  const { body } = toRequest(writeBody(start, text), data);
  expect(body).toEqual({ kind: "text", mediaType: "application/json", text });
});

test("a broken JSON text keeps the form's value and says where it breaks", () => {
  const draft = writeBody(start, '{"kind": "OAK"');
  expect(bodyText(bodyOf(draft))).toBe('{"kind": "OAK"');
  expect(printJson(bodyOf(draft).node ?? { kind: "null" })).toContain('"price": 500');
  expect(messages(draft)).toEqual([
    'body: the JSON breaks at line 1, column 15: the object isn\'t closed; "}" is missing',
  ]);
});

test("faults are reported at their values, in the words of the contract check", () => {
  let draft = editPart(start, "body", { path: ["kind"], value: null });
  draft = editPart(draft, "body", { path: ["price"], value: { kind: "number", text: "1.5" } });
  draft = editPart(draft, "body", { path: ["planted_at"], value: { kind: "text", value: "today" } });
  draft = editPart(draft, "body", { path: ["id"], value: { kind: "text", value: "x" } });
  draft = editPart(draft, "body", { path: ["code"], value: { kind: "text", value: "x" } });
  draft = editPart(draft, "query", { path: ["page"], value: { kind: "unfinished", text: "2x" } });
  expect(messages(draft)).toEqual([
    "query/page: `2x` isn't a number",
    "body/kind: `kind` is required",
    "body/id: `id` is read-only and can't be sent",
    "body/price: `price` is a whole number of cents, not 1.5",
    'body/planted_at: `planted_at` must be a date-time, not "today"',
    "body/code: `code` must match ^[A-Z]{2}$",
  ]);
});

test("a text that isn't a number is reported as such, and as invalid JSON only where any JSON is accepted", () => {
  const messagesOf = (node: JsonNode) =>
    checkDraft(editPart(start, "body", { path: ["price"], value: node }), data).map(
      ({ message, hint }) => `${message}; ${hint}`,
    );
  for (const text of ["240,000", "abc", "00240000", "$"])
    expect(messagesOf(toNumberNode(text))).toEqual([
      `\`${text}\` isn't a number; write digits, without commas or leading zeros`,
    ]);
  const parsed = parseNode("yes");
  const fault = parsed.kind === "fault" ? parsed.message : "";
  expect(messagesOf({ kind: "unfinished", text: "yes", fault })).toEqual([
    "this isn't JSON: yes needs double quotes, if it is text; null",
  ]);
});

test("dollars in fields of cents are reported while typed as JSON, in lists too, except where any number is valid", () => {
  const cents = { type: "integer", "x-unit": "usd-cents" };
  const either = (type: string) => ({ anyOf: [{ type: "integer" }, { type }] });
  const properties = { prices: { type: "array", items: cents }, count: either("null"), weight: either("number") };
  const schema = schemas.toSchema({ type: "object", properties });
  const parsed = parseNode('{"prices": [1, 2400.50], "count": 3.0, "weight": 3.0, "more": 1.5}');
  const node = parsed.kind === "fault" ? fromJson(null) : parsed;
  expect(checkNumbers(node, schema, schemas).map(({ message, hint }) => `${message}; ${hint}`)).toEqual([
    "`1` of `prices` is a whole number of cents, not 2400.50; did you mean 240050?",
    "`count` is a whole number, written in digits only, not 3.0; write 3",
  ]);
});

test("dollars in a field of cents are reported while they are typed, and in a link's values", () => {
  const messagesOf = (text: string, schema: Json) => {
    const faults = checkTyped(toNumberNode(text), schemas.toSchema(schema), "/price");
    return faults.map(({ message, hint }) => `${message}; ${hint}`);
  };
  const cents = { type: "integer", "x-unit": "usd-cents" };
  expect(["2400.50", "2400.00", "1e3", "2400.5"].flatMap((text) => messagesOf(text, cents))).toEqual([
    "`price` is a whole number of cents, not 2400.50; did you mean 240050?",
    "`price` is a whole number of cents, not 2400.00; did you mean 240000?",
    "`price` is a whole number of cents, not 1e3; write 1000",
    "`price` is a whole number of cents, not 2400.5; a cent is the smallest amount",
  ]);
  expect(messagesOf("3.0", { type: ["integer", "null"] })).toEqual([
    "`price` is a whole number, written in digits only, not 3.0; write 3",
  ]);
  for (const fine of ["240050", "-5", "2400.", "", "12x"]) expect(messagesOf(fine, cents)).toEqual([]);
  expect(messagesOf("3.0", { type: "number" })).toEqual([]);
  const link = '{"query":{"page":"2.0"},"type":"application/json","body":{"kind":"ELM","price":2400.00}}';
  const linked = fromLink(link, data);
  expect(linked && messages(linked)).toEqual([
    "query/page: `page` is a whole number, written in digits only, not 2.0",
    "body/price: `price` is a whole number of cents, not 2400.00",
  ]);
});

test.each([
  [{ type: "string" }, "text"],
  [{ type: "string", enum: ["A"] }, "choice"],
  [{ const: 1 }, "choice"],
  [{ type: "boolean" }, "boolean"],
  [{ type: "integer", "x-unit": "usd-cents" }, "cents"],
  [{ type: ["number", "null"] }, "number"],
  [{ type: ["string", "integer"] }, "scalar"],
  [{ type: "string", format: "binary" }, "file"],
  [{ type: "string", contentMediaType: "image/png", contentEncoding: "base64" }, "text"],
  [{ type: "array", items: { $ref: "#/components/schemas/Kind" } }, "choices"],
  [{ type: "array", items: { $ref: "#/components/schemas/Tree" } }, "list"],
  [{ type: "object", additionalProperties: { type: "string" } }, "map"],
  [{ type: "object" }, "json"],
  [{ $ref: "#/components/schemas/Tree" }, "object"],
  [{ anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }] }, "object"],
  [{ oneOf: [{ type: "string" }, { type: "object" }] }, "alternatives"],
  [{}, "json"],
] as const)("the form control for %j is %s", (schema, control) => {
  expect(chooseControl(schemas.toSchema(schema), schemas)).toBe(control);
});

test.each([
  ["multipart/form-data", "file"],
  ["application/json", "text"],
  [null, "text"],
])("a file is chosen in a form body, and typed as text in JSON and in parameters: %s", (type, control) => {
  const own = schemas.within(type === null ? null : { type });
  const file = own.toSchema({ type: "string", format: "binary" });
  expect(chooseControl(file, own)).toBe(control);
  expect(emptyNode(file, own).kind).toBe(control);
});

test("an added field starts with its default or the minimum of its type, even if its schema requires itself", () => {
  const self = { A: { type: "object", required: ["a"], properties: { a: { $ref: "#/components/schemas/A" } } } };
  const { schemas: ring } = toOperation({ ...source, contract: { ...source.contract, schemas: self } });
  expect(printJson(emptyNode(schemas.toSchema(tree), schemas))).toBe('{\n  "kind": "OAK"\n}');
  expect(printJson(emptyNode(schemas.toSchema({ type: "string", default: "x" }), schemas))).toBe('"x"');
  expect(printJson(emptyNode(ring.toSchema({ $ref: "#/components/schemas/A" }), ring)).length).toBeLessThan(300);
});

test("amounts in cents are found wherever the schema has them", () => {
  const node = fromJson({ kind: "OAK", price: 5, branches: [{ kind: "ELM", price: 7 }] });
  const found = findCents(node, schemas.toSchema(tree), schemas);
  expect(found.map((value) => `${value.name} ${value.node.text}`)).toEqual(["price 5", "price 7"]);
});

test("only the query of a next page's address is used", () => {
  const draft = editPart(start, "query", { path: ["tag"], value: fromJson(["a"]) });
  const turned = turnPage(draft, "https://elsewhere.example/other/?page=3&evil=1", data);
  expect(toRequest(turned, data).path).toBe("/trees/T%2F1/");
  expect(queryOf(turned)).toEqual(["tag=a", "page=3"]);
});

test.each(["tag=a&tag=b&page=2", "tag=a,b&page=2"])("a list in a next page's address stays a list: %s", (query) => {
  expect(queryOf(turnPage(start, `/trees/?${query}`, data))).toEqual(["tag=a", "tag=b", "page=2"]);
});

function received(text: string | Uint8Array<ArrayBuffer>, type: string) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const headers = [{ name: "content-type", value: type }];
  return { kind: "received", status: 200, headers, bytes, size: bytes.length, isCut: false, milliseconds: 1 } as const;
}

test("a response is checked against the contract for its status", () => {
  const check = (status: number, text: string, type = "application/json") =>
    checkResponse(data, { status, body: parseResponseBody(received(text, type)) });
  expect(check(200, '{"kind":"OAK"}')).toEqual({ kind: "match" });
  const atKind = { kind: "mismatch", faults: [{ pointer: "/kind" }] };
  expect(check(200, '{"kind":"FIR"}')).toMatchObject({ ...atKind, isOwn: true });
  expect(check(200, '{"kind":"PINE"}')).toMatchObject({ ...atKind, isOwn: false });
  const empty = parseResponseBody(received("", "application/json"));
  expect(checkResponse(data, { status: 200, body: empty }).kind).toBe("mismatch");
  expect(checkResponse(data, { status: 200, body: empty, isSimulated: true }).kind).toBe("open");
  const faults = [{ message: "JSON is documented here" }];
  expect(check(200, "<p>", "text/html")).toMatchObject({ kind: "mismatch", faults });
});

test.each(["oneOf", "allOf"])("a value may have any member where a schema was omitted (%s)", (word) => {
  const known = { type: "object", properties: { kind: { type: "string" } } };
  const check = (left: readonly object[]) => {
    const schema = schemas.toSchema(JSON.parse(JSON.stringify({ [word]: [...left, known] })));
    return checkValue({ color: "red" }, schema, { schemaByName: schemas.byName, direction: "response" });
  };
  expect(check([])).toMatchObject([{ pointer: "/color" }]);
  expect(check([{ $ref: "#/components/schemas/LeftOut" }])).toEqual([]);
  expect(check([{ $ref: "#/components/schemas/LeftOut" }, { $ref: "#/components/schemas/LeftOutToo" }])).toEqual([]);
});

test.each([
  [204, "", "The documentation doesn't say what comes with a 204."],
  [206, "{}", "The documentation doesn't say what comes with a 206, so there is nothing to compare."],
  [404, "{}", "The documentation doesn't say what comes with a 404. What the server says about it is below."],
  [
    500,
    "",
    "The documentation doesn't say what comes with a 500. The request may well be right: try again in a while.",
  ],
])("the verdict for a %s that the contract doesn't describe says what to make of it", (status, text, reason) => {
  const verdict = checkResponse(data, { status, body: parseResponseBody(received(text, "application/json")) });
  expect(verdict).toEqual({ kind: "open", reason });
});

test("a response body is text, JSON or bytes, depending on its type and content", () => {
  expect(parseResponseBody(received("é", "text/plain; charset=utf-8"))).toMatchObject({ kind: "text", text: "é" });
  const latin = received(Uint8Array.of(0xe9), "text/plain; charset=iso-8859-1");
  expect(parseResponseBody(latin)).toMatchObject({ kind: "text", text: "é" });
  expect(parseResponseBody(received(Uint8Array.of(1, 0, 255), "application/octet-stream"))).toEqual({ kind: "binary" });
  expect(parseResponseBody(received("[1]", "application/problem+json"))).toMatchObject({ kind: "json" });
  expect(parseResponseBody(received("", "text/html"))).toEqual({ kind: "none" });
});

test.each(
  // prettier-ignore
  [
    [{ name: "k", type: "apiKey", in: "query", parameterName: "key" }, "s", { kind: "query", name: "key", value: "s" }],
    [{ name: "b", type: "basic", in: null, parameterName: null }, "ann:pä", { kind: "header", name: "Authorization", value: "Basic YW5uOnDDpA==" }],
    [{ name: "t", type: "bearer", in: null, parameterName: null }, "Bearer x", { kind: "header", name: "Authorization", value: "Bearer x" }],
    [{ name: "o", type: "oauth2", in: null, parameterName: null }, "x", { kind: "header", name: "Authorization", value: "Bearer x" }],
    [{ name: "i", type: "openIdConnect", in: null, parameterName: null }, "x", { kind: "header", name: "Authorization", value: "Bearer x" }],
  ] as const,
)("a scheme's secret is sent as its standard says: %j", (scheme, secret, credential) => {
  expect(toCredential(scheme, secret)).toEqual(credential);
});

const linked = (text: string) => {
  const draft = fromLink(encodeURIComponent(text), data);
  return draft && toRequest(draft, data);
};

test("a link fills in the operation's fields, with numbers and lists as the contract describes them", () => {
  const values = { path: { id: "T/2" }, query: { page: "3", tag: "a,b" } };
  const own = linked(JSON.stringify({ ...values, type: "application/json", body: { kind: "ELM" } }));
  expect(own).toMatchObject({ path: "/trees/T%2F2/", body: { kind: "json", value: { kind: "ELM" } } });
  expect(own?.query.map(({ name, value }) => `${name}=${value}`)).toEqual(["tag=a", "tag=b", "page=3"]);
  const long = linked('{"type":"application/json","body":{"price":9007199254740993}}');
  expect(long?.body).toMatchObject({ text: '{\n  "price": 9007199254740993\n}' });
  expect(linked("{}")).toMatchObject({ path: "/trees/T%2F1/", body: { kind: "json", value: { kind: "OAK" } } });
});

test.each([
  ['{"query":{"__proto__":1,"constructor":2,"unknown":3},"__proto__":[]}', []],
  ['{"header":{"Authorization":"token"},"server":"https://evil.example","security":[],"type":"no/type","body":1}', []],
  ['{"path":[],"query":"page","type":{},"body":null}', []],
])("a link can set only values of known fields: %s", (text, query) => {
  expect(linked(text)).toMatchObject({ path: "/trees/T%2F1/", query, headers: [], credentials: [] });
  expect(linked(text)?.body).toMatchObject({ kind: "json", value: { kind: "OAK" } });
});

test("a published sample fills in passwords, tokens and write-only fields", () => {
  const schema = {
    type: "object",
    required: ["email", "password", "pin"],
    properties: { email: { type: "string" }, password: { type: "string" }, pin: { type: "string", writeOnly: true } },
  };
  const users = changed({ requestBody: { required: true, content: [{ ...treeContent, schema, examples: [] }] } });
  const body = { email: "a@example.com", password: "correct horse", pin: "1234" };
  const own = fromLink(encodeURIComponent(JSON.stringify({ type: "application/json", body })), users);
  expect(own && toRequest(own, users).body).toMatchObject({ value: body });
  expect(own && checkDraft(own, users)).toEqual([]);
});

test("a broken, deeply nested or very long link is ignored", () => {
  for (const text of ["", "{", "[]", "1", `{"query":{"page":${"[".repeat(900)}`, `{"body":"${"x".repeat(9000)}"}`])
    expect(linked(text)).toBe(null);
  expect(fromLink("%", data)).toBe(null);
  expect(fromLink("%E0%A4%A", data)).toBe(null);
});
