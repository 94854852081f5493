import type { PhrasingContent, RootContent } from "mdast";

/* What Markdown is written with, as text. */

/** `{#id}` at the end of a heading is its anchor. */
export const customId = /\s*\{#([^\s{}]+)\}\s*$/;

/** Joins blocks, without the empty ones. */
export function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** The fence is longer than any inside the code. */
export function fenced(code: string, language: string): string {
  const runs = [...code.matchAll(/`{3,}/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`;
}

/** The span has more backticks than any run inside it. */
export function codeSpan(code: string): string {
  const runs = [...code.matchAll(/`+/g)].map(([run]) => run.length);
  const ticks = "`".repeat(Math.max(0, ...runs) + 1);
  return runs.length > 0 ? `${ticks} ${code} ${ticks}` : ticks + code + ticks;
}

/** Escapes all of Markdown's syntax. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*[\]<]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, "\\$&");
}

/** The cells are Markdown. In a table of GFM a line break would end the row, and a bar the cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(inCell).join(" | ")} |`);
  return lines.join("\n");
}

export function inCell(markdown: string): string {
  return markdown
    .trim()
    .replaceAll(/(?:(?<!\\)\\| {2,})\n(?=\s*\S)[ \t]*/g, "<br>")
    .replaceAll(/\s*\n\s*(?=[*+-] )/g, "<br>")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/(?<!\\)\|/g, "\\|");
}

/** Front matter (JSON is YAML), title and text. */
export function markdownFile({ title, description, url }: MarkdownHead, body: string): string {
  const facts = [["title", title] as const, ["description", description] as const, ["url", url] as const];
  const lines = facts.filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join("")}---\n\n${joined([`# ${escapeText(title)}`, body.trim()])}\n`;
}

interface MarkdownHead {
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

const blockTypes: ReadonlySet<string> = new Set<RootContent["type"]>([
  ...(["blockquote", "code", "heading", "list", "listItem", "paragraph", "table", "thematicBreak", "written"] as const),
]);

export function isBlock(node: RootContent): node is Exclude<RootContent, PhrasingContent> {
  return blockTypes.has(node.type);
}

const signs = "0123456789+-()";
const forms = new Map([
  ["sup", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾"],
  ["sub", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎"],
]);

/** A raised or lowered number in signs of its own: without them 10<sup>6</sup> would be 106. Null for other words. */
export function shifted(words: string, tag: string): string | null {
  const number = words.trim();
  if (!/^[\d+()-]+$/.test(number)) return null;
  return number.replace(/./g, (sign) => forms.get(tag)?.charAt(signs.indexOf(sign)) ?? sign);
}
