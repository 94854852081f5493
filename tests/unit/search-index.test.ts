import { gzipSync } from "node:zlib";

import { beforeAll, expect, test } from "vitest";

import { type IndexedTerm, searchFilePath, type SearchRecord } from "#shared/search/search-index.ts";
import { Searcher } from "#shared/search/searcher.ts";
import { indexRecords, type IndexWithFiles } from "#site/search/index-records.ts";

/** Sections of 1,000 pages, with words as frequent as in a natural language. */
function sectionsOf(pages: number): readonly SearchRecord[] {
  return Array.from({ length: pages * 5 }, (_, position): SearchRecord => {
    const words = Array.from(
      { length: 50 },
      (_word, n) => `${"bcdfgklmnprstvw"[(position * n) % 15]}opic${(position * 7919 + n * n * 31) % 6000}`,
    );
    const page = Math.floor(position / 5);
    return {
      kind: "guide",
      title: `Part ${position % 5} of page ${page}`,
      trail: `Page ${page}`,
      names: "",
      text: `Every load. ${words.join(" ")}`,
      href: `/page-${page}#part-${position % 5}`,
    };
  });
}

let large: IndexWithFiles = { index: { root: "", ends: [], terms: [], records: [] }, files: [] };
beforeAll(() => {
  large = indexRecords("", sectionsOf(1_000));
});

function searcherOf({ index, files }: IndexWithFiles, fetched: Set<string>): Searcher {
  const load = async (name: string) => {
    fetched.add(name);
    return JSON.parse(String(files.find(({ path }) => path === searchFilePath(name))?.content));
  };
  return new Searcher(index, { terms: load, records: load }, []);
}

function sizeOf({ files }: IndexWithFiles, names: Iterable<string>): number {
  const paths = new Set(Array.from(names, searchFilePath));
  return files.filter(({ path }) => paths.has(path)).reduce((sum, { content }) => sum + gzipSync(content).length, 0);
}

test.each(["page 123", "every load", "laod", "topci47", "part 3 of page 917", "p"])(
  "on 1,000 pages the query “%s” fetches at most 200 kB, gzipped",
  async (query) => {
    const fetched = new Set<string>();
    await searcherOf(large, fetched).search(query, { near: [], most: 20 });
    const manifest = gzipSync(JSON.stringify(large.index)).length;
    expect(manifest + sizeOf(large, fetched)).toBeLessThanOrEqual(200_000);
  },
);

test("a word that only one of 1,000 pages has is found", async () => {
  const { hits } = await searcherOf(large, new Set()).search("page 123", { near: [], most: 5 });
  expect(hits.map(({ href }) => href.replace(/#.*/, ""))).toEqual(Array(5).fill("/page-123"));
});

test("the parts of the index don't grow with the site", () => {
  const largest = ({ files }: IndexWithFiles): number => Math.max(...files.map(({ content }) => content.length));
  expect(largest(large)).toBeLessThanOrEqual(Math.max(40_000, largest(indexRecords("", sectionsOf(100)))));
});

test("a term in thousands of records lists those where it weighs most, then the first ones", () => {
  const records = Array.from({ length: 9_000 }, (_, position): SearchRecord => {
    const text = position % 20 === 19 ? "load" : `load${" among many other words that say nothing of it".repeat(10)}`;
    return { kind: "guide", title: "", trail: "", names: "", text, href: "" };
  });
  const { index, files } = indexRecords("", records);
  const [, name = ""] = index.terms.findLast(([first]) => first <= "load") ?? [];
  const terms: readonly IndexedTerm[] = JSON.parse(
    String(files.find(({ path }) => path === searchFilePath(name))?.content),
  );
  const [, ...fields] = terms.find(([term]) => term === "load") ?? expect.fail("no term");
  const recordSteps = fields.map(([, ...steps]) => steps.filter((_, position) => position % 2 === 0));
  let record = 0;
  const numbers = recordSteps.flat().map((step) => (record += step));
  const [heavy, first] = [numbers.filter((number) => number % 20 === 19), numbers.filter((number) => number % 20 < 19)];
  expect(heavy).toHaveLength(450);
  expect(first).toEqual(
    Array.from({ length: 9_000 }, (_, position) => position)
      .filter((position) => position % 20 < 19)
      .slice(0, 550),
  );
});
