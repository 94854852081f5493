import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { assert, expect, test } from "vitest";

import { createSandbox, parseSlice } from "#sandbox/sandbox.ts";
import { planExplorers, planPageSandbox } from "#site/reference/plan-explorers.ts";

import { prefilledRequests } from "../support/prefilled-requests.ts";
import { readText } from "../support/inline-contract.ts";
import { shippedContract } from "../support/sandbox.ts";

/* The file that a page has of a contract for its sandbox. It is made here, where contracts are read. */

const contract = await shippedContract();
const data = String(planPageSandbox(contract)?.content);
const prefilled = await prefilledRequests(contract);

test("a contract's file makes the same sandbox as the contract", () => {
  const [own, page] = [createSandbox(contract), createSandbox(parseSlice(data))];
  for (const { request } of [...prefilled, ...prefilled]) expect(page.handle(request)).toEqual(own.handle(request));
});

test("a page's sandbox and this contract's data are at most 60 kB together", () => {
  const root = new URL("../../lib/client/", import.meta.url);
  const files: { readonly files: readonly string[] } = JSON.parse(readFileSync(new URL("manifest.json", root), "utf8"));
  const script = files.files.filter((name) => name.startsWith("page-worker-"));
  expect(script).toHaveLength(1);
  const scripts = script.map((name) => readFileSync(new URL(name, root)));
  const bytes = [...scripts, data].reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

test("a contract with too much data has no sandbox in its pages", async () => {
  const text = "x".repeat(1_000_000);
  const { contract: large } = await readText(
    `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /x: { get: { responses: { "200": { description: D } } } } }\ncomponents:\n  schemas:\n    Text: { type: string, default: ${text} }\n`,
  );
  assert(large !== null);
  expect(planPageSandbox(large)).toBeNull();
  // The form says why its calls go to a server.
  const settings = { servers: [], customServer: false, pageSandbox: true, baseUrl: "/" };
  const { files } = planExplorers(large, settings);
  expect(JSON.parse(String(files[0]?.content))).toMatchObject({ pageSandbox: null, isTooLargeToSimulate: true });
});
