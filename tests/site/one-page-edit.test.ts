import { beforeAll, expect, test } from "vitest";

import { buildSite } from "#build.ts";
import { packageRoot } from "#package.ts";
import { type FileBytes, readFolder } from "#read/read-folder.ts";
import { toSources } from "#read/to-sources.ts";

import { collectFiles } from "../support/build-site.ts";

/* The shipped site, built again after a small edit: how many files change is the measure. */
let sources: FileBytes = new Map();
let before: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  sources = (await readFolder(packageRoot.replace(/\/$/, ""))).value;
  before = await build(sources);
}, 60_000);

async function build(files: FileBytes): Promise<ReadonlyMap<string, string>> {
  const options = { root: packageRoot, flags: { siteUrl: "https://x.example" }, strict: false };
  const result = await collectFiles(async (emit) => buildSite(toSources(files), { ...options, emit }));
  return new Map(result.files.map(({ path, content }) => [path, Buffer.from(content).toString("latin1")]));
}

/** Paths of the files that differ once a source is edited. */
async function changedBy(file: string, edit: (text: string) => string): Promise<string[]> {
  const text = Buffer.from(sources.get(file) ?? new Uint8Array()).toString();
  const edited = edit(text);
  expect(edited).not.toBe(text);
  const after = await build(new Map(sources).set(file, new TextEncoder().encode(edited)));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

test("a sentence more on one page changes one file", async () => {
  expect(await changedBy("content/carrier-api.md", (text) => `${text}\n\nOne more sentence.\n`)).toEqual([
    "carrier-api/index.html",
  ]);
}, 60_000);

test("a sentence more on an unlisted page changes one file", async () => {
  expect(await changedBy("content/TAI/tai-pages.md", (text) => `${text}\n\nOne more sentence.\n`)).toEqual([
    "TAI/tai-pages/index.html",
  ]);
}, 60_000);

test("another title changes the page and those that list it, and no script, style or reference", async () => {
  const changed = await changedBy("content/versioning.md", (text) =>
    text.replace(/^title: .*$/m, "title: Another title"),
  );
  expect(changed).toContain("versioning/index.html");
  expect(changed.every((path) => /^(index|[\w-]+(\/[\w-]+)?\/index)\.html$/.test(path))).toBe(true);
  expect(changed.filter((path) => /^(assets|api|TAI|internal-docs)\//.test(path))).toEqual([]);
}, 60_000);
