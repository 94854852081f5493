import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { fixLinks } from "#check/fix-links.ts";
import { watchSteps } from "#serve/start-builder.ts";
import { onStep } from "#read/steps.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";

import { readFiles } from "../support/inline-contract.ts";
import { largeContract } from "../support/large-contract.ts";

const steps: string[] = [];
onStep((name) => steps.push(name));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a build without a new step for ten seconds is reported as stuck, once", () => {
  const reports: string[] = [];
  watchSteps(Date.now, (step) => reports.push(step)).begin("content/index.md");
  vi.advanceTimersByTime(10_000);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(reports).toEqual(["content/index.md"]);
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(1);
});

test("on a busy machine, a step gets the time it needs to work for ten seconds", () => {
  let isStill = false;
  watchSteps(
    () => Date.now() / 4,
    () => (isStill = true),
  );
  vi.advanceTimersByTime(40_000);
  expect(isStill).toBe(false);
  vi.advanceTimersByTime(8_000);
  expect(isStill).toBe(true);
});

test("a build that starts a step every nine seconds is never reported as stuck", () => {
  let isStill = false;
  const watch = watchSteps(Date.now, () => (isStill = true));
  for (let count = 0; count < 40; count++) {
    watch.begin("one more page");
    vi.advanceTimersByTime(9_000);
  }
  watch.end();
  vi.advanceTimersByTime(60_000);
  expect(isStill).toBe(false);
});

test("reading a contract reports its files and each operation as steps", async () => {
  const file = "openapi/api.json";
  steps.length = 0;
  const { contract } = await readFiles({ [file]: JSON.stringify(largeContract({ operations: 120 })) });
  const operations = contract?.operations ?? [];
  expect(operations).toHaveLength(120);
  const reported = new Set(steps);
  expect(reported.has(file)).toBe(true);
  expect(operations.filter(({ method, path }) => !reported.has(`${method.toUpperCase()} ${path}`))).toEqual([]);
});

test("looking for fixes of broken links reports each link as a step", () => {
  const position = { file: "content/start.md", line: 1, column: 1 };
  const findings = [1, 2, 3].map((line) => diagnose("link/broken", "there is no page", { ...position, line }));
  const footer = { links: [], columns: [], copyright: "" };
  const search = { synonyms: [], popular: null };
  const config = { sidebar: null, navbar: null, footer, redirects: [], search };
  const routes = { routes: [], routeByFile: new Map(), routeByKey: new Map() };
  const moved = { files: new Map(), routes: new Map() };
  steps.length = 0;
  fixLinks(findings, { documents: [], config, texts: new Map(), routes, pages: [], files: [], moved });
  expect(steps).toEqual(["content/start.md", "content/start.md", "content/start.md"]);
});
