import { beforeAll, describe, expect, test } from "vitest";

import type { MenuFile } from "#shared/contract/reference.ts";

import { buildSite, format, type TestSite } from "../support/build-site.ts";
import { largeContract } from "../support/large-contract.ts";
import { referencePagesOf } from "../support/page-sizes.ts";

const menuOf = (html: string): string =>
  html.slice(html.indexOf('class="reference-menu"'), html.indexOf("</nav>", html.indexOf('class="reference-menu"')));
const linksIn = (menu: string): readonly (string | undefined)[] =>
  [...menu.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
const menuFileIn = (html: string): string => /data-menu="\/([^"]*)"/.exec(html)?.[1] ?? "";

describe("a large reference", () => {
  /** It has four tags and 41 schemas. */
  const contract = JSON.stringify(largeContract({ operations: 80 }));
  let site: TestSite;
  let menu = "";

  beforeAll(async () => {
    const files = {
      "openapi/api.json": contract,
      "content/index.md": "# Home\n\n[](op:invoices_2_list) [](schema:Invoice2) [](field:Invoice2Create.amount)\n",
      "content/api/area-2.md": "# A page of the author where a tag would go",
    };
    site = await buildSite(files, { onlyPages: true });
    menu = menuOf(site.read("api/area-3/index.html"));
  });

  test("prints each operation and schema once, keeps old anchors for all operations, and has no findings", () => {
    expect(format(site.diagnostics)).toBe("");
    const anchorsIn = (path: string): readonly (string | undefined)[] =>
      Array.from(site.read(path).matchAll(/<section class="op[^"]*" id="([^"]*)"/g), ([, id]) => id);
    const printed = referencePagesOf(site).flatMap(anchorsIn);
    expect(printed).toHaveLength(80 + 41);
    expect(new Set(printed).size).toBe(printed.length);
    const listed = [...site.read("api/index.html").matchAll(/<li id="([^"]*)"[^>]*><a href="(\/api\/area-[^"]*)"/g)];
    expect(listed).toHaveLength(80);
    expect(listed.find(([, id]) => id === "get-invoices-2")?.[2]).toBe("/api/area-3/#get-invoices-2");
    expect(anchorsIn("api/index.html")).toEqual([]);
  });

  test("leaves an address to an author's page there, and has titles that say what each page is about", () => {
    const titleOf = (page: string): string | undefined =>
      /<title>(.*?)<\/title>/.exec(site.read(`api/${page}/index.html`))?.[1];
    expect(titleOf("area-2")).toBe("A page of the author where a tag would go | Docs");
    expect(titleOf("area-2-2")).toBe("area 2 | Large API | Docs");
  });

  test("is less than fifty times as large as its document", () => {
    const sizes = site.paths.filter((path) => path.startsWith("api/")).map((path) => site.read(path).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50 * contract.length);
  });

  test("only the open group lists its operations; the others are links to their pages, with their counts", () => {
    const links = linksIn(menu);
    expect(links.filter((href) => /^\/api\/area-[\d-]+\/$/.test(href ?? ""))).toHaveLength(4);
    expect(links.filter((href) => href?.includes("#"))).toHaveLength(20);
    expect(menu).toMatch(/<a href="\/api\/area-4\/"[^>]*>area 4 <small>20<\/small><\/a><\/li>/);
    expect(menu.match(/aria-current="page"/g)).toHaveLength(1);
  });

  test("its filter loads a file of all operations, with their addresses", () => {
    const path = menuFileIn(menu);
    expect(menuFileIn(site.read("api/index.html"))).toBe(path);
    const { groups, operations }: MenuFile = JSON.parse(site.read(path));
    expect(groups).toHaveLength(4);
    expect(operations).toHaveLength(80);
    const address = expect.stringMatching(/^\/api\/area-/);
    expect(operations[21]).toEqual(["Create accounts 1", "post", "/accounts_1/", address, 1]);
    for (const [, , , href] of operations) {
      const [page = "", anchor = ""] = href.slice(1).split("#");
      expect(site.read(`${page}index.html`)).toContain(`id="${anchor}"`);
    }
  });
});

test("a short reference menu has no filter, and a longer one on one page has it", async () => {
  const build = async (operations: number): Promise<TestSite> =>
    buildSite({ "openapi/api.json": JSON.stringify(largeContract({ operations })) }, { onlyPages: true });
  const [small, large] = [await build(60), await build(64)];
  expect(menuFileIn(small.read("api/index.html"))).toBe("");
  expect(small.paths.filter((path) => path.startsWith("assets/menu-") && path.endsWith(".json"))).toEqual([]);
  const { operations }: MenuFile = JSON.parse(large.read(menuFileIn(large.read("api/index.html"))));
  expect(operations).toHaveLength(64);
});

describe("tags that are nested", () => {
  const operation = (tag: string): object => ({ tags: [tag], responses: { "200": { description: "Ok." } } });
  const toDocument = (copies: number): string =>
    JSON.stringify({
      openapi: "3.2.0",
      info: { title: "Library", version: "1" },
      servers: [{ url: "/v1" }],
      tags: [
        { name: "books", summary: "All books", description: "On shelves." },
        { name: "people" },
        { name: "crime", parent: "books" },
        { name: "cosy", parent: "crime" },
      ],
      paths: Object.fromEntries(
        ["books", "people", "crime", "cosy"].flatMap((tag) =>
          Array.from({ length: copies }, (_, index) => [`/${tag}/${index}`, { get: operation(tag) }]),
        ),
      ),
    });

  test("are nested in the menu and in the breadcrumbs of their pages", async () => {
    const site = await buildSite({ "openapi/api.json": toDocument(5) }, { budget: { fields: 200, listLength: 500 } });
    expect(format(site.diagnostics)).toBe("");
    const open = linksIn(menuOf(site.read("api/cosy/index.html"))).filter((href) => !href?.includes("#"));
    expect(open).toEqual(["/api/", "/api/books/", "/api/crime/", "/api/cosy/", "/api/people/"]);
    expect(menuOf(site.read("api/people/index.html"))).toContain("All books <small>15</small>");
    const closed = linksIn(menuOf(site.read("api/people/index.html"))).filter((href) => !href?.includes("#"));
    expect(closed).toEqual(["/api/", "/api/books/", "/api/people/"]);
    const breadcrumbs = /<nav class="breadcrumbs".*?<\/nav>/s.exec(site.read("api/cosy/index.html"))?.[0] ?? "";
    const above = [...breadcrumbs.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(above.slice(-2)).toEqual(["/api/books/", "/api/crime/"]);
  });

  test("are folds inside folds on one page", async () => {
    const site = await buildSite({ "openapi/api.json": toDocument(1) });
    const folds = menuOf(site.read("api/index.html")).match(/<\/?details|<summary>[^<]*/g) ?? [];
    expect(folds.join(" ")).toBe(
      "<details <summary>All books <details <summary>Crime <details <summary>Cosy </details </details </details <details <summary>People </details",
    );
  });
});
