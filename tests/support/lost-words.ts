import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Element, ElementContent, Root, RootContent } from "hast";
import { toString } from "hast-util-to-string";
import type { Root as MarkdownRoot } from "mdast";
import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

import { highlightCode } from "#content/highlight/highlight-code.ts";
import { eachElement, eachNode, parsePage } from "#content/markdown/markdown.ts";
import { parseDocument } from "#content/parse-document.ts";
import { parseText } from "#content/parse-prose.ts";
import { packageRoot } from "#package.ts";
import { parseFrontMatter, splitFrontMatter } from "#settings/parse-front-matter.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import type { Markup } from "#shared/document.ts";
import { escapeHtml, isHtmlElement } from "#shared/html.ts";
import { titleMark } from "#shared/view.ts";

interface Decision {
  readonly reason: string;
  readonly covers: (fact: TextFact) => boolean;
}

/** Where docs-build publishes something differently from the libraries, and why. */
const decisions: readonly Decision[] = [
  {
    reason: "a cell is aligned by a class: the attribute is obsolete, and the policy allows no style",
    covers: ({ kind, value }) => kind === "attribute" && /^t[hd] align=(?:left|center|right)$/.test(value),
  },
  {
    reason: "GitHub's mark of an admonition names its kind, which is published as its title",
    covers: ({ kind, value }) =>
      kind === "word" && /^\[!(?:note|tip|info|important|warning|danger|caution)\]$/i.test(value),
  },
  {
    reason: "the finding of a picture or film that is left out covers its sources",
    covers: ({ kind, value }) =>
      (kind === "attribute" && /^(?:source|track) /.test(value)) ||
      (kind === "tag" && /^(?:source|track)$/.test(value)),
  },
  {
    reason: "a written id after a heading is published as its id",
    covers: ({ kind, value }) => kind === "word" && /^\{#[^\s{}]+\}$/.test(value),
  },
];

/** The facts of a page's Markdown that are neither published nor covered by a finding at their line. */
export function lossesOfPage(text: string): readonly TextFact[] {
  const source = { file: "content/index.md", text };
  const own = { directives: [], islands: [] };
  const context = { parts: new Map(), contracts: [], support: null, frames: [], directives: [], own };
  const tools = { parsePage, highlight: highlightCode, loaded: new Map() };
  const { value: front, diagnostics: found } = parseFrontMatter(source);
  const { value, diagnostics } = parseDocument({ ...source, frontMatter: front.frontMatter }, context, tools);
  const html = htmlOfMarkup(value.body);
  const title = html.includes(`<!--${titleMark}-->`) ? "" : `<h1>${escapeHtml(value.title)}</h1>`;
  return unreported(splitFrontMatter(text).body, title + html, [...found, ...diagnostics]);
}

/** The same for a text of a contract. */
export function lossesOfText(text: string): readonly TextFact[] {
  const written = text.trim();
  const { value, diagnostics } = parseText(written);
  return unreported(written, htmlOfMarkup(value.markup), diagnostics);
}

function unreported(markdown: string, html: string, diagnostics: readonly Diagnostic[]): readonly TextFact[] {
  const lines = diagnostics.map(({ position }) => position?.line ?? 0);
  const isReported = (fact: TextFact): boolean => lines.some((line) => line >= fact.from && line <= fact.to);
  const facts = factsOfMarkdown(markdown).filter((fact) => !isReported(fact));
  return missingFacts(facts, factsOfHtml(html)).filter((fact) => !decisions.some(({ covers }) => covers(fact)));
}

/** The Markdown of the npm packages here. */
export function markdownOfPackages(): readonly { readonly name: string; readonly text: string }[] {
  const folder = join(packageRoot, "node_modules");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.md$/i.test(name) && !/licen[cs]e|notice/i.test(name),
  );
  return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** A fact that a text states, and its lines. */
interface TextFact {
  readonly kind: "word" | "link" | "code" | "list" | "attribute" | "syntax" | "tag";
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

const bare = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: "", footnoteLabelTagName: "h2" })
  .use(rehypeRaw)
  .freeze();
const html = unified().use(rehypeRaw).freeze();

/** The facts of Markdown by the libraries alone: nothing is sanitized, and there are no directives. */
function factsOfMarkdown(text: string): readonly TextFact[] {
  const tree = bare.parse(text);
  return [...tagsOf(tree), ...factsOf(bare.runSync(tree))];
}

/** The elements that raw HTML begins. Browsers drop some, and change others. */
function tagsOf(tree: MarkdownRoot): readonly TextFact[] {
  const facts: TextFact[] = [];
  eachNode(tree, (node) => {
    if (node.type !== "html") return;
    const lines = { from: node.position?.start.line ?? 0, to: node.position?.end.line ?? 0 };
    for (const [, value = ""] of node.value.matchAll(/<!--[^]*?-->|<([a-z][\w-]*)/gi))
      if (isHtmlElement(value)) facts.push({ kind: "tag", value: value.toLowerCase(), ...lines });
  });
  return facts;
}

