import { toSourceText } from "#read/source-text.ts";
import { applyEdits, type TextEdit } from "#read/text-edits.ts";
import { diagnose, type Diagnostic, type Outcome } from "#shared/diagnostic.ts";

import { readExpression } from "../module/read-module.ts";
import { type MdxPage, findAdmonitions, type PageBody } from "./conversion.ts";
import { highlightEdits } from "./highlighted-lines.ts";
import { componentEdits } from "./mdx-components.ts";
import { fenceLine, findMarkdownParts, findMdxParts, type TextRange } from "./mdx-parts.ts";

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

/** Takes away blank lines that follow another one, but in fenced code. */
function squeezeBlankLines(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const [, mark] = fenceLine.exec(line) ?? [];
    if (mark !== undefined && fence === null) fence = mark;
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null;
    if (fence === null && line.trim() === "" && (lines.at(-1) ?? "").trim() === "") continue;
    lines.push(fence === null && line.trim() === "" ? "" : line);
  }
  return `${lines.join("\n").trim()}\n`;
}
