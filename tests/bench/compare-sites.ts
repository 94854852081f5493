import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { DomUtils, parseDocument } from "htmlparser2";

import { searchQueries } from "../fixtures/search-queries.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { comparedSites } from "./compared-sites.ts";

/*
 * What a change does to published sites: builds the 60 of compared-sites.ts with another checkout and with this one, and
 * says of each file whether it's the same, the same but for hashes, or the same in what a reader gets (words, links, ids).
 * Prints each remaining difference with its first position; if there is one, it exits with 1. Run:
 *
 *   npm run compile && BEFORE=<folder of a compiled checkout> node tests/bench/run.mjs compare-sites
 *
 * ONLY=word compares only the sites whose name contains the word.
 */
const before = resolve(process.env["BEFORE"] ?? ".");
const only = process.env["ONLY"] ?? "";

interface Published {
  readonly report: string;
  /** Files by their path without hashes. */
  readonly files: ReadonlyMap<string, Buffer>;
}

type Likeness = "same" | "same but for hashes" | "same words, links and ids" | "different";

let differences = 0;
const sites = (await comparedSites()).filter(({ name }) => name.includes(only));
for (const { name, write } of sites) {
  await using folder = await temporaryFolder();
  await write(folder.path);
  const sides = [await publish(folder.path, before), await publish(folder.path, resolve("."))] as const;
  compare(name, ...sides);
  if (name === "this site") await compareHits(folder.path);
}
console.log(`${sites.length} sites, ${differences} differences`);
process.exitCode = differences === 0 ? 0 : 1;

async function publish(root: string, checkout: string): Promise<Published> {
  await using out = await temporaryFolder();
  const args = ["--root", root, "--out", join(out.path, "dist"), "--no-cache", "--all", "--report", "json"];
  const { code, stdout } = await runCommand(process.execPath, [join(checkout, "bin/docs-build.js"), ...args], {
    cwd: root,
  });
  const { diagnostics }: { diagnostics: unknown } = JSON.parse(stdout);
  return { report: JSON.stringify({ code, diagnostics }, null, 1), files: await readFiles(join(out.path, "dist")) };
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [withoutHashes(path.slice(folder.length + 1)), await readFile(path)] as const,
  );
  return new Map((await Promise.all(files)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function compare(name: string, first: Published, second: Published): void {
  const counts = new Map<Likeness, number>();
  if (first.report !== second.report) say(name, "findings", ...firstDifference(first.report, second.report));
  for (const path of new Set([...first.files.keys(), ...second.files.keys()])) {
    const [a, b] = [first.files.get(path), second.files.get(path)];
    if (a === undefined || b === undefined) {
      if (!path.startsWith("assets/chunk-")) say(name, path, a === undefined ? "is new" : "is gone");
      continue;
    }
    const likeness = likenessOf(path, a, b);
    counts.set(likeness, (counts.get(likeness) ?? 0) + 1);
    if (likeness === "different" && isCompared(path)) say(name, path, ...firstDifference(...readable(path, a, b)));
  }
  console.log(`${name}: ${Array.from(counts, ([kind, count]) => `${count} ${kind}`).join(", ")}`);
}

/** The package's own code is compared by what it does, in the tests; and the list of hashes follows from the files. */
function isCompared(path: string): boolean {
  return path !== "docs-build.json" && !/^assets\/[^/]+\.(?:js|css)$/.test(path);
}

/** The first ten hits of each query that the tests know, as an assistant gets them: the order is the browser's. */
async function compareHits(root: string): Promise<void> {
  const [first, second] = [await findHits(root, before), await findHits(root, resolve("."))];
  for (const [query, hits] of first) {
    const now = second.get(query);
    if (hits !== now) say(`search for "${query}"`, `before: ${hits}`, `now:    ${now}`);
  }
}

async function findHits(root: string, checkout: string): Promise<ReadonlyMap<string, string>> {
  const client = new Client({ name: "comparison", version: "1" });
  const args = [join(checkout, "bin/docs-build.js"), "mcp", "--root", root, "--no-cache"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const hits = new Map<string, string>();
  for (const [query] of searchQueries) {
    const { content } = await client.callTool({ name: "search", arguments: { query } });
    const text = JSON.stringify(content);
    hits.set(
      query,
      Array.from(text.matchAll(/address[\\]*":[\\]*"([^"\\]*)/g), ([, address]) => address)
        .slice(0, 10)
        .join(" "),
    );
  }
  await client.close();
  return hits;
}

function say(...words: readonly string[]): void {
  differences++;
  console.log(`  ${words.join("\n    ")}`);
}

function likenessOf(path: string, first: Buffer, second: Buffer): Likeness {
  if (first.equals(second)) return "same";
  if (withoutHashes(first.toString()) === withoutHashes(second.toString())) return "same but for hashes";
  const [a, b] = readable(path, first, second);
  return /\.(?:html|md|txt)$/.test(path) && a === b ? "same words, links and ids" : "different";
}

function withoutHashes(text: string): string {
  return text
    .replaceAll(/-[A-Z0-9]{8}(?=\.(?:js|css)\b)/g, "-HASH")
    .replaceAll(/-[0-9a-f]{8}(?=\.[a-z])/g, "-hash")
    .replaceAll(/sha256-[\w+/=]{44}/g, "sha256-HASH")
    .replaceAll(/chunk-HASH\.js/g, "chunk.js");
}

/** What a reader gets from two files, one item per line. */
function readable(path: string, first: Buffer, second: Buffer): readonly [string, string] {
  const read = (bytes: Buffer): string => {
    const text = withoutHashes(bytes.toString());
    return path.endsWith(".html") ? wordsLinksAndIds(text) : text.replaceAll(/\s+/g, "\n");
  };
  return [read(first), read(second)];
}

function wordsLinksAndIds(html: string): string {
  const document = parseDocument(html);
  const elements = DomUtils.findAll(() => true, document.children);
  const marks = elements.flatMap(({ attribs }) =>
    ["id", "href", "src", "alt", "title"].flatMap((key) => (key in attribs ? `${key} ${attribs[key]}` : [])),
  );
  return [...DomUtils.innerText(document).trim().split(/\s+/), ...marks].join("\n");
}

function firstDifference(first: string, second: string): readonly string[] {
  const [a, b] = [first.split("\n"), second.split("\n")];
  const at = a.findIndex((line, index) => line !== b[index]);
  const from = Math.max(0, (at < 0 ? Math.min(a.length, b.length) : at) - 3);
  const excerpt = (lines: readonly string[]): string =>
    lines
      .slice(from, from + 12)
      .join(" ")
      .slice(0, 300);
  return [`before: ${excerpt(a)}`, `now:    ${excerpt(b)}`];
}
