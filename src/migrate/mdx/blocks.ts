import { type MdxElement, type MdxPage, rangeOf } from "./mdx-page.ts";

/** More colons than any container in the text has. */
export function colonsFor(text: string): string {
  let colons = ":::";
  for (const [, inside = ""] of text.matchAll(/^[\s>]*(:{3,})/gm))
    if (inside.length >= colons.length) colons = `${inside}:`;
  return colons;
}

export function labelOf(title: string | null): string {
  return title === null || title === "" ? "" : `[${title.replace(/[[\]]/g, "\\$&")}]`;
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
  const [lead = ""] = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*/.exec(before) ?? [];
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
