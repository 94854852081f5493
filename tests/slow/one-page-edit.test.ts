import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { contentsOf } from "../support/edited-site.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/*
 * The shipped site, built again after a small edit: the tests count the changed files. What doesn't depend on the edit is
 * computed once: `build-memory` checks that the bytes are the same.
 */
const flags = { siteUrl: "https://docs.example.com" };
let before: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  before = contentsOf(await buildShippedSite(flags));
});

/** Paths of the files that differ once sources are edited. */
async function changedBy(files: readonly string[], edit: (text: string) => string): Promise<string[]> {
  const edited = new Map<string, string>();
  for (const file of files) {
    const text = await readFile(join(packageRoot, file), "utf8");
    expect(edit(text)).not.toBe(text);
    edited.set(file, edit(text));
  }
  const after = contentsOf(await buildShippedSite(flags, edited));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

test("a new sentence changes only its page, as HTML and Markdown, and the search if the page is listed", async () => {
  const files = ["content/carrier-api.md", "content/TAI/tai-pages.md"];
  const changed = await changedBy(files, (text) => `${text}\n\nOne more sentence.\n`);
  expect(changed.filter((path) => !isOfSearch(path))).toEqual([
    "TAI/tai-pages.md",
    "TAI/tai-pages/index.html",
    "carrier-api.md",
    "carrier-api/index.html",
    "llms-full.txt",
  ]);
  // The parts that hold the two new words, and the text they stand in, as they were and as they are, and the file that names them.
  expect(changed.filter(isOfSearch).length).toBeLessThanOrEqual(9);
});

function isOfSearch(path: string): boolean {
  return path === "search.json" || path.startsWith("assets/search/");
}

test("a new title changes the page and those that list it, but no script, style or reference", async () => {
  const files = await changedBy(["content/versioning.md"], (text) =>
    text.replace(/^title: .*$/m, "title: Another title"),
  );
  const texts = ["llms-full.txt", "llms.txt", "versioning.md"];
  expect(texts.filter((path) => !files.includes(path))).toEqual([]);
  const changed = files.filter((path) => !isOfSearch(path) && !texts.includes(path));
  expect(changed).toContain("versioning/index.html");
  expect(changed.every((path) => /^(index|[\w-]+(\/[\w-]+)?\/index)\.html$/.test(path))).toBe(true);
  expect(changed.filter((path) => /^(assets|api|TAI|internal-docs)\//.test(path))).toEqual([]);
});
