import { type MdxElement, type MdxPage, rangeOf } from "./mdx-page.ts";

const lineStart = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*/;
const codeFence = new RegExp(`${lineStart.source}(\`{3,}(?=[^\`]*$)|~{3,})(.*)$`);
const container = new RegExp(`${lineStart.source}(:{3,})(?:([a-z][\\w-]*)|\\s*$)`, "i");

/** Gives each container more colons than those that it holds: their ends would be its own. */
export function nestContainers(text: string): string {
  const lines = text.split("\n");
  const open: { readonly line: number; size: number }[] = [];
  let code: string | null = null;
  const resize = (line: number, size: number): void => {
    lines[line] = lines[line]?.replace(/:{3,}/, ":".repeat(size)) ?? "";
  };
  for (const [index, line] of lines.entries()) {
    const [, mark, behind = ""] = codeFence.exec(line) ?? [];
    if (code !== null || mark !== undefined) {
      const isEnd: boolean = code !== null && mark?.startsWith(code) === true && behind.trim() === "";
      code = isEnd ? null : (code ?? mark ?? null);
      continue;
    }
    const [, colons, name] = container.exec(line) ?? [];
    if (colons === undefined) continue;
    if (name !== undefined) {
      open.push({ line: index, size: colons.length });
      continue;
    }
    const start = open.pop();
    if (start === undefined) continue;
    resize(start.line, start.size);
    resize(index, start.size);
    const outer = open.at(-1);
    if (outer !== undefined) outer.size = Math.max(outer.size, start.size + 1);
  }
  return lines.join("\n");
}

export function labelOf(title: string | null): string {
  return title === null || title === "" ? "" : bracketed(title);
}

/** The words of a link or a label. */
export function bracketed(words: string): string {
  return `[${words.replace(/[[\]]/g, "\\$&")}]`;
}

export function blocks(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

interface Surroundings {
  /** Starts each line of a block: `> `, or the width of a list's mark. */
  readonly prefix: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export function surroundings(element: MdxElement, { text }: MdxPage): Surroundings {
  const { start, end } = rangeOf(element);
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const [lead = ""] = lineStart.exec(before) ?? [];
  const lineEnd = text.indexOf("\n", end);
  const after = text.slice(end, lineEnd < 0 ? undefined : lineEnd);
  return { prefix: lead.replace(/[^\s>]/g, " "), isFirst: lead === before, isLast: after.trim() === "" };
}

/** A block on lines of its own, where an element stands in the page. */
export function onLines(block: string, element: MdxElement, page: MdxPage): string {
  if (block === "") return "";
  const { prefix, isFirst, isLast } = surroundings(element, page);
  const lines = block.split("\n").map((line) => (line === "" ? prefix.trimEnd() : prefix + line));
  const gap = `\n${prefix.trimEnd()}\n${prefix}`;
  return (isFirst ? "" : gap) + lines.join("\n").slice(prefix.length) + (isLast ? "" : gap);
}
