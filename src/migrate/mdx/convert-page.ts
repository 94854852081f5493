import { toSourceText } from "#read/source-text.ts";
import { applyEdits, type TextEdit } from "#read/text-edits.ts";
import { diagnose, type Diagnostic, type Outcome } from "#shared/diagnostics/diagnostic.ts";

import { readExpression } from "../module/read-module.ts";
import { type MdxPage, findAdmonitions, type PageBody } from "./conversion.ts";
import { componentEdits } from "./mdx-components.ts";
import { findMarkdownParts, findMdxParts, type TextRange } from "./mdx-parts.ts";

/**
 * MDX as Markdown of this site's kind. What is Markdown stays as it was written; tabs, admonitions, code blocks and links
 * become ours; of each other component its text stays, with a warning.
 */
export function convertPage(page: PageBody): Outcome<string> {
  const diagnostics: Diagnostic[] = [];
  const { file, text } = page;
  const found = findMdxParts(text);
  if ("message" in found) {
    const { message, line, column } = found;
    const words = `this is no MDX, and is taken as plain Markdown: ${message}`;
    diagnostics.push(diagnose("init/left-out", words, { file, line, column }));
  }
  const parts = "message" in found ? findMarkdownParts(text) : found;
  const { positionAt } = toSourceText(file, text);
  const report: MdxPage["report"] = (part, message, hint) =>
    void diagnostics.push(diagnose("init/left-out", message, positionAt(part.start), hint));
  const admonitions = findAdmonitions({ text, parts, report });
  const conversion: MdxPage = { ...page, parts, report, admonitions, imports: importsOf(text, parts.modules) };
  const edits = [
    ...parts.modules.map((part): TextEdit => ({ ...part, text: "" })),
    ...componentEdits(conversion),
    ...parts.expressions.map((part) => expressionEdit(part, conversion)),
    ...parts.addresses.map((part): TextEdit => ({ ...part, text: page.toAddress(text.slice(part.start, part.end)) })),
    ...parts.code.flatMap((part) => highlightEdits(part, text)),
    ...admonitions,
  ];
  return { value: squeezeBlankLines(applyEdits(text, edits)), diagnostics };
}

function importsOf(text: string, modules: readonly TextRange[]): ReadonlyMap<string, string> {
  const code = modules.map(({ start, end }) => text.slice(start, end)).join("\n");
  const found = code.matchAll(/^import\s+(\w+)\s+from\s+["']([^"']+)["']/gm);
  return new Map(Array.from(found, ([, name = "", path = ""]) => [name, path]));
}

/** A comment goes, a written text stays, `{/* #id *\/}` behind a heading becomes its id. */
function expressionEdit(part: TextRange, { text, report }: MdxPage): TextEdit {
  const code = text.slice(part.start + 1, part.end - 1).trim();
  const [, id] = /^\/\*\s*#([\w.-]+)\s*\*\/$/.exec(code) ?? [];
  if (id !== undefined) return { ...part, text: `{#${id}}` };
  if (/^(?:\/\*[^]*\*\/|)$/.test(code)) return { ...part, text: "" };
  const value = readExpression(code);
  if (typeof value === "string" || typeof value === "number") return { ...part, text: String(value) };
  report(part, "an expression is left out", "write what it shows");
  return { ...part, text: "" };
}

const mark =
  /^[ \t>]*(?:\/\/|#|--|%|<!--|\{?\/\*)[ \t]*highlight-(next-line|start|end)[ \t]*(?:\*\/\}?|-->)?[ \t]*\r?$/;

/** Comments in fenced code that mark lines, `// highlight-next-line`: they go, and the fence names these lines. */
function highlightEdits({ start, end }: TextRange, text: string): readonly TextEdit[] {
  const code = text.slice(start, end);
  if (!code.includes("highlight-")) return [];
  const [fence = "", ...lines] = code.split("\n");
  const removals: TextEdit[] = [];
  const marked: string[] = [];
  let offset = start + fence.length + 1;
  let line = 1;
  let first: number | null = null;
  for (const written of lines) {
    const [, word] = mark.exec(written) ?? [];
    if (word === "next-line") marked.push(String(line));
    else if (word === "start") first = line;
    else if (word === "end" && first !== null && first < line)
      marked.push(first === line - 1 ? `${first}` : `${first}-${line - 1}`);
    if (word === "end") first = null;
    if (word === undefined) line += 1;
    else removals.push({ start: offset, end: Math.min(end, offset + written.length + 1), text: "" });
    offset += written.length + 1;
  }
  return marked.length === 0 ? removals : [...removals, fenceEdit(fence, start, marked.join())];
}

/** The lines join those that the fence names already. */
function fenceEdit(fence: string, start: number, lines: string): TextEdit {
  const named = /\{[\d,\s-]+\}/.exec(fence);
  const isNamed = named !== null;
  // Behind the marks alone the lines would be the language.
  const language = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:`+|~+)\s*$/.test(fence) ? "text" : "";
  const place = start + (isNamed ? named.index + named[0].length - 1 : fence.trimEnd().length);
  return { start: place, end: place, text: isNamed ? `,${lines}` : `${language} {${lines}}` };
}

/** Takes away blank lines that follow another one, but in fenced code. */
function squeezeBlankLines(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const [, opened] = fenceLine.exec(line) ?? [];
    if (opened !== undefined && fence === null) fence = opened;
    else if (opened !== undefined && fence !== null && opened.startsWith(fence)) fence = null;
    const isBlank = fence === null && line.trim() === "";
    if (isBlank && (lines.at(-1) ?? "").trim() === "") continue;
    lines.push(isBlank ? "" : line);
  }
  return `${lines.join("\n").trim()}\n`;
}

/** A line that opens or closes fenced code, in quotes and lists as well. */
const fenceLine = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;
