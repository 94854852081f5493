import GithubSlugger from "github-slugger";

import { toFileName } from "#shared/file-name.ts";
import { decodePercent } from "#shared/percent.ts";
import { markdownPathOf, toRoute } from "#shared/route.ts";

import type { SiteReader } from "./site-reader.ts";

/** A page in Markdown, or the part of it that an address names. */
export interface FoundPage {
  /** Below the site's base URL: `broker-api.md`. */
  readonly path: string;
  readonly text: string;
}

/**
 * The page of an address: as the site's links write it, whole or without its host, with or without an anchor, that of an
 * operation among them; or the path of its Markdown. Null when there is none.
 */
export async function findPage(site: SiteReader, address: string): Promise<FoundPage | null> {
  const { contracts, baseUrl } = await site.manifest();
  const [written = "", fragment = ""] = address.replace(/^[a-z]+:\/\/[^/]*/i, "").split("#", 2);
  const whole = decodePercent(written.replace(/\?.*/s, "")) ?? "";
  const path = whole.startsWith(baseUrl) ? whole.slice(baseUrl.length) : whole.replace(/^\/+/, "");
  const anchor = decodePercent(fragment) ?? "";
  const folder = contracts.find((contract) => contract.folder === path.replace(/\/+$/, ""))?.folder;
  const operation = folder === undefined || anchor === "" ? null : pathOfOperation(folder, anchor);
  for (const candidate of [operation, path.endsWith(".md") ? path : null, markdownPathOf(toRoute(path))]) {
    const text = candidate === null ? null : await site.text(candidate);
    if (candidate !== null && text !== null)
      return { path: candidate, text: candidate === operation ? text : (sectionOf(text, anchor) ?? text) };
  }
  return null;
}

/** Where the Markdown of an operation lies that is in the reference at a folder. */
export function pathOfOperation(folder: string, anchor: string): string {
  return `${folder}/${toFileName(anchor)}.md`.replace(/^\//, "");
}

/** What stands below the heading of an anchor, up to the next one that is not below it; null when none has that anchor. */
function sectionOf(text: string, anchor: string): string | null {
  if (anchor === "") return null;
  const slugger = new GithubSlugger();
  const headings = headingsIn(text).map((heading) => ({ ...heading, slug: slugger.slug(heading.title) }));
  const start = headings.findIndex(({ slug }) => slug === anchor);
  const found = headings[start];
  if (found === undefined) return null;
  const next = headings.slice(start + 1).find(({ level }) => level <= found.level);
  return text.slice(found.offset, next?.offset).trim();
}

/** The headings of a page below its title, those in blocks of code left out. */
function headingsIn(text: string) {
  const headings: { readonly level: number; readonly title: string; readonly offset: number }[] = [];
  let fence = "";
  let offset = 0;
  for (const line of text.split("\n")) {
    const [, ticks = ""] = /^\s*(`{3,})/.exec(line) ?? [];
    if (fence === "") fence = ticks;
    else if (ticks.length >= fence.length) fence = "";
    const [, marks = "", title = ""] = fence === "" ? (/^(#{2,6}) (.*)$/.exec(line) ?? []) : [];
    if (marks !== "") headings.push({ level: marks.length, title: plain(title), offset });
    offset += line.length + 1;
  }
  return headings;
}

/** The words of a heading, without what Markdown makes of them. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\\([!-/:-@[-`{-~])|[`*]/g, "$1");
}
