import GithubSlugger from "github-slugger";
import type { Root } from "hast";
import { toString } from "hast-util-to-string";

import { MarkdownBudget } from "#read/markdown-budget.ts";
import { beginStep } from "#read/steps.ts";
import { withinTime } from "#read/within-time.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostics/diagnostic.ts";
import { type MarkdownText, type Markup, type Prose, sectionPrefix } from "#shared/document.ts";

import type { Highlight } from "./highlight/highlight-code.ts";
import { finishMarkup } from "./finish-markup.ts";
import { placeAlerts } from "./github-alerts.ts";
import { blocksAsWritten } from "./markdown/as-written.ts";
import { eachElement, limitFault, parseMarkdown, toHast } from "./markdown/markdown.ts";
import { escapeText } from "./markdown/markdown-forms.ts";
import { Placeholders } from "./markdown/placeholder.ts";
import { SourceLines } from "./markdown/source-lines.ts";
import { writeMarkdown } from "./markdown/write-markdown.ts";
import { writeMarkup } from "./markdown/write-markup.ts";
import { cleanRaw, keepHtmlLinks, keepWords } from "./sanitize.ts";

/** In milliseconds. */
const timeLimit = 10_000;
/** Shorter texts never come near the limit, and watching the clock costs more than parsing them. */
const harmlessLength = 1_000;
/** A text beyond a limit shows this many characters as they are. */
const shownLength = 1000;

const fence = /^[ \t>]*(?:`{3}|~{3})/m;

/** Loads the highlighter only for texts with code. */
export async function parseColoredTexts(texts: Contract["texts"], description: string) {
  const hasCode = texts.some(({ text }) => fence.test(text));
  const { highlightOnce } = hasCode ? await import("./highlight/highlight-code.ts") : { highlightOnce: null };
  return parseTexts(texts, description, highlightOnce);
}

/** Texts of a contract by their Markdown. Headings of the API's description get anchors. */
export function parseTexts(
  texts: Contract["texts"],
  description: string,
  highlight: Highlight | null = null,
): Outcome<ReadonlyMap<string, Prose>> {
  const outcomes = texts.map(({ text, position }) => {
    beginStep(position.file);
    const shape = text === description ? nameSections : (tree: Root) => tree;
    return { text, ...parse(text.trim(), { position, highlight }, shape) };
  });
  const value = new Map(outcomes.map(({ text, value: prose }) => [text, prose]));
  return { value, diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics) };
}

/** The prefix of the anchors is unique in the reference. */
function nameSections(tree: Root): Root {
  const slugger = new GithubSlugger();
  eachElement(tree, (node) => {
    if (/^h[1-6]$/.test(node.tagName)) node.properties["id"] ??= sectionPrefix + slugger.slug(toString(node));
  });
  return tree;
}

interface TextContext {
  /** Where the text begins. */
  readonly position: Position;
  /** Null for texts without code. */
  readonly highlight?: Highlight | null;
}

/** Text without links, definitions and HTML reads the same everywhere. */
function isFinished(text: string): boolean {
  return !/[[<]/.test(text);
}

/** The Markdown of a setting stands inside a line, so a single paragraph loses its element. */
export function parseInlineProse(markdown: string, position: Position): Outcome<Markup> {
  const { value, diagnostics } = parse(markdown.trim(), { position }, ({ type, children }) => {
    const [only, another] = children;
    const isParagraph = only?.type === "element" && only.tagName === "p" && another === undefined;
    return { type, children: isParagraph ? only.children : children };
  });
  return { value: value.markup, diagnostics };
}

/** The rules and sanitizing are those of pages, without heading anchors. */
function parse(text: string, context: TextContext, shape: (tree: Root) => Root): Outcome<Prose> {
  const { position } = context;
  const lines = new SourceLines();
  lines.add({ file: position.file, text });
  try {
    const { value, diagnostics } = isPlain(text)
      ? { value: { tree: paragraph(text), markdown: null }, diagnostics: [] }
      : parseWithinLimits(text, context, lines);
    return { value: { markup: writeMarkup(shape(value.tree), lines), markdown: value.markdown }, diagnostics };
  } catch (error) {
    const fault = limitFault(error);
    if (fault === null) throw error;
    const finding = diagnose("content/limit", fault, position, "shorten or simplify it");
    const markup = writeMarkup(shape(paragraph(text.slice(0, shownLength))), lines);
    const markdown = isFinished(text) ? null : [escapeText(text)];
    return { value: { markup, markdown }, diagnostics: [finding] };
  }
}

/** Characters that mean nothing to Markdown and HTML. */
const plainText = /^[\p{L}\p{N} ,.;()'’“”/–—%$+-]*$/u;
const mayStartBlock = /^(?:[\d+-]|\s)|(?:www\.|https?)/u;

/** Most descriptions are a plain sentence, and the slow parser would only wrap them in a paragraph. */
function isPlain(text: string): boolean {
  return plainText.test(text) && !mayStartBlock.test(text);
}

function paragraph(value: string): Root {
  const children = [{ type: "text" as const, value }];
  return { type: "root", children: [{ type: "element", tagName: "p", properties: {}, children }] };
}

interface ParsedText {
  readonly tree: Root;
  readonly markdown: MarkdownText | null;
}

function parseWithinLimits(
  text: string,
  { position, highlight }: TextContext,
  lines: SourceLines,
): Outcome<ParsedText> {
  const task = (): Outcome<ParsedText> => {
    new MarkdownBudget().spend(text);
    const written = parseMarkdown(text);
    const placeholders = new Placeholders();
    placeAlerts(written, placeholders);
    const links = keepHtmlLinks(written, lines);
    const raw = toHast(written);
    keepWords(raw);
    const { value: tree, diagnostics } = cleanRaw(raw, lines, []);
    placeholders.fill(tree);
    const markdown = isFinished(text) ? null : writeMarkdown(tree, lines, blocksAsWritten(written, lines));
    eachElement(tree, ({ position: inText }) => {
      if (inText !== undefined) Object.assign(inText.start, positionFrom(position, inText.start));
    });
    if (highlight) colorCode(tree, highlight);
    finishMarkup(tree);
    return {
      value: { tree, markdown },
      diagnostics: [...links, ...diagnostics].map((finding) => moved(finding, position)),
    };
  };
  return text.length < harmlessLength ? task() : withinTime(timeLimit, task);
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

function moved(finding: Diagnostic, start: Position): Diagnostic {
  const { position: inText } = finding;
  return inText === null ? finding : { ...finding, position: { ...inText, ...positionFrom(start, inText) } };
}

interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Moves a position in a text to its file. Longer texts in YAML are blocks, which are indented on every line; in JSON a
 * text is one line, and its escapes shift all columns.
 */
function positionFrom({ file, line, column }: Position, inText: TextPosition): TextPosition {
  if (/\.json$/i.test(file)) return { line, column };
  return { line: line + inText.line - 1, column: column + inText.column - 1 };
}
