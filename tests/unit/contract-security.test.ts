import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";

import { codeSamplesOf, operationOf, readValid } from "../support/inline-contract.ts";
import { hasPython, recordPython } from "../support/record-python.ts";

const parts = `paths:
  /header: { get: { security: [{ header: [] }], responses: { "200": { description: Ok. } }, parameters: [{ name: x-key, in: header, required: true, schema: { type: string }, example: theirs }] } }
  /query: { get: { security: [{ query: [] }], responses: { "200": { description: Ok. } }, parameters: [{ name: page, in: query, required: true, schema: { type: integer }, example: 2 }] } }
  /cookie: { get: { security: [{ cookie: [] }], responses: { "200": { description: Ok. } }, parameters: [{ name: theme, in: cookie, required: true, schema: { type: string }, example: dark }] } }
  /both: { get: { security: [{ header: [], query: [] }], responses: { "200": { description: Ok. } } } }
  /basic: { get: { security: [{ basic: [] }], responses: { "200": { description: Ok. } } } }
  /bearer: { post: { security: [{ bearer: [] }], responses: { "200": { description: Ok. } } } }
  /oauth: { get: { security: [{ oauth: [read, write] }], responses: { "200": { description: Ok. } } } }
  /token: { get: { security: [{ token: [] }], responses: { "200": { description: Ok. } } } }
  /openid: { get: { security: [{ openid: [profile] }], responses: { "200": { description: Ok. } } } }
  /none: { get: { security: [], responses: { "200": { description: Ok. } } } }
  /optional: { get: { security: [{ bearer: [] }, {}], responses: { "200": { description: Ok. } } } }
  /either: { get: { security: [{ query: [] }, { header: [], basic: [] }], responses: { "200": { description: Ok. } } } }
  /common: { get: { responses: { "200": { description: Ok. } } } }
security: [{ basic: [] }]
components:
  securitySchemes:
    header: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: api key }
    cookie: { type: apiKey, in: cookie, name: sid }
    basic: { type: http, scheme: Basic }
    bearer: { type: http, scheme: bearer }
    token: { type: http, scheme: Token }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://auth.example.com/token", scopes: { read: Read all., write: Change it. } } } }
    openid: { type: openIdConnect, openIdConnectUrl: "https://auth.example.com/.well-known/openid-configuration" }
`;

const secrets = {
  API_BASE: "https://api.example.com",
  API_AUTH_HEADER: "the-key",
  API_AUTH_QUERY: "the+key",
  API_AUTH_COOKIE: "the-session",
  API_AUTH_BASIC: "ann:pä:ss",
  API_AUTH_TOKEN: "s3cret",
  API_AUTH_BEARER: "the-token",
  API_AUTH_OAUTH: "oauth-token",
  API_AUTH_OPENID: "openid-token",
};

/** The credentials that each operation sends. */
const sent: readonly (readonly [anchor: string, call: string])[] = [
  ["get-header", "/header | x-key: the-key"],
  ["get-query", "/query?page=2&api%20key=the+key"],
  ["get-cookie", "/cookie | cookie: theme=dark; sid=the-session"],
  ["get-both", "/both?api%20key=the+key | x-key: the-key"],
  ["get-basic", "/basic | authorization: basic ann:pä:ss"],
  ["post-bearer", "/bearer | authorization: Bearer the-token"],
  ["get-oauth", "/oauth | authorization: Bearer oauth-token"],
  ["get-token", "/token | authorization: Token s3cret"],
  ["get-openid", "/openid | authorization: Bearer openid-token"],
  ["get-none", "/none"],
  ["get-optional", "/optional | authorization: Bearer the-token"],
  ["get-either", "/either?api%20key=the+key"],
  ["get-common", "/common | authorization: basic ann:pä:ss"],
];

const ids = sent.map(([id]) => id);
const calls = sent.map(([, call]) => call);

test("curl sends the credentials that the operation requires", async () => {
  const contract = await readValid(parts);
  const fake = 'curl() { for argument in "$@"; do printf "%s\\0" "$argument"; done; printf "\\n"; }\n';
  const script = fake + ids.map((id) => codeOf(operationOf(contract, id), "curl")).join("\n");
  const output = execFileSync("sh", ["-c", script], { env: secrets, encoding: "utf8" });
  const lines = output.trimEnd().split("\n");
  expect(lines.map((line) => fromArguments(line.split("\0")))).toEqual(calls);
});

function fromArguments(words: readonly string[]): string {
  const url = words.find((word) => word.startsWith("https:")) ?? "";
  const after = (option: string) => words.flatMap((word, index) => (words[index - 1] === option ? word : []));
  return toCall(url, [...after("-u").map((user) => `Authorization: basic ${user}`), ...after("-H")]);
}

test("JavaScript sends the same credentials", async () => {
  const contract = await readValid(parts);
  const seen: string[] = [];
  const record = async (url: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${toPlain(value)}`);
    seen.push(toCall(decodeKey(url), lines));
    return new Response("{}");
  };
  for (const id of ids) {
    const code = codeOf(operationOf(contract, id), "javascript");
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- a sample is code
    const run: unknown = new Function("fetch", "process", "console", `return (async () => {${code}})()`);
    if (typeof run === "function") await run(record, { env: secrets }, { log: () => undefined });
  }
  expect(seen).toEqual(calls);
});

test.skipIf(!hasPython)("Python sends the same credentials", async () => {
  const contract = await readValid(parts);
  const requests = recordPython(
    ids.map((id) => codeOf(operationOf(contract, id), "python")),
    secrets,
  );
  const linesOf = (headers: object) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  expect(requests.map(({ url, headers }) => toCall(decodeKey(url), linesOf(headers)))).toEqual(calls);
});

test("schemes whose names differ only in punctuation get different variables", async () => {
  const contract = await readValid(`paths:
  /a: { get: { security: [{ app-key: [], app_key: [], appKey: [] }], responses: { "200": { description: Ok. } } } }
components:
  securitySchemes:
    app-key: { type: apiKey, in: header, name: A }
    app_key: { type: apiKey, in: header, name: B }
    appKey: { type: apiKey, in: header, name: C }
`);
  expect(contract.securitySchemes.map(({ variable }) => variable)).toEqual([
    ...["API_AUTH_APP_KEY", "API_AUTH_APP_KEY_2", "API_AUTH_APP_KEY_3"],
  ]);
});

function codeOf(operation: Operation, language: string): string {
  return codeSamplesOf(operation).find(({ id }) => id === language)?.code ?? "";
}

/** Address and headers, in the notation of the table above. */
function toCall(url: string, headers: readonly string[]): string {
  const lines = headers.map((header) => header.replace(/^[^:]*/, (name) => name.toLowerCase()));
  return [url.replace("https://api.example.com", ""), ...lines].join(" | ");
}

/** curl sends a key as it is; the other languages encode it. */
function decodeKey(url: string): string {
  return url.replace("the%2Bkey", "the+key").replace("api+key", "api%20key");
}

function toPlain(value: string): string {
  const [, secret] = /^Basic (.*)$/.exec(value) ?? [];
  return secret === undefined ? value : `basic ${Buffer.from(secret, "base64").toString()}`;
}
