import { gzipSync } from "node:zlib";

import { beforeAll, describe, expect, test } from "vitest";

import type { OutputFile } from "#write/output-file.ts";
import { excerptOf, foundIn } from "#shared/search/excerpt.ts";
import { searchFilePath, type SearchKind, type SearchManifest } from "#shared/search/search-index.ts";
import { Searcher } from "#shared/search/searcher.ts";

import { askedQuestions, firstOfQueries, searchQueries } from "../fixtures/search-queries.ts";
import { buildSite } from "../support/build-site.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

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
  const { indexes, synonyms }: SearchManifest = JSON.parse(read("search.json"));
  const index = indexes[version] ?? expect.fail(`no index ${version}`);
  const load = async (name: string) => JSON.parse(read(searchFilePath(name)));
  return new Searcher(index, { terms: load, records: load }, synonyms);
}

async function hrefsOf(
  query: string,
  searcher: Searcher,
  near: readonly SearchKind[] = [],
): Promise<readonly string[]> {
  const { hits } = await searcher.search(query, { near, most: 20 });
  return hits.map(({ href }) => href);
}

test("at least 95 % of integrators' queries have the intended result among the first three", async () => {
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

test.each(firstOfQueries)("“%s” finds first %s", async (query, anchor) => {
  const [first = ""] = await hrefsOf(query, searcherOf(readShipped));
  expect(first.endsWith(anchor), first).toBe(true);
});

test.each(askedQuestions)("“%s” finds %j among the first three", async (query, anchors) => {
  const first = (await hrefsOf(query, searcherOf(readShipped))).slice(0, 3);
  expect(
    anchors.some((anchor) => first.some((href) => href.endsWith(anchor))),
    first.join(" "),
  ).toBe(true);
});

test("a question in words finds a section before a field", async () => {
  for (const query of ["how long until funded", "how do I know the last page", "when is delivery"])
    expect((await hrefsOf(query, searcherOf(readShipped)))[0], query).not.toContain("#schema-");
});

test("an excerpt begins with a sentence, and has a word of the query if the text has one", async () => {
  const searcher = searcherOf(readShipped);
  for (const [query] of searchQueries) {
    const { hits, words, typed } = await searcher.search(query, { near: [], most: 5 });
    for (const { text } of hits) {
      const excerpt = excerptOf(text, words, typed);
      expect(foundIn(excerpt, words).length > 0, `${query}: ${excerpt}`).toBe(foundIn(text, words).length > 0);
      const [before = ""] = text.split(excerpt);
      expect(before, query).toMatch(/(?:^|[.!?] |\n)$/);
    }
  }
});

test("every search result leads to an existing anchor", () => {
  const { indexes }: SearchManifest = JSON.parse(readShipped("search.json"));
  const pages = new Map<string, string>();
  for (const name of indexes.flatMap(({ records }) => records)) {
    for (const [title, , text, href] of JSON.parse(readShipped(searchFilePath(name)))) {
      const [route = "", anchor = ""] = String(href).split("#");
      const html = pages.get(route) ?? readShipped(`${route}/index.html`.replace(/^\/+/, "").replace("//", "/"));
      pages.set(route, html);
      expect(title).not.toBe("");
      // Button labels aren't part of a page's text.
      expect(text).not.toMatch(/\/ ?Try it/);
      if (anchor !== "") expect(html.includes(` id="${decodeURIComponent(anchor)}"`), href).toBe(true);
    }
  }
  expect(pages.size).toBeGreaterThan(8);
});

const guide = `---
description: Words on loads.
---

# Home

## Loads

A load is freight. It has a weight.
`;

test("before typing, the dialog offers the settings' popular pages with their first sentence, else the navigation", async () => {
  const settings = "title: T\ncontracts: [{ id: new, document: openapi/a.yaml, route: /api/ }]\n";
  const files = {
    "content/index.md": guide,
    "content/secret.md": "---\nunlisted: true\n---\n\n# Secret\n",
    "openapi/a.yaml": contractOf("weight"),
  };
  const startOf = async (search: string): Promise<SearchManifest["start"]> => {
    const site = await buildSite({ ...files, "content/site.yaml": settings + search });
    return JSON.parse(site.read("search.json")).start;
  };
  expect(await startOf('search: { popular: ["/#loads", /, /api, "/api/#schema-load.weight", /secret] }\n')).toEqual([
    { kind: "guide", title: "Loads", trail: "Home", text: "A load is freight.", href: "/#loads" },
    { kind: "guide", title: "Home", trail: "", text: "Words on loads.", href: "/" },
    { kind: "operation", title: "API", trail: "Version 1", text: "Words.", href: "/api/" },
    { kind: "field", title: "Load.weight", trail: "string", text: "", href: "/api/#schema-load.weight" },
  ]);
  expect((await startOf("")).map(({ title, text }) => [title, text])).toEqual([
    ["Home", "Words on loads."],
    ["API", "Words."],
  ]);
});

test("identical fields are one result that says how many schemas have it, and different ones stay separate", async () => {
  const fields = (words: string) => `{ at: { type: string, description: "${words}" }, id: { type: string } }`;
  const schemas = [
    ["Load", "When."],
    ["Trip", "When."],
    ["Stop", "When."],
    ["Bill", "The day."],
  ];
  const text = schemas.map(([name, words = ""]) => `    ${name}: { type: object, properties: ${fields(words)} }`);
  const contract = `openapi: 3.1.0\ninfo: { title: API, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${text.join("\n")}\n`;
  const searcher = searcherOf((await buildSite({ "content/index.md": "# Home", "openapi/a.yaml": contract })).read);
  const found = async (query: string) =>
    (await searcher.search(query, { near: [], most: 20 })).hits.map(({ title, trail }) => `${title}: ${trail}`);
  expect((await found("at")).filter((hit) => hit.includes(".at"))).toEqual([
    "Load.at: string · in 3 schemas",
    "Bill.at: string",
  ]);
  expect((await found("Stop.at"))[0]).toBe("Stop.at: string · in 3 schemas");
  expect((await found("id")).filter((hit) => hit.includes(".id"))).toHaveLength(4);
});

test("at most four fields come before the operations that match too", async () => {
  const searcher = searcherOf(readShipped);
  for (const query of ["pagination", "invoice number", "status"]) {
    const { hits } = await searcher.search(query, { near: [], most: 20 });
    const kinds = hits.map(({ kind }) => kind);
    expect(kinds, query).toContain("operation");
    expect(kinds.slice(0, kinds.indexOf("operation")).filter((kind) => kind === "field").length, query).toBeLessThan(5);
    const shown = hits.map(({ kind, title, text }) =>
      kind === "field" ? `${title.replace(/.*\./, "")} ${text}` : title,
    );
    const fields = shown.filter((_, index) => kinds[index] === "field");
    expect(new Set(fields).size, query).toBe(fields.length);
  }
});

test("a first query on the shipped site loads at most 60 kB, gzipped, and typically less than 45", async () => {
  const dialog = shipped.map(({ path }) => path).filter((path) => path.startsWith("assets/search-"));
  expect(dialog.map((path) => path.replace(/-\w+\./, "."))).toEqual(["assets/search.css", "assets/search-dialog.js"]);
  const sizes = new Map<string, number>();
  const sizeOf = (path: string): number => {
    const size = sizes.get(path) ?? gzipSync(readShipped(path)).length;
    sizes.set(path, size);
    return size;
  };
  const sums: number[] = [];
  for (const [query] of [...searchQueries, ...askedQuestions]) {
    const fetched = new Set(dialog.flatMap(withImports));
    const read = (path: string): string => {
      fetched.add(path);
      return readShipped(path);
    };
    await searcherOf(read).search(query, { near: [], most: 20 });
    sums.push(Array.from(fetched, sizeOf).reduce((total, size) => total + size, 0));
  }
  sums.sort((a, b) => a - b);
  console.log(`search: at most ${sums.at(-1)} bytes, mostly ${sums[Math.floor(sums.length / 2)]}`);
  expect(sums.at(-1)).toBeLessThanOrEqual(60_000);
  expect(sums[Math.floor(sums.length / 2)]).toBeLessThanOrEqual(45_000);
});

/** A file of the browser part, and what it imports when it is loaded. */
function withImports(path: string): readonly string[] {
  const imports = readShipped(path).matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g);
  return [path, ...Array.from(imports, ([, name]) => `assets/${name}`).flatMap(withImports)];
}

const contractOf = (field: string): string => `openapi: 3.1.0
info: { title: API, version: "1", description: Words. }
paths: {}
components: { schemas: { Load: { type: object, properties: { ${field}: { type: string } } } } }
`;

test("the default version of the contract is searched, and each other version only in its own index", async () => {
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

const wordy = `# Home

## Payment terms

Pay within 30 days.

## Delete an invoice

It is gone.

## Network

Nothing here.

## Payment

Of 404 invoices.

## Of an invoice

Nobody gets it back.
`;

test("synonyms from the settings find each other, in any form, after exact matches", async () => {
  const site = await buildSite({
    "content/site.yaml": "search: { synonyms: [[cancel, delete], [payment terms, net], [refund, of an invoice]] }\n",
    "content/index.md": wordy,
    "content/other.md": "# Other\n\n## Net\n\nNet 30.",
  });
  const searcher = searcherOf(site.read);
  expect((await hrefsOf("canceling an invoice", searcher))[0]).toBe("/#delete-an-invoice");
  expect(await hrefsOf("net", searcher)).toEqual(["/other#net", "/#payment-terms", "/#network"]);
  expect(await hrefsOf("payment term", searcher)).toEqual(["/#payment-terms", "/other#net", "/#payment"]);
  expect((await hrefsOf("refunds", searcher))[0]).toBe("/#of-an-invoice");
  const { words, corrections } = await searcher.search("cancel", { near: [], most: 5 });
  expect([words, corrections]).toEqual([expect.arrayContaining(["cancel", "delete"]), new Map()]);
});

const lines = `# Home

## Limits

Words before the table that nobody asks for.

| You see | Look for |
|---|---|
| A refusal | A negative length |
| Nothing | A filter with a \`typo\` |

- A point about tolls.
- Another one.

:::steps
1. **Measure** it :keep[its \`length\`]
:::

::::check
It fits.

:::fails
Measure again.
:::
::::
`;

test("the text of a result comes whole and in lines, including the rows of tables", async () => {
  const searcher = searcherOf((await buildSite({ "content/index.md": lines })).read);
  const { hits } = await searcher.search("limits", { near: [], most: 1 });
  expect(hits[0]?.text.split("\n")).toEqual([
    "Words before the table that nobody asks for.",
    "A refusal · A negative length",
    "Nothing · A filter with a typo",
    "You see · Look for",
    "A point about tolls.",
    "Another one.",
    "Measure",
    "it",
    "you keep its length",
    "Check · It fits.",
    "If it fails · Measure again.",
  ]);
});

const transfers = `openapi: 3.1.0
info: { title: API, version: "1" }
paths:
  /me: { get: { operationId: current, summary: Current user, responses: { "200": { description: Ok. } } } }
  /transfers:
    get:
      operationId: transfers
      summary: List transfers
      parameters: [{ name: to, in: query, schema: { type: string } }]
      responses: { "200": { description: Ok. } }
components:
  schemas:
    Transfer: { type: object, properties: { at: { type: string }, amount: { type: integer }, from: { type: string } } }
`;

test("a query of only stop words finds matching names, and elsewhere stop words count only in exact names", async () => {
  const page =
    "# Home\n\n## The from parameter\n\nUse it.\n\n## What if it fails\n\nThe me and the to of a sentence.\n";
  const site = await buildSite({ "content/index.md": page, "openapi/api.yaml": transfers });
  const searcher = searcherOf(site.read);
  const found = async (query: string) => (await hrefsOf(query, searcher)).map((href) => href.replace(/^\/api\/#/, ""));
  expect((await found("from")).slice(0, 2).sort()).toEqual(["/#the-from-parameter", "schema-transfer.from"]);
  expect(await found("me")).toEqual(["tag-me", "get-me"]);
  expect((await found("to"))[0]).toBe("get-transfers");
  expect((await found("What if"))[0]).toBe("/#what-if-it-fails");
  expect(await found("get")).toEqual(expect.arrayContaining(["get-me", "get-transfers"]));
  expect(await found("the transfers")).toEqual(await found("transfers"));
  expect((await found("Transfer.from"))[0]).toBe("schema-transfer.from");
});

test("languages without spaces match inside a run of characters, and other scripts keep their accents", async () => {
  const texts = {
    "content/index.md": "# 概要\n\n## 認証システムの使い方\n\nはじめに鍵を作ります。次にAPIキーを送ります。\n",
    "content/zh.md": "# 支付\n\n## 如何创建支付订单\n\n请先登录。\n",
    "content/th.md": "# คู่มือ\n\n## วิธีการตั้งค่าระบบ\n\nข้อความ\n",
    "content/hi.md": "# हिन्दी\n\n## भुगतान की जानकारी\n\nपाठ\n",
  };
  const searcher = searcherOf((await buildSite({ "content/site.yaml": "language: ja\n", ...texts })).read);
  const first = async (query: string) => {
    const { hits, words } = await searcher.search(query, { near: [], most: 1 });
    const [hit] = hits;
    const text = `${hit?.title} ${hit?.text}`;
    return [decodeURIComponent(hit?.href ?? ""), foundIn(text, words).map(({ word }) => word)];
  };
  expect(await first("システム")).toEqual(["/#認証システムの使い方", ["システム"]]);
  expect(await first("鍵")).toEqual(["/#認証システムの使い方", ["鍵"]]);
  expect(await first("キー")).toEqual(["/#認証システムの使い方", ["キー"]]);
  expect(await first("方")).toEqual(["/#認証システムの使い方", ["方"]]);
  expect(await first("订单")).toEqual(["/zh#如何创建支付订单", ["订单"]]);
  expect(await first("ตั้งค่า")).toEqual(["/th#วิธีการตั้งค่าระบบ", ["ตั้งค่า"]]);
  expect(await first("जानकारी")).toEqual(["/hi#भुगतान-की-जानकारी", ["जानकारी"]]);
  expect((await searcher.search("電話番号", { near: [], most: 1 })).hits).toEqual([]);
  const { hits } = await searcher.search("システム設定", { near: [], most: 1 });
  expect(hits[0]?.title).toBe("認証システムの使い方");
});

test("a section headed by an image is found by the image's description", async () => {
  const files = {
    "content/index.md": "# A\n\n## ![Settlement](/flow.svg)\n\nText.\n",
    "content/static/flow.svg": "<svg/>",
  };
  const { read } = await buildSite(files);
  const { hits } = await searcherOf(read).search("settlement", { near: [], most: 1 });
  expect(hits).toMatchObject([{ title: "Settlement", href: "/#settlement" }]);
});

test("a schema's values are one line each in its result", async () => {
  const schemas = { Paint: { type: "string", description: "The paint of a trailer.", enum: ["RED", "BLUE"] } };
  const contract = { openapi: "3.1.0", info: { title: "API", version: "1" }, paths: {}, components: { schemas } };
  const site = await buildSite({ "content/index.md": "# Home", "openapi/api.json": JSON.stringify(contract) });
  const { hits } = await searcherOf(site.read).search("paint", { near: [], most: 1 });
  expect(hits[0]?.text).toBe("The paint of a trailer.\nRED.\nBLUE.");
});

test("a group of synonyms needs at least two strings", async () => {
  const site = await buildSite({
    "content/site.yaml": "search:\n  synonyms: [[alone], [forbidden, 401]]\n",
    "content/index.md": "# Home",
  });
  const positions = site.diagnostics.map(({ code, position }) => `${code} ${position?.line}:${position?.column}`);
  expect(positions).toEqual(["config/invalid 2:14", "config/invalid 2:35"]);
});

test("a page outside the navigation comes last, and is found by words that only it has", async () => {
  const searcher = searcherOf(readShipped);
  for (const query of ["pagination", "error codes", "cents", "text", "code"]) {
    const hrefs = await hrefsOf(query, searcher);
    const positions = hrefs.flatMap((href, index) => (href.startsWith("/markdown-page") ? [index] : []));
    expect(positions, query).toEqual(positions.map((_, index) => hrefs.length - positions.length + index));
  }
  expect((await hrefsOf("footnote", searcher))[0]).toMatch(/^\/markdown-page#/);
});

test("on the reference, operations come before guides", async () => {
  const searcher = searcherOf(readShipped);
  expect((await hrefsOf("attach documents", searcher))[0]).toMatch(/^\/(?:broker|carrier)-api#attach-documents$/);
  expect((await hrefsOf("find debtor", searcher, ["operation", "field"]))[0]).toBe("/api/#get-debtors");
});

test("words of the query and their variants are marked, but not longer words that begin with a short one", async () => {
  const { words } = await searcherOf(readShipped).search("create load", { near: [], most: 5 });
  expect(words).toContain("creat");
  expect(words.filter((word) => "address".startsWith(word))).toEqual([]);
});

test("an unknown word is replaced by the nearest known one, if any, and the result says so", async () => {
  const searcher = searcherOf(readShipped);
  expect((await searcher.search("laod", { near: [], most: 5 })).corrections).toEqual(new Map([["laod", ["load"]]]));
  expect((await searcher.search("418", { near: [], most: 5 })).corrections).toEqual(new Map([["418", []]]));
  const { hits, corrections } = await searcher.search("xyzzyx", { near: [], most: 5 });
  expect([hits, corrections]).toEqual([[], new Map([["xyzzyx", []]])]);
});

describe("operations whose titles don't say what they do", () => {
  const words = "The metadata of customers that were created, updated, listed or deleted.";
  const operation = (id: string): string =>
    `{ operationId: ${id}, description: ${words}, responses: { "200": { description: Ok. } } }`;
  const item = (path: string, ...methods: readonly string[]): string =>
    `  ${path}: { ${methods.map((method) => `${method}: ${operation(`${method}${path.replace(/\W+/g, "_")}`)}`).join(", ")} }`;
  const document = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: / }]
paths:
${["cards", "sources", "customer_sessions", "customer_updates", "bank_accounts"]
  .map(
    (name) =>
      `${item(`/v1/customers/{customer}/${name}`, "get", "post")}\n${item(`/v1/${name}`, "get", "post", "delete")}`,
  )
  .join("\n")}
${item("/v1/customers", "get", "post")}
${item("/v1/customers/{customer}", "get", "post", "delete")}
`;
  let searcher: Searcher;
  beforeAll(async () => {
    searcher = searcherOf((await buildSite({ "openapi/api.yaml": document })).read);
  });

  test.each([
    ["create customer", "POST /v1/customers"],
    ["create a customer", "POST /v1/customers"],
    ["add customer", "POST /v1/customers"],
    ["list customers", "GET /v1/customers"],
    ["get customer", "GET /v1/customers/{customer}"],
    ["update customer", "POST /v1/customers/{customer}"],
    ["delete customers", "DELETE /v1/customers/{customer}"],
    ["remove customer", "DELETE /v1/customers/{customer}"],
    ["create customer card", "POST /v1/customers/{customer}/cards"],
    ["create card", "POST /v1/cards"],
    ["POST /v1/customers", "POST /v1/customers"],
    ["post customers", "POST /v1/customers"],
  ])("“%s” finds first %s", async (query, trail) => {
    const { hits } = await searcher.search(query, { near: [], most: 20 });
    expect(hits[0]?.trail).toBe(trail);
  });
});
