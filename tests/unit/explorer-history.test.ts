import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { CallOutcome } from "#client/explorer/call/call.ts";
import { keepDraft, restoreDraft } from "#client/explorer/draft/kept-draft.ts";
import { bodyOf, bodyText, type RequestDraft, startDraft, writeBody } from "#client/explorer/draft/request-draft.ts";
import { toOperation } from "#client/explorer/explorer-operation.ts";
import { keepCall, readCalls } from "#client/explorer/history/kept-calls.ts";
import { fromJson } from "#client/explorer/json/json-node.ts";
import { formState, type HistoryEntry, pageSession, remember } from "#client/explorer/page-session.ts";
import type { Json } from "#shared/json/json.ts";

import { plainFile } from "../support/open-explorer.ts";

// prettier-ignore
const scheme = { name: "key", type: "apiKey", in: "query", parameterName: "key", variable: "API_AUTH", scopes: [] } as const;
const example = (value: Json) => ({ name: "one", summary: null, authored: true, value });
const parameter = (location: "query" | "header" | "cookie", name: string, value: Json) => ({
  name,
  in: location,
  schema: { type: typeof value === "number" ? "integer" : "string" },
  examples: [example(value)],
  notation: { style: "form", isExploded: true } as const,
  ...plain,
});
const plain = { required: false, deprecated: false, listStyle: null, description: null, isSampled: true };
const user = { name: "Ann", pin: "pin-value", login: { phrase: "phrase-value", hint: "blue" } };

const schema = { $ref: "#/components/schemas/User" };
const media = { type: "application/json", schema, examples: [example(user)], encoding: {} };

const data = toOperation({
  contract: {
    ...{ title: "Users", version: "1", basePath: "", sandbox: {}, securitySchemes: [scheme] },
    operations: [
      {
        ...{ id: "users", anchor: "post-users", method: "post", path: "/users/", summary: "", responses: [] },
        security: [[{ scheme: "key", scopes: [] }]],
        parameters: [
          parameter("query", "page", 7),
          parameter("query", "key", "query-key"),
          parameter("header", "X-Api-Key", "header-key"),
          parameter("cookie", "session", "cookie-value"),
        ],
        requestBody: { required: true, content: [media] },
      },
    ],
    schemas: {
      User: { properties: { name: { type: "string" }, pin: { type: "string", writeOnly: true }, login: {} } },
      Login: { properties: { phrase: { $ref: "#/components/schemas/Phrase" }, hint: { type: "string" } } },
      Phrase: { type: "string", format: "password" },
    },
  },
  ...plainFile,
});

const target = { name: "Test", url: "https://test.example/v1", kind: "staging" } as const;
let now = 1;

function received(body: string, type = "application/json"): CallOutcome {
  const bytes = new TextEncoder().encode(body);
  const headers = [{ name: "content-type", value: type }];
  return { kind: "received", status: 200, headers, bytes, size: bytes.length, isCut: false, milliseconds: 5 };
}

function call(outcome: CallOutcome, draft: RequestDraft = startDraft(data, null, 0)): HistoryEntry {
  const operation = { page: "/api/", anchor: data.anchor, method: data.method, address: "/users/?key=query-key" };
  return { ...operation, time: now++, target, draft, outcome, lost: [] };
}

let stored: Map<string, string>;
let room: number;

beforeEach(() => {
  stored = new Map();
  room = Infinity;
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException("full", "QuotaExceededError");
      stored.set(key, text);
    },
  });
});

afterEach(() => {
  pageSession.secrets.set({ scope: data.scope, target, scheme }, "");
  vi.unstubAllGlobals();
});

const everything = () => [...stored].flat().join("\n");

test("a stored call is restored byte by byte", () => {
  const response = received('{"name": "Änn \\"A\\""}\u0007');
  keepCall(call(response), data);
  const [restored] = readCalls();
  expect(restored).toMatchObject({ page: "/api/", anchor: "post-users", method: "post", target });
  expect(restored?.outcome).toEqual(response);
});

