import type { Root } from "hast";

import { withinTime } from "#read/within-time.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostic.ts";
import { escapeHtml, type Html, toHtml } from "#shared/html.ts";
import type { LinkResolver } from "#shared/link.ts";

import { limitFault, MarkdownBudget } from "./draft/markdown-budget.ts";
import { parseMarkdown, serialize, toHast } from "./draft/markdown.ts";
import { SourceLines } from "./draft/source-lines.ts";
import { finishLinks } from "./finish-links.ts";
import { finishMarkup } from "./finish-markup.ts";
import { cleanRaw } from "./sanitize.ts";

/** Text in which no character can mean anything to Markdown or HTML. */
const plainText = /^[\p{L}\p{N} ,.;()'’“”/–—%$+-]*$/u;
/** In milliseconds. */
const timeLimit = 10_000;
/** How much is shown, as it is, of a text that passes a limit. */
const shownLength = 1000;
const mayStartBlock = /^(?:[\d+-]|\s)|(?:www\.|https?)/u;

/**
 * Markdown in a description of the contract or in a setting, as HTML: the same rules, sanitising and link
 * resolution as pages, without heading anchors. `position` is where the text begins.
 */
export function parseProse(markdown: string, position: Position, resolveLink: LinkResolver): Outcome<Html> {
  const text = markdown.trim();
  // Most descriptions are one plain sentence; the parser is slow and would make exactly this of them.
  if (plainText.test(text) && !mayStartBlock.test(text)) {
    return { value: toHtml(`<p>${escapeHtml(text)}</p>`), diagnostics: [] };
  }
  try {
    return withinTime(timeLimit, () => parse(text, position, resolveLink));
  } catch (error) {
    const fault = limitFault(error);
    if (fault === null) throw error;
    const finding = diagnose("content/limit", fault, position, "shorten or simplify it");
    return { value: toHtml(`<p>${escapeHtml(text.slice(0, shownLength))}</p>`), diagnostics: [finding] };
  }
}

function parse(text: string, position: Position, resolveLink: LinkResolver): Outcome<Html> {
  new MarkdownBudget().spend(text);
  const diagnostics: Diagnostic[] = [];
  const lines = new SourceLines();
  lines.add({ file: position.file, text });
  const { value: tree, diagnostics: removed } = cleanRaw(toHast(parseMarkdown(text)), lines);
  shift(tree, position);
  diagnostics.push(...removed);
  finishLinks(tree, { lines, diagnostics, resolveLink });
  finishMarkup(tree);
  return { value: serialize(tree), diagnostics };
}

/** The texts of a contract as HTML, by the Markdown they are written in. */
export function parseTexts({ texts }: Contract, resolveLink: LinkResolver): Outcome<ReadonlyMap<string, Html>> {
  const outcomes = texts.map(({ text, position }) => ({ text, ...parseProse(text, position, resolveLink) }));
  const value = new Map(outcomes.map(({ text, value: html }) => [text, html]));
  return { value, diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics) };
}

/** The same for a text that stands inside a line: a single paragraph loses its element. */
export function parseInlineProse(markdown: string, position: Position, resolveLink: LinkResolver): Outcome<Html> {
  const { value, diagnostics } = parseProse(markdown, position, resolveLink);
  const paragraph = /^<p>((?:(?!<\/p>).)*)<\/p>$/s.exec(value);
  return { value: paragraph?.[1] === undefined ? value : toHtml(paragraph[1]), diagnostics };
}

function shift(tree: Root, { line, column }: Position): void {
  for (const child of tree.children) shiftNode(child, line - 1, column - 1);
}

function shiftNode(node: Root["children"][number], lines: number, columns: number): void {
  if (node.position !== undefined) {
    // A block of YAML is indented on every line, and that is how longer texts are written.
    node.position.start.column += columns;
    node.position.start.line += lines;
  }
  if ("children" in node) for (const child of node.children) shiftNode(child, lines, columns);
}
