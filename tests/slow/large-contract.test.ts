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
const menuOf = (html: string): string =>
  html.slice(html.indexOf('id="page:menu"'), html.indexOf("</nav>", html.indexOf('id="page:menu"')));

test("it builds without a finding: every link between its pages holds", () => {
  expect(format(site.diagnostics)).toBe("");
});

test("every tag has a page, and schemas have pages by initial, below the version's route", () => {
  const pages = pagesOf(site).map((path) => path.slice("api/".length));
  expect(pages).toContain("index.html");
  expect(pages.filter((path) => path.startsWith("area-"))).toHaveLength(8 + 1);
  const parts = ["a", "c", "d", "i", "", "p", "r", "s", "w"].map((initial) => `schemas/${initial}/index.html`);
  expect(pages.filter((path) => path.startsWith("schemas/"))).toEqual(parts.map((path) => path.replace("//", "/")));
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

test("links from guides lead to the page that has the anchor", () => {
  const html = site.read("index.html");
  const hrefs = [...html.matchAll(/href="(\/api\/[^"]*#[^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toMatchInlineSnapshot(`
    [
      "/api/area-3/#get-invoices-2",
      "/api/schemas/i/#schema-invoice2",
      "/api/schemas/i/#schema-invoice2-create.amount",
      "/api/schemas/a/#schema-address.street",
      "/api/schemas/a/#schema-address.city",
      "/api/schemas/a/#schema-address.country",
    ]
  `);
});

test("an address that a page of the author has is not taken", () => {
  expect(titleOf(site.read("api/area-2/index.html"))).toBe("A page of the author where a tag would go");
  expect(titleOf(site.read("api/area-2-2/index.html"))).toBe("area 2");
});

test("the menu of a page names every page, and the operations of its own only", () => {
  const menu = menuOf(site.read("api/area-3/index.html"));
  expect(menu.match(/href="#(get|post|patch)-/g)).toHaveLength(20);
  expect(menu.match(/href="\/api\/area-[^"#]*"/g)).toHaveLength(8);
  expect(menu).not.toContain("/api/area-4/#");
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

test("a tag that has no room on a page lists its operations, which have pages of their own", async () => {
  const { paths: _paths, components, ...rest } = { paths: {}, components: {}, ...largeContract({ operations: 4 }) };
  const get = { responses: { "200": { description: "Done." } } };
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`/things/${index}`, { get }]));
  const large = await buildSite(
    { "openapi/api.json": JSON.stringify({ ...rest, tags: [], paths, components }) },
    { budget: { fields: 300, listLength: 500 } },
  );
  expect(format(large.diagnostics)).toBe("");
  const pages = pagesOf(large);
  expect(pages.filter((path) => path.startsWith("api/get-things-"))).toHaveLength(30);
  const others = ["api/index.html", "api/schemas/index.html", "api/things/index.html"];
  expect(pages.filter((path) => !path.startsWith("api/get-things-"))).toEqual(others);
  const list = large.read("api/things/index.html");
  expect(list.match(/<li id="get-things-\d+"><a href="\/api\/get-things-\d+\/#/g)).toHaveLength(30);
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