test("secrets of a request aren't stored, and the omitted fields are named", () => {
  keepCall(call(received("{}")), data);
  for (const secret of ["query-key", "header-key", "cookie-value", "pin-value", "phrase-value"])
    expect(everything()).not.toContain(secret);
  const [restored] = readCalls();
  expect(restored?.lost).toEqual(["key", "X-Api-Key", "session", "pin", "phrase"]);
  expect(restored?.address).toBe("/users/?page=7");
  expect(JSON.parse(bodyText(bodyOf(restored?.draft ?? startDraft(data, null, 0))))).toEqual({
    name: "Ann",
    login: { hint: "blue" },
  });
});

test.each([
  ['{"name": "Bob", "pin": "raw-pin"}', false],
  ['{"name": "Bob", "pin": "raw-pin"', false],
  ['{"name":   "Bob"}', true],
  ['{"name":   "Bob"', true],
])("JSON text is stored as written unless it may contain a secret: %s", (text, isKept) => {
  keepCall(call(received("{}"), writeBody(startDraft(data, null, 0), text)), data);
  expect(everything().includes("raw-pin")).toBe(false);
  expect(readCalls()[0]?.draft.bodies["application/json"]?.text).toBe(isKept ? text : null);
});

test.each([
  ["as it is", "tok-5f0c-SECRET"],
  ["escaped", 'tok"5f0c\\SECRET'],
  ["beyond ASCII", "tök-5f0c-SECRET"],
])("a response that repeats the credentials isn't stored, but its call is (%s)", (_, secret) => {
  pageSession.secrets.set({ scope: data.scope, target, scheme }, secret);
  keepCall(call(received(JSON.stringify({ you_sent: secret }))), data);
  expect(everything()).not.toContain("5f0c");
  const [restored] = readCalls();
  expect(restored?.outcome).toMatchObject({ kind: "received", status: 200, bytes: new Uint8Array() });
});

test("a call with credentials in an unrelated field isn't stored at all", () => {
  pageSession.secrets.set({ scope: data.scope, target, scheme }, "tok-5f0c-SECRET");
  keepCall(call(received("{}"), writeBody(startDraft(data, null, 0), '{"name": "tok-5f0c-SECRET"}')), data);
  expect(readCalls()).toEqual([]);
});

test("only the name of a file is stored, and the file has to be chosen again", () => {
  const file = new File(["%PDF-"], "pod.pdf", { type: "application/pdf" });
  const nodeOf = (chosen: File | null) =>
    ({
      kind: "object",
      members: [{ name: "attachment", node: { kind: "file", file: chosen, content: null } }],
    }) as const;
  const mediaType = "multipart/form-data";
  const bodies = { [mediaType]: { node: nodeOf(file), text: null } };
  const draft: RequestDraft = { ...startDraft(data, null, 0), mediaType, bodies };
  keepCall(call(received("{}"), draft), data);
  const [restored] = readCalls();
  expect(restored?.lost).toContain("pod.pdf");
  expect(everything()).not.toContain("%PDF-");
  expect(restored?.draft.bodies[mediaType]?.node).toEqual(nodeOf(null));
});

test("a long response is cut, a binary one isn't stored, and both keep their size", () => {
  keepCall(call(received(`"${"é".repeat(100_000)}"`)), data);
  keepCall(call(received("%PDF-\0", "application/pdf")), data);
  const [binary, long] = readCalls().map(({ outcome }) => outcome);
  expect(long).toMatchObject({ size: 200_002 });
  expect(long?.kind === "received" && long.bytes.length).toBe(60_000);
  expect(binary).toMatchObject({ size: 6, bytes: new Uint8Array() });
});

