import { expect, test } from "vitest";

import { readFiles, readText } from "../support/inline-contract.ts";
import { processorTime } from "../support/processor-time.ts";

test("a YAML error is reported at its line and column", async () => {
  const { findings, contract } = await readText("openapi: 3.1.0\ninfo:\n\ttitle: x\n");
  expect(contract).toBeNull();
  expect(findings).toMatchInlineSnapshot(
    `"openapi/api.yaml:3:1 contract/syntax: a tab in the indentation (indent with spaces)"`,
  );
});

test("every duplicate key is reported", async () => {
  const { findings } = await readText("openapi: 3.1.0\nopenapi: 3.1.1\ninfo:\n  title: x\n  title: y\n");
  expect(findings).toMatchInlineSnapshot(`
    "openapi/api.yaml:2:1 contract/syntax: the key \`openapi\` appears twice in one mapping
    openapi/api.yaml:5:3 contract/syntax: the key \`title\` appears twice in one mapping"
  `);
});

test.each([
  [
    "a comma too many",
    '{"openapi": "3.1.0",\n}',
    "2:1 this isn't JSON: expected a key in double quotes, or no comma before this",
  ],
  ["an early end", '{"openapi": "3.1.0",\n "info": {', "2:11 this isn't JSON: it ends too early"],
  ["a stray word", '{"openapi":\n  yes}', "2:3 this isn't JSON: unexpected `yes`"],
  ["lists in lists", "[".repeat(100_000), "1:201 nested deeper than 200 levels"],
])("JSON with %s is reported at its line and column", async (_, text, expected) => {
  const { diagnostics } = await readFiles({ "openapi/api.json": text });
  const found = diagnostics.map(({ position, message }) => `${position?.line}:${position?.column} ${message}`);
  expect(found).toEqual([expected]);
});

test.each([
  ["is empty", " \n", "the file is empty"],
  ["looks like UTF-16", "o\0p\0e\0n\0", "the file contains NUL characters"],
  ["has several documents", "openapi: 3.1.0\n---\nopenapi: 3.1.0\n", "the file holds several YAML documents"],
  ["is a list", "- a\n- b\n", "this isn't an OpenAPI document: it states neither `openapi` nor `swagger`"],
  ["has no version", "title: x\n", "this isn't an OpenAPI document: it states neither `openapi` nor `swagger`"],
  ["has an unknown version", "openapi: 4.0.0\n", '`openapi` states a version that docs-build doesn\'t read: "4.0.0"'],
  ["has a number as its version", "openapi: 2.5\n", "`openapi` states a version that docs-build doesn't read: 2.5"],
])("a file that %s is refused in one sentence", async (_, text, expected) => {
  const { diagnostics, contract } = await readText(text);
  expect(contract).toBeNull();
  expect(diagnostics.map(({ message }) => message)).toEqual([expected]);
});

const nine = (item: string): string => `[${Array(9).fill(item).join(", ")}]`;
const levels = Array.from({ length: 8 }, (_, level) => `a${level + 1}: &a${level + 1} ${nine(`*a${level}`)}`);
const bomb = [`a0: &a0 ${nine("x")}`, ...levels].join("\n");

test.each([
  ["an alias bomb", bomb],
  ["deep flow lists", "[".repeat(20_000)],
  ["deep block lists", `${"- ".repeat(20_000)}a`],
  ["deep maps", "{a: ".repeat(20_000)],
  ["complex keys", "? ".repeat(20_000)],
  ["an alias in its own anchor", "a: &a [*a]"],
])("%s quickly ends in a diagnostic", async (_, text) => {
  const [{ findings, contract }, duration] = await processorTime(async () => readText(text));
  expect(contract).toBeNull();
  expect(findings).toMatch(/^openapi\/api\.yaml:\d+:\d+ contract\/(limit|syntax): /);
  expect(duration).toBeLessThan(5_000);
});

test("a file beyond the size limit is refused without being parsed", async () => {
  const { findings } = await readText(`openapi: 3.1.0\nx: ${"a".repeat(64_000_001)}`);
  expect(findings).toMatch(/contract\/limit: the file has 64000019 characters/);
});

test("CR LF line endings count as one", async () => {
  const { findings } = await readText("openapi: 3.1.0\r\ninfo:\r\n  title: API\r\n  version: 1\r\npaths: {}\r\n");
  expect(findings).toMatch(/^openapi\/api\.yaml:4:3 /);
});

test.each(["yaml", "json"])("a number of ten million digits quickly ends in a diagnostic (%s)", async (extension) => {
  const number = "9".repeat(10_000_000);
  const text = extension === "json" ? `{"openapi": ${number}}` : `openapi: ${number}\n`;
  const [{ findings }, duration] = await processorTime(async () => readFiles({ [`openapi/api.${extension}`]: text }));
  expect(findings).toContain("a number of more than 1000 digits");
  expect(duration).toBeLessThan(5_000);
});