/** The facts of published HTML. */
function factsOfHtml(text: string): readonly TextFact[] {
  // Other tools' syntax is reported instead of published.
  const tree = html.runSync({ type: "root", children: [{ type: "raw", value: text }] });
  const tags: TextFact[] = [];
  eachElement(tree, ({ tagName }) => void tags.push({ kind: "tag", value: tagName, from: 0, to: 0 }));
  return [...tags, ...factsOf(tree).filter(({ kind }) => kind !== "syntax")];
}

/** Markup as HTML, with its addresses as written. */
function htmlOfMarkup(markup: Markup): string {
  const pieces = markup.map((piece) => {
    if (typeof piece === "string") return piece;
    const { target, before, after, content } = piece;
    if (target.kind === "contract") return `${before}${after}>${htmlOfMarkup(content)}</a>`;
    const name = target.kind === "link" ? "href" : "src";
    const address = target.address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const end = target.kind === "link" ? `${htmlOfMarkup(content)}</a>` : "";
    return `${before} ${name}="${address}"${after}>${end}`;
  });
  return pieces.join("");
}

/** The facts of `written` that are missing from `published`, each as often as it's missing. */
function missingFacts(written: readonly TextFact[], published: readonly TextFact[]): readonly TextFact[] {
  const counts = new Map<string, number>();
  for (const fact of published) counts.set(keyOf(fact), (counts.get(keyOf(fact)) ?? 0) + 1);
  return written.filter((fact) => {
    const left = counts.get(keyOf(fact)) ?? 0;
    counts.set(keyOf(fact), left - 1);
    return left <= 0;
  });
}

function keyOf({ kind, value }: TextFact): string {
  return `${kind} ${value}`;
}

const block =
  /^(?:address|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
/** Elements around the content, whose words aren't the author's. */
const frame = /^(?:button|script|style|template|noscript|svg|input)$/;

function factsOf(tree: Root): readonly TextFact[] {
  const facts: TextFact[] = [];
  let line: { words: string; from: number; to: number } = { words: "", from: 0, to: 0 };
  const flush = (): void => {
    const { words, ...lines } = line;
    for (const value of words.split(/\s+/)) if (value !== "") facts.push({ kind: "word", value, ...lines });
    const [syntax] = foreign.exec(words.trim()) ?? [];
    if (syntax !== undefined) facts.push({ kind: "syntax", value: syntax, ...lines });
    line = { words: "", from: 0, to: 0 };
  };
  const visit = (node: RootContent): void => {
    const { start, end } = node.position ?? {};
    if (node.type === "text") {
      const from = line.words === "" ? (start?.line ?? 0) : line.from;
      line = { words: line.words + node.value, from, to: Math.max(line.to, end?.line ?? 0) };
    }
    if (node.type !== "element" || frame.test(node.tagName) || isAnchor(node)) return;
    const isBlock = block.test(node.tagName);
    if (isBlock) flush();
    const lines = { from: start?.line ?? 0, to: end?.line ?? start?.line ?? 0 };
    facts.push(...ownFacts(node).map((fact) => ({ ...fact, ...lines })));
    node.children.forEach(visit);
    if (isBlock) flush();
  };
  tree.children.forEach(visit);
  flush();
  return facts;
}

/** Markdown syntax of other tools, which these libraries print as text. */
const foreign = /^(?:!!! \w+|\{%.*?%\}|\{\{[<%].*?[>%]\}\}|\[TOC\]|\+\+\+$|(?:#{1,6}|[-*+]|\d+\.)[\u00a0\u3000])/;

function isAnchor({ properties }: Element): boolean {
  return Array.isArray(properties["className"]) && properties["className"].includes("anchor");
}

function ownFacts(node: Element): readonly Pick<TextFact, "kind" | "value">[] {
  const { tagName, properties } = node;
  const facts: Pick<TextFact, "kind" | "value">[] = Object.entries(properties)
    .filter(([name]) => name !== "className" && name !== "href" && name !== "src")
    .map(([name, value]) => ({ kind: "attribute", value: `${tagName} ${name}=${String(value)}` }));
  if (tagName === "a" && typeof properties["href"] === "string")
    facts.push({ kind: "link", value: `${wordsOf(node)} -> ${properties["href"]}` });
  if (tagName === "code") facts.push({ kind: "code", value: toString(node).trim() });
  if (tagName === "ol") facts.push({ kind: "list", value: numbersOf(node) });
  return facts;
}

function wordsOf(node: Element): string {
  return toString(node).replaceAll(/\s+/g, " ").trim();
}

function numbersOf({ properties, children }: Element): string {
  const items = children.filter((child: ElementContent) => child.type === "element" && child.tagName === "li");
  return `${String(properties["type"] ?? 1)} from ${String(properties["start"] ?? 1)}: ${items.length} items`;
}
