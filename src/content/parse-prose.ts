import GithubSlugger from "github-slugger";
import type { Root } from "hast";
import { toString } from "hast-util-to-string";
import type { Html, Link, Root as MarkdownRoot } from "mdast";

import { MarkdownBudget } from "#read/markdown-budget.ts";
import { withinTime } from "#read/within-time.ts";
import { diagnose, type Outcome, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { type Markup, type Prose, sectionPrefix } from "#shared/document.ts";

import type { Highlight } from "./highlight/highlight-code.ts";
import { unusedDefinitions } from "./find-mistakes.ts";
import { finishMarkup } from "./finish-markup.ts";
import { addAlerts } from "./components/admonition.ts";
import { blocksAsWritten, writeMarkdown } from "./markdown/write-markdown.ts";
import { eachElement, eachNode, limitFault, parseMarkdown, toHast } from "./markdown/markdown.ts";
import { escapeText } from "./markdown/markdown-forms.ts";
import { Placeholders } from "./markdown/placeholder.ts";
import { SourceLines } from "./markdown/source-lines.ts";
import { writeMarkup } from "./markdown/write-markup.ts";
import { cleanRaw, keepHtmlLinks, keepWords } from "./sanitize.ts";

/** In milliseconds. */
const timeLimit = 10_000;
/** Shorter texts never come near the limit, and watching the clock costs more than parsing them. */
const harmlessLength = 1_000;
/** A text beyond a limit shows this many characters as they are. */
const shownLength = 1000;

const fence = /^[ \t>]*(?:`{3}|~{3})/m;

interface TextTools {
  /** Headings of the API's description get anchors. */
  readonly isDescription?: boolean;
  /** Null for a text without code. */
  readonly highlight?: Highlight | null;
}

/** Parses a text of a contract as a file of its own, since an edit above it only moves it. */
export function parseText(text: string, { isDescription = false, highlight = null }: TextTools = {}): Outcome<Prose> {
  return parse(text.trim(), highlight, isDescription ? nameSections : (tree) => tree);
}

export function hasCode(text: string): boolean {
  return fence.test(text);
}

/** Moves a text with its findings to its position in its file. */
export function moveText({ value, diagnostics }: Outcome<Prose>, start: Position): Outcome<Prose> {
  const { markup, markdown } = value;
  return {
    value: {
      markup: moveMarkup(markup, start),
      markdown: markdown?.map((piece) => (typeof piece === "string" ? piece : moveTo(start, piece))) ?? null,
    },
    diagnostics: diagnostics.map((finding) => moveTo(start, finding)),
  };
}

function moveMarkup(markup: Markup, start: Position): Markup {
  return markup.map((piece) => {
    if (typeof piece === "string") return piece;
    return { ...moveTo(start, piece), content: moveMarkup(piece.content, start) };
  });
}

/**
 * Moves a position in a text to its file. Literal blocks of YAML are indented on every line. Other texts of several
 * lines have other lines in their file, and the escapes of JSON shift all columns.
 */
function moveTo<T extends { readonly position: Position | null }>(start: Position, part: T): T {
  const { position } = part;
  if (position === null) return part;
  const { file, line, column, isFolded = false } = start;
  if (isFolded || /\.json$/i.test(file)) return { ...part, position: { file, line, column } };
  return { ...part, position: { file, line: line + position.line - 1, column: column + position.column - 1 } };
}

function nameSections(tree: Root): Root {
  const slugger = new GithubSlugger();
  eachElement(tree, (node) => {
    if (/^h[1-6]$/.test(node.tagName)) node.properties["id"] ??= sectionPrefix + slugger.slug(toString(node));
  });
  return tree;
}

function readsTheSameEverywhere(text: string): boolean {
  return !/[[<]/.test(text);
}

/** The Markdown of a setting stands inside a line, so a single paragraph loses its element. */
export function parseInlineProse(markdown: string, position: Position): Outcome<Markup> {
  const parsed = parse(markdown.trim(), null, ({ type, children }) => {
    const [only, another] = children;
    const isParagraph = only?.type === "element" && only.tagName === "p" && another === undefined;
    return { type, children: isParagraph ? only.children : children };
  });
  const { value, diagnostics } = moveText(parsed, position);
  return { value: value.markup, diagnostics };
}

function parse(text: string, highlight: Highlight | null, shape: (tree: Root) => Root): Outcome<Prose> {
  const lines = new SourceLines();
  lines.add({ file: "", text });
  try {
    // Most descriptions are a plain sentence, and the slow parser would only wrap them in a paragraph.
    const isPlain = plainText.test(text) && !mayStartBlock.test(text);
    const { value, diagnostics } = isPlain
      ? { value: { tree: paragraph(text), markdown: null }, diagnostics: [] }
      : parseWithinLimits(text, highlight, lines);
    return { value: { markup: writeMarkup(shape(value.tree), lines), markdown: value.markdown }, diagnostics };
  } catch (error) {
    const fault = limitFault(error);
    if (fault === null) throw error;
    const finding = diagnose("content/limit", fault, startOf(""), "shorten or simplify it");
    const markup = writeMarkup(shape(paragraph(text.slice(0, shownLength))), lines);
    const markdown = readsTheSameEverywhere(text) ? null : [escapeText(text)];
    return { value: { markup, markdown }, diagnostics: [finding] };
  }
}

/** Characters that mean nothing to Markdown and HTML. */
const plainText = /^[\p{L}\p{N} ,.;()'’“”/–—%$+-]*$/u;
const mayStartBlock = /^(?:[\d+-]|\s)|(?:www\.|https?)/u;

function paragraph(value: string): Root {
  const children = [{ type: "text" as const, value }];
  return { type: "root", children: [{ type: "element", tagName: "p", properties: {}, children }] };
}

function parseWithinLimits(text: string, highlight: Highlight | null, lines: SourceLines) {
  const task = () => {
    new MarkdownBudget().spend(text);
    const written = parseMarkdown(text);
    const { footnotes } = unusedDefinitions(written, lines);
    const placeholders = new Placeholders();
    addAlerts(written, placeholders);
    replaceTagsOfRedoc(written);
    const links = keepHtmlLinks(written, lines);
    const raw = toHast(written);
    keepWords(raw);
    const { value: tree, diagnostics } = cleanRaw(raw, lines, []);
    placeholders.fill(tree);
    const markdown = readsTheSameEverywhere(text) ? null : writeMarkdown(tree, lines, blocksAsWritten(written, lines));
    if (highlight) colorCode(tree, highlight);
    finishMarkup(tree);
    return { value: { tree, markdown }, diagnostics: [...footnotes, ...links, ...diagnostics] };
  };
  return text.length < harmlessLength ? task() : withinTime(timeLimit, task);
}

const schemaTag = /^<SchemaDefinition\s[^<>]*?\bschemaRef=["']#\/components\/schemas\/([^"'<>]+)["'][^<>]*>$/;

/** A schema is a link to its part of the reference, which shows the security schemes anyway. */
function replaceTagsOfRedoc(tree: MarkdownRoot): void {
  eachNode(tree, (node, index, parent) => {
    if (node.type !== "html") return;
    if (/^<SecurityDefinitions\s*\/>$/.test(node.value)) node.value = "";
    const [, name] = schemaTag.exec(node.value) ?? [];
    if (name === undefined) return;
    const link = linkToSchema(name, node);
    const isBlock = parent.type === "root" || parent.type === "blockquote" || parent.type === "listItem";
    parent.children[index] = isBlock ? { type: "paragraph", children: [link] } : link;
  });
}

function linkToSchema(name: string, { position }: Html): Link {
  const label = { type: "inlineCode", value: name } as const;
  return { type: "link", url: `#schema/${name}`, children: [label], ...(position && { position }) };
}

function colorCode(tree: Root, highlight: Highlight): void {
  eachElement(tree, (code, _, parent) => {
    if (code.tagName !== "code" || parent.type !== "element" || parent.tagName !== "pre") return;
    const classes = code.properties["className"];
    const [, language] = /\blanguage-(\S+)/.exec(Array.isArray(classes) ? classes.join(" ") : "") ?? [];
    if (language === undefined) return;
    code.children = [{ type: "raw", value: highlight(toString(code).replace(/\n$/, ""), language.toLowerCase()) }];
  });
}
