import { z } from "zod";

import { version } from "#package.ts";
import { readAnchorFile } from "#shared/contract/foreign-anchors.ts";
import { serverKinds } from "#shared/contract/server.ts";
import type { JsonObject } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { searchFilePath, type SearchIndex } from "#shared/search/search-index.ts";
import { type IndexFiles, Searcher } from "#shared/search/searcher.ts";
import { type ListedPage, manifestPath } from "#shared/site-manifest.ts";

import { McpFault } from "./site-files.ts";

/*
 * Parses the files that docs-build writes beside a site's pages: `site.json`, `search.json` and `llms.txt`. A file in
 * another format is an `McpFault`.
 */

/** Any data: another file of the same build needs no more than not to be a page. */
const data = <T extends object>() => z.custom<T>((value) => typeof value === "object" && value !== null);

const publishedPath = z.string().regex(/^(?!.*\.\.)[^?#\\]*$/);

const document = z.object({
  api: z.string(),
  id: z.string(),
  folder: publishedPath,
  document: publishedPath,
  servers: z.array(z.object({ name: z.string(), url: z.string(), kind: z.enum(serverKinds) })),
  /** `SiteReader` parses this value. */
  sandbox: data<JsonObject>(),
});

const siteManifest = z.object({
  title: z.string(),
  description: z.string(),
  baseUrl: z.string().regex(/^\/(?:.*\/)?$/),
  contracts: z.array(document),
  authentication: z.object({ header: z.string().nullable(), variable: z.string() }),
});

/** The part of `site.json` that programs need. */
export type ReadManifest = z.infer<typeof siteManifest>;
export type ReadDocument = z.infer<typeof document>;

export function parseManifest(text: string): ReadManifest {
  return parsePublished(manifestPath, text, siteManifest);
}

const anchorFile = z.object({
  pages: z.array(z.string()),
  operations: z.array(z.tuple([z.string(), z.int(), z.string(), z.string(), z.string()])),
  tags: z.array(z.tuple([z.string(), z.int(), z.string()])),
  schemas: z.array(z.tuple([z.string(), z.int(), z.string()])),
  sections: z.array(z.tuple([z.string(), z.int(), z.string()])).default([]),
  anchors: z.array(z.tuple([z.string(), z.int()])),
});

/** The addresses of a reference's pages by anchor, from its `anchors.json`. */
export function parseAnchors(text: string): ReadonlyMap<string, string> {
  return readAnchorFile(parsePublished("anchors.json", text, anchorFile)).hrefByAnchor;
}

const searchManifest = z.object({
  indexes: z.array(
    z.object({
      root: z.string(),
      ends: z.array(z.number()),
      terms: z.array(z.tuple([z.string(), z.string()])),
      records: z.array(z.string()),
    }),
  ),
  synonyms: z.array(z.array(z.string())),
});

interface SearchOfContract extends Pick<SearchIndex, "root"> {
  readonly searcher: Searcher;
}

/** Creates the searches of a `search.json`. `read` loads a part by its path. */
export function readSearch(text: string, read: (path: string) => Promise<string>): readonly SearchOfContract[] {
  const { indexes, synonyms } = parsePublished("search.json", text, searchManifest);
  const load = async <T extends object>(name: string): Promise<T> => {
    const path = searchFilePath(name);
    return parsePublished(path, await read(path), data<T>());
  };
  const files: IndexFiles = { terms: load, records: load };
  return indexes.map((entry) => ({ root: entry.root, searcher: new Searcher(entry, files, synonyms) }));
}

/** The pages in an `llms.txt`, in order, without the files that repeat their texts. */
export function parsePageList(text: string): readonly ListedPage[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    const [, title, address, description = ""] = /^- \[((?:\\.|[^\\\]])+)\]\(([^)\s]+)\)(?:: (.*))?$/.exec(line) ?? [];
    if (title === undefined || address === undefined || address.endsWith(".txt")) return [];
    return [{ title: unescape(title), description: unescape(description), address, section: unescape(section) }];
  });
}

function unescape(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

function parsePublished<T>(name: string, text: string, schema: z.ZodType<T>): T {
  const { value, faults } = parseJson(text);
  // Many hosts answer every request with a page.
  const parsed = schema.safeParse(faults.length === 0 ? value : null);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join(".") ?? "";
  const fault = path === "" ? "it is something else altogether" : `\`${path}\` is missing or something else`;
  throw new McpFault(
    `The site's ${name} is of another version of docs-build than this one, ${version}, or not of docs-build at all: ${fault}. ` +
      "Start the version that the site was published with, or publish the site again with this one.",
  );
}
