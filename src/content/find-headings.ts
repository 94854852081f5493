import GithubSlugger from "github-slugger";
import { toString } from "mdast-util-to-string";

import { splitFrontMatter } from "#settings/parse-front-matter.ts";
import { shellIds } from "#shared/view.ts";

import { eachNode, parseMarkdown } from "./markdown/markdown.ts";

/** The lines of a page's own headings by their anchors, counted from 1; what it includes has none. */
export function findHeadings(text: string): ReadonlyMap<string, number> {
  const slugger = new GithubSlugger();
  for (const id of shellIds) slugger.slug(id);
  const lines = new Map<string, number>();
  eachNode(parseMarkdown(splitFrontMatter(text).body), (node) => {
    if (node.type !== "heading") return;
    const title = toString(node);
    const [, own] = /\{#([^\s{}]+)\}\s*$/.exec(title) ?? [];
    lines.set(own ?? slugger.slug(title), node.position?.start.line ?? 1);
  });
  return lines;
}
