import { expect, test } from "vitest";

import { fixLinks } from "#check/fix-links.ts";
import { onStep } from "#read/steps.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";

import { readFiles } from "../support/inline-contract.ts";
import { largeContract } from "../support/large-contract.ts";

const steps: string[] = [];
onStep((name) => steps.push(name));

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
