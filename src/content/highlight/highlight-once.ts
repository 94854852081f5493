import { escapeHtml, type Html, toHtml } from "#shared/html.ts";

import { type Highlight, highlightCode } from "./highlight-code.ts";

/** A site shows a few hundred pieces of code, and a writer adds new ones all day. */
const maxKept = 5_000;

/** In characters. Pages seldom share longer code, which takes much memory. */
const longestKept = 2_000;

const done = new Map<string, Html>();

/** Highlights the same code once for all sites of a process: two in five pieces occur on several pages. */
export const highlightOnce: Highlight = (code, language, marked = new Set()) => {
  if (code.length > longestKept) return highlightCode(code, language, marked);
  const key = `${language}\n${[...marked].join()}\n${code}`;
  const html = done.get(key) ?? highlightCode(code, language, marked);
  if (done.size === maxKept) done.clear();
  done.set(key, html);
  return html;
};

/** Highlights code of a request. `path` is the path that one of our writers has put into it. */
export type HighlightSample = (code: string, language: string, path?: string) => Html;

/** No contract has this path. */
const anyPath = "/path-of-the-request";

/**
 * Highlights samples that differ only in their path once, because a path is percent-encoded within a string and decides no
 * color. Of a contract with 1,000 operations most samples are alike otherwise.
 */
export const highlightSample: HighlightSample = (code, language, path = "") => {
  const isApart = /^\/[^/]/.test(path) && code.includes(path) && !code.includes(anyPath);
  if (!isApart) return highlightOnce(code, language);
  const html = highlightOnce(code.replace(path, anyPath), language);
  return toHtml(html.replace(anyPath, () => escapeHtml(path)));
};
