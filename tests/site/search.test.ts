import { gzipSync } from "node:zlib";

import { beforeAll, expect, test } from "vitest";

import type { OutputFile } from "#shared/files.ts";
import { searchFilePath, type SearchKind, type SearchManifest } from "#shared/search/search-index.ts";
import { Searcher } from "#shared/search/searcher.ts";

import { searchQueries } from "../fixtures/search-queries.ts";
import { buildSite } from "../support/build-site.ts";
import { buildShippedSite, unlistedRoutes } from "../support/shipped-site.ts";

let shipped: readonly OutputFile[] = [];

beforeAll(async () => {
  shipped = (await buildShippedSite()).files;
});

function readShipped(path: string): string {
  const file = shipped.find((candidate) => candidate.path === path) ?? expect.fail(`no file ${path}`);
  return Buffer.from(file.content).toString();
}

/** Searches as the browser does, in one of a site's indexes. */
function searcherOf(read: (path: string) => string, version = 0): Searcher {
  const { indexes }: SearchManifest = JSON.parse(read("search.json"));
  const index = indexes[version] ?? expect.fail(`no index ${version}`);
  const load = async (name: string) => JSON.parse(read(searchFilePath(name)));
  return new Searcher(index, { terms: load, records: load });
}

async function hrefsOf(
  query: string,
  searcher: Searcher,
  near: readonly SearchKind[] = [],
): Promise<readonly string[]> {
  const { hits } = await searcher.search(query, { near, most: 20 });
  return hits.map(({ href }) => href);
}

test("at least 95 % of what integrators type finds what they mean among the first three", async () => {
  const searcher = searcherOf(readShipped);
  const missed: string[] = [];
  for (const [query, wanted] of searchQueries) {
    const first = (await hrefsOf(query, searcher)).slice(0, 3);
    if (!wanted.every((href) => first.includes(href)))
      missed.push(`${query}: ${first.join(" ")}, not ${wanted.join(" ")}`);
  }
  const share = 1 - missed.length / searchQueries.length;
  console.log(`search: ${(share * 100).toFixed(1)} % of ${searchQueries.length} queries`, missed.join("\n"));
  expect(searchQueries.length).toBeGreaterThanOrEqual(60);
  expect(share, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
});

test("every place that a search can lead to is there", () => {
  const { indexes }: SearchManifest = JSON.parse(readShipped("search.json"));
  const pages = new Map<string, string>();
  for (const [, name] of indexes.flatMap(({ records }) => records)) {
    for (const [title, , text, href] of JSON.parse(readShipped(searchFilePath(name)))) {
      const [route = "", anchor = ""] = String(href).split("#");
      const html = pages.get(route) ?? readShipped(`${route}/index.html`.replace(/^\/+/, "").replace("//", "/"));
      pages.set(route, html);
      expect(title).not.toBe("");
      // What is written on buttons is no text of the page.
      expect(text).not.toMatch(/\/ ?Try it/);
      if (anchor !== "") expect(html.includes(` id="${decodeURIComponent(anchor)}"`), href).toBe(true);
    }
  }
  expect(pages.size).toBeGreaterThan(8);
});

test("unlisted pages and the page of lost addresses are in no file of the search", () => {
  const files = shipped.filter(({ path }) => path.startsWith("assets/search/") || path === "search.json");
  const text = files.map(({ content }) => Buffer.from(content).toString()).join("\n");
  for (const route of [...unlistedRoutes, "/404"]) expect(text).not.toContain(`"${route}`);
});

test("dialog, library, and the whole index of the shipped site are at most 60 kB together, gzipped", () => {
  const { indexes }: SearchManifest = JSON.parse(readShipped("search.json"));
  const parts = [...(indexes[0]?.terms ?? []), ...(indexes[0]?.records ?? [])].map(([, name]) => searchFilePath(name));
  const dialog = shipped.map(({ path }) => path).filter((path) => path.startsWith("assets/search-"));
  expect(dialog.map((path) => path.replace(/-\w+\./, "."))).toEqual(["assets/search.css", "assets/search-dialog.js"]);
  const loaded = new Set(["search.json", ...parts, ...dialog.flatMap(withImports)]);
  const sizes = Array.from(loaded, (path) => gzipSync(readShipped(path)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
});

/** A file of the browser part, and what it imports when it is loaded. */
function withImports(path: string): readonly string[] {
  const imports = readShipped(path).matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g);
  return [path, ...Array.from(imports, ([, name]) => `assets/${name}`).flatMap(withImports)];
}

test("the same site gives the same index, whatever a memory holds", async () => {
  const read = async (): Promise<string> => {
    const site = await buildSite({ "content/index.md": "# Home\n\n## Loads\n\nLoad by load.", "content/a.md": "# A" });
    return site.paths
      .filter((path) => /^(?:assets\/search\/|search\.json)/.test(path))
      .map((path) => path + site.read(path))
      .join();
  };
  expect(await read()).toBe(await read());
});

const contractOf = (field: string): string => `openapi: 3.1.0
info: { title: API, version: "1", description: Words. }
paths: {}
components: { schemas: { Load: { type: object, properties: { ${field}: { type: string } } } } }
`;

test("the default version of the contract is searched, and another one only in its own index", async () => {
  const site = await buildSite({
    "content/site.yaml": `title: T
contracts:
  - { id: new, document: openapi/new.yaml, route: /api/ }
  - { id: old, document: openapi/old.yaml, route: /api/old/ }
`,
    "content/index.md": "# Home\n\nFreight.",
    "openapi/new.yaml": contractOf("freshField"),
    "openapi/old.yaml": contractOf("staleField"),
  });
  const { indexes }: SearchManifest = JSON.parse(site.read("search.json"));
  expect(indexes.map(({ root }) => root)).toEqual(["/api/", "/api/old/"]);
  const [current, old] = [searcherOf(site.read, 0), searcherOf(site.read, 1)];
  expect(await hrefsOf("staleField", current)).not.toContain("/api/old/#schema-load.staleField");
  expect(await hrefsOf("freshField", current)).toContain("/api/#schema-load.freshField");
  expect(await hrefsOf("staleField", old)).toContain("/api/old/#schema-load.staleField");
  expect(await hrefsOf("freight", old)).toEqual(["/"]);
});

test("on the reference, operations come before guides", async () => {
  const searcher = searcherOf(readShipped);
  expect((await hrefsOf("attach documents", searcher))[0]).toMatch(/^\/(?:broker|carrier)-api#attach-documents$/);
  expect((await hrefsOf("find debtor", searcher, ["operation", "field"]))[0]).toBe("/api/#get-debtors");
});

test("what is marked are the words of the query and their like, not what begins with a short one of these", async () => {
  const { words } = await searcherOf(readShipped).search("create load", { near: [], most: 5 });
  expect(words).toContain("creat");
  expect(words.filter((word) => "address".startsWith(word))).toEqual([]);
});

test("a word that stands nowhere gives way to the nearest one, and is told", async () => {
  const searcher = searcherOf(readShipped);
  expect((await searcher.search("laod", { near: [], most: 5 })).corrections).toEqual(new Map([["laod", ["load"]]]));
  const { hits, corrections } = await searcher.search("xyzzyx", { near: [], most: 5 });
  expect([hits, corrections]).toEqual([[], new Map([["xyzzyx", []]])]);
});
