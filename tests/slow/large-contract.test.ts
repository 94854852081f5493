import { beforeAll, expect, test } from "vitest";

import { pageBudget } from "#shared/contract/reference.ts";

import { buildSite, format, type TestSite } from "../support/build-site.ts";
import { largeContract } from "../support/large-contract.ts";

/** 160 operations of eight tags, and 81 schemas. */
const document = JSON.stringify(largeContract({ operations: 160 }));
let site: TestSite;

beforeAll(async () => {
  const files = {
    "openapi/api.json": document,
    "content/index.md":
      "# Home\n\n[list](op:invoices_2_list) [schema](schema:Invoice2) [field](field:Invoice2Create.amount)\n\n::fields{schema=Address}\n",
    "content/api/area-2.md": "# A page of the author where a tag would go",
  };
  site = await buildSite(files, { budget: { ...pageBudget, fields: 1_000 } });
});

const pagesOf = ({ paths }: TestSite): string[] =>
  paths.filter((path) => path.startsWith("api/") && path.endsWith(".html"));
const anchorsIn = (html: string): string[] =>
  [...html.matchAll(/<section class="op[^"]*" id="([^"]*)"/g)].map(([, id]) => id ?? "");
const titleOf = (html: string): string => /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? "";

test("it builds without a finding: every link between its pages holds", () => {
  expect(format(site.diagnostics)).toBe("");
});

test("every operation and every schema is printed once", () => {
  const printed = pagesOf(site).flatMap((path) => anchorsIn(site.read(path)));
  expect(printed).toHaveLength(160 + 81);
  expect(new Set(printed).size).toBe(printed.length);
});

test("the first page lists every operation under its old anchor, with the way to its page", () => {
  const html = site.read("api/index.html");
  const entries = [...html.matchAll(/<li id="([^"]*)"[^>]*><a href="([^"]*)"/g)].map(([, id, href]) => ({ id, href }));
  expect(entries.filter(({ href }) => href?.startsWith("/api/area-"))).toHaveLength(160);
  expect(entries.find(({ id }) => id === "get-invoices-2")?.href).toBe("/api/area-3/#get-invoices-2");
  expect(anchorsIn(html)).toEqual([]);
});

test("an address that a page of the author has is not taken", () => {
  expect(titleOf(site.read("api/area-2/index.html"))).toBe("A page of the author where a tag would go");
  expect(titleOf(site.read("api/area-2-2/index.html"))).toBe("area 2");
});

test("a page says what it is: title, breadcrumbs, version", () => {
  const html = site.read("api/area-3/index.html");
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe("area 3 | Large API | Docs");
  expect(titleOf(html)).toBe("area 3");
  const breadcrumbs = /<nav class="breadcrumbs".*?<\/nav>/s.exec(html)?.[0] ?? "";
  const above = breadcrumbs.match(/href="[^"]*"|aria-current="page">[^<]*/g);
  expect(above).toEqual(['href="/"', 'href="/api/"', 'aria-current="page">area 3']);
});

test("no page explodes, and the whole output stays below 50 times the input", () => {
  const sizes = site.paths.filter((path) => path.startsWith("api/")).map((path) => site.read(path).length);
  expect(Math.max(...sizes)).toBeLessThan(500_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50 * document.length);
});

test("samples of a language are the same with others beside it, and alone", async () => {
  const build = async (settings: string): Promise<TestSite> => {
    const contract = JSON.stringify(largeContract({ operations: 8 }));
    return buildSite({ "openapi/api.json": contract, "content/site.yaml": settings }, { onlyPages: true });
  };
  const samplesOf = ({ paths, read }: TestSite) =>
    paths.filter((path) => path.startsWith("assets/code/go-")).map((path) => [path, read(path)]);
  const [all, alone] = [await build(""), await build("samples: { languages: [go] }")];
  expect(format(alone.diagnostics)).toBe("");
  expect(samplesOf(all)).toHaveLength(1);
  expect(samplesOf(alone)).toEqual(samplesOf(all));
});
