import { diagnose, type Diagnostic, type Outcome } from "#shared/diagnostic.ts";

import { findAdmonitions } from "./admonitions.ts";
import { componentEdits } from "./mdx-components.ts";
import { applyEdits, type Edit, squeezeBlankLines } from "./edits.ts";
import type { Conversion, PageBody } from "./conversion.ts";
import { findMarkdownParts, findMdxParts, type Part } from "./mdx-parts.ts";
import { readExpression } from "./read-module.ts";

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
  const report: Conversion["report"] = (part, message, hint) => {
    const before = text.slice(0, part.start).split("\n");
    const position = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    diagnostics.push(diagnose("init/left-out", message, position, hint));
  };
  const conversion: Conversion = { ...page, parts, report, imports: importsOf(text, parts.modules) };
  const edits = [
    ...parts.modules.map((part): Edit => ({ ...part, text: "" })),
    ...componentEdits(conversion),
    ...parts.expressions.map((part) => expressionEdit(part, conversion)),
    ...parts.addresses.map((part): Edit => ({ ...part, text: page.toAddress(text.slice(part.start, part.end)) })),
    ...findAdmonitions(conversion),
  ];
  return { value: squeezeBlankLines(applyEdits(text, edits)), diagnostics };
}

function importsOf(text: string, modules: readonly Part[]): ReadonlyMap<string, string> {
  const code = modules.map(({ start, end }) => text.slice(start, end)).join("\n");
  const found = code.matchAll(/^import\s+(\w+)\s+from\s+["']([^"']+)["']/gm);
  return new Map(Array.from(found, ([, name = "", path = ""]) => [name, path]));
}

/** A comment goes, a written text stays, `{/* #id *\/}` behind a heading becomes its id. */
function expressionEdit(part: Part, { text, report }: Conversion): Edit {
  const code = text.slice(part.start + 1, part.end - 1).trim();
  const [, id] = /^\/\*\s*#([\w.-]+)\s*\*\/$/.exec(code) ?? [];
  if (id !== undefined) return { ...part, text: `{#${id}}` };
  if (/^(?:\/\*[^]*\*\/|)$/.test(code)) return { ...part, text: "" };
  const value = readExpression(code);
  if (typeof value === "string" || typeof value === "number") return { ...part, text: String(value) };
  report(part, "an expression is left out", "write what it shows");
  return { ...part, text: "" };
}
