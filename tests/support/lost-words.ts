import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { highlightCode } from "#content/highlight/highlight-code.ts";
import { parsePage } from "#content/markdown/markdown.ts";
import { parseDocument } from "#content/parse-document.ts";
import { parseText } from "#content/parse-prose.ts";
import { packageRoot } from "#package.ts";
import { parseFrontMatter, splitFrontMatter } from "#settings/parse-front-matter.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { escapeHtml } from "#shared/html.ts";
import { titlePlace } from "#shared/view.ts";

import { factsOfHtml, factsOfMarkdown, htmlOfMarkup, missingFacts, type TextFact } from "./text-facts.ts";

interface Decision {
  readonly reason: string;
  readonly covers: (fact: TextFact) => boolean;
}

/** What is published in another way than the libraries would, and why. */
export const decisions: readonly Decision[] = [
  {
    reason: "a cell is aligned by a class: the attribute is obsolete, and the policy allows no style",
    covers: ({ kind, value }) => kind === "attribute" && /^t[hd] align=(?:left|center|right)$/.test(value),
  },
  {
    reason: "GitHub's mark of an admonition is its kind, which is printed as its title",
    covers: ({ kind, value }) =>
      kind === "word" && /^\[!(?:note|tip|info|important|warning|danger|caution)\]$/i.test(value),
  },
  {
    reason: "an anchor of one's own stands behind a heading and is its id",
    covers: ({ kind, value }) => kind === "word" && /^\{#[^\s{}]+\}$/.test(value),
  },
];

/** What a page says by its Markdown, isn't published, and no finding tells at its line. */
export function lossesOfPage(text: string): readonly TextFact[] {
  const source = { file: "content/index.md", text };
  const own = { directives: [], islands: [] };
  const around = { parts: new Map(), contracts: [], support: null, frames: [], directives: [], own };
  const tools = { parsePage, highlight: highlightCode, loaded: new Map() };
  const { value: front, diagnostics: found } = parseFrontMatter(source);
  const { value, diagnostics } = parseDocument({ ...source, frontMatter: front.frontMatter }, around, tools);
  const html = htmlOfMarkup(value.body);
  const title = html.includes(`<!--${titlePlace}-->`) ? "" : `<h1>${escapeHtml(value.title)}</h1>`;
  return untold(splitFrontMatter(text).body, title + html, [...found, ...diagnostics]);
}

/** The same of a text of a contract. */
export function lossesOfText(text: string): readonly TextFact[] {
  const written = text.trim();
  const { value, diagnostics } = parseText(written);
  return untold(written, htmlOfMarkup(value.markup), diagnostics);
}

function untold(markdown: string, html: string, diagnostics: readonly Diagnostic[]): readonly TextFact[] {
  const lines = diagnostics.map(({ position }) => position?.line ?? 0);
  return missingFacts(factsOfMarkdown(markdown), factsOfHtml(html)).filter(
    (fact) =>
      !lines.some((line) => line >= fact.from && line <= fact.to) && !decisions.some(({ covers }) => covers(fact)),
  );
}

/** The Markdown of the npm packages here. */
export function markdownOfPackages(): readonly { readonly name: string; readonly text: string }[] {
  const folder = join(packageRoot, "node_modules");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.md$/i.test(name) && !/licen[cs]e|notice/i.test(name),
  );
  return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}
