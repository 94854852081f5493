/* What Markdown is written with, as text. */

/** What gives a heading its anchor: `{#id}` at its end. */
export const customId = /\s*\{#([^\s{}]+)\}\s*$/;

/** Blocks one after the other; an empty one is none. */
export function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** A fenced block, with a fence that is longer than any inside it. */
export function fenced(code: string, language: string): string {
  const runs = [...code.matchAll(/`{3,}/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`;
}

/** A code span, with as many backticks as it takes. */
export function codeSpan(code: string): string {
  const runs = [...code.matchAll(/`+/g)].map(([run]) => run.length);
  const ticks = "`".repeat(Math.max(0, ...runs) + 1);
  return runs.length > 0 ? `${ticks} ${code} ${ticks}` : ticks + code + ticks;
}

/** Text in which nothing means anything to Markdown. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*[\]<]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, "\\$&");
}

/** A table of GFM from cells that are Markdown already: a line's end ends a cell's table, a bar its cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(inCell).join(" | ")} |`);
  return lines.join("\n");
}

/** Markdown as a cell of a table. */
export function inCell(markdown: string): string {
  return markdown
    .trim()
    .replaceAll(/(?:(?<!\\)\\| {2,})\n(?=\s*\S)[ \t]*/g, "<br>")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/(?<!\\)\|/g, "\\|");
}

/** A whole file: what it is in its front matter (JSON is YAML), its title, its text. */
export function markdownFile({ title, description, url }: MarkdownHead, body: string): string {
  const facts = [["title", title] as const, ["description", description] as const, ["url", url] as const];
  const lines = facts.filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join("")}---\n\n${joined([`# ${escapeText(title)}`, body.trim()])}\n`;
}

interface MarkdownHead {
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** The page's address for people. */
  readonly url: string;
}