test("twenty calls are stored, the older ones without responses if space runs out, or the newest, or none", () => {
  const calls = Array.from({ length: 25 }, () => call(received(`"${"x".repeat(12_000)}"`)));
  for (const entry of calls) keepCall(entry, data);
  const newest = calls.slice(-20).toReversed();
  expect(readCalls().map(({ time }) => time)).toEqual(newest.map(({ time }) => time));

  room = 50_000;
  keepCall(call(received('"new"')), data);
  const sizes = readCalls().map(({ outcome }) => (outcome.kind === "received" ? outcome.bytes.length : -1));
  expect(sizes).toEqual([5, ...Array.from({ length: 19 }, () => 0)]);
  room = 5_000;
  const last = call(received('"newer"'));
  keepCall(last, data);
  expect(readCalls().map(({ time }) => time)).toEqual([last.time]);
  room = 10;
  keepCall(call(received('"more"')), data);
  expect(stored.size).toBe(0);
});

const foreign = JSON.stringify([call(received("{}"))]);

test.each(["no JSON", "null", "7", "[null, 1, {}]", foreign, `0 ${foreign}`])(
  "history stored by another version of the explorer is ignored: %s",
  (text) => {
    stored.set("docs.history", text);
    expect(readCalls()).toEqual([]);
    keepCall(call(received("{}")), data);
    expect(readCalls().length).toBe(1);
  },
);

test("a draft is restored into the form, unless another version of the explorer stored it", () => {
  vi.stubGlobal("location", { pathname: "/api/", hash: "" });
  const draft = writeBody(startDraft(data, null, 0), '{"name":   "Bob", "long": 9223372036854775807}');
  keepDraft(draft, data);
  const restored = () => {
    pageSession.forms.clear();
    restoreDraft(data);
    return formState(data.anchor).draft.value;
  };
  expect(bodyOf(restored() ?? startDraft(data, null, 0))).toEqual(bodyOf(draft));
  for (const [key, text] of stored) stored.set(key, text.replace(/^\d+/, "0"));
  expect(restored()).toBe(null);
});

test.each<CallOutcome>([
  { kind: "canceled" },
  { kind: "timeout", seconds: 30 },
  { kind: "refused", refusal: { cause: "offline" } },
  { kind: "refused", refusal: { cause: "unreachable", isOwn: true } },
  { kind: "refused", refusal: { cause: "cors", preflight: null } },
  { kind: "refused", refusal: { cause: "cors", preflight: { method: "PUT", headers: ["authorization"] } } },
])("a call without a response is stored with its reason: %j", (outcome) => {
  keepCall(call(outcome), data);
  expect(readCalls()[0]?.outcome).toEqual(outcome);
});

test("every kind of value is restored into the form", () => {
  const value = { none: null, yes: true, long: 1.5, text: "", list: [1, [2]], inner: { a: {} } };
  const draft = startDraft(data, null, 0);
  const filled: RequestDraft = { ...draft, bodies: { "application/json": { node: fromJson(value), text: null } } };
  keepCall(call(received("{}"), filled), data);
  expect(readCalls()[0]?.draft.bodies["application/json"]?.node).toEqual(fromJson(value));
});

test("blocked storage doesn't cause an error", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect(() => keepCall(call(received("{}")), data)).not.toThrow();
  expect(readCalls()).toEqual([]);
});

test("storing one contract's credentials doesn't store those of a contract with a longer name", () => {
  const { secrets } = pageSession;
  secrets.set({ scope: "Orders 1", target, scheme }, "of Orders");
  secrets.set({ scope: "Orders 1 beta", target, scheme }, "of beta");
  expect(secrets.get({ scope: "Orders 1", target: { ...target, url: "https://other.example.com" }, scheme })).toBe("");
  secrets.keep("Orders 1", true);
  expect(stored.get("docs.credentials Orders 1")).toContain("of Orders");
  expect(stored.get("docs.credentials Orders 1")).not.toContain("of beta");
});

test("forms and calls of two versions stay separate, even if a guide opens both with the same anchor", () => {
  remember(call(received("{}")));
  expect(formState(data.anchor, "/api/index.html").shown.value?.page).toBe("/api/");
  expect(formState(data.anchor, "/api/v1/").shown.value).toBeNull();
});
