import type { Paragraph } from "mdast";

import { foreignBlock, type Mistake } from "./foreign-markdown.ts";

/** Other blocks that a paragraph was meant to be. `written` is its source; `isFirst` means it's the page's first. */
export function paragraphMistakes({ children }: Paragraph, written: string, isFirst: boolean): readonly Mistake[] {
  const mistake =
    directiveMistake(written) ??
    (children[0]?.type === "text" ? foreignBlock(written) : null) ??
    moduleMistake(written) ??
    headingMistake(written, isFirst) ??
    markerMistake(written);
  return [mistake ?? [], tableMistake(written) ?? []].flat();
}

function directiveMistake(written: string): Mistake | null {
  const [, colons, space = "", name = "", behind = ""] = /^(:{2,})([^\S\n]*)([a-z]*)[ \t]*([^\n]*)/.exec(written) ?? [];
  if (colons === undefined) return null;
  const argument = behind.trim();
  if (name === "" && argument === "") {
    const hint = "remove it, or look for a directive that was closed before";
    return { message: `${colons} closes nothing`, hint, mark: "end" };
  }
  if (name === "" || (space === "" && /^(?:[[{:]|$)/.test(behind))) return null;
  const title =
    argument === "" || argument.startsWith("[")
      ? argument
      : name === "include"
        ? `{file=${argument}}`
        : `[${argument}]`;
  const mark = /\n\s*:{3,}\s*$/.test(written) ? {} : ({ mark: "start" } as const);
  return { message: "this is text, not a directive", hint: `write ${colons}${name}${title}`, ...mark };
}

function moduleMistake(written: string): Mistake | null {
  if (!moduleLine.test(written)) return null;
  const hint = "remove them; `docs-build explain directives` lists what there is instead, like ::include and ::::tabs";
  return { message: "lines of MDX do nothing here: they are published as text", hint };
}

/** A single `#` is a social tag, except at the start of a page, where it's the title. */
function headingMistake(written: string, isFirst: boolean): Mistake | null {
  const isMeant = /^#{2,6}[^\s#]/.test(written) || (isFirst && /^#\p{Lu}[^\n]*(?:\n|$)/u.test(written));
  return isMeant ? { message: "this is text, not a heading", hint: "write a space after the last #" } : null;
}

/** Characters that look like a space but count as letters in Markdown. */
const likeSpace = /^[ \t>]*(#{1,6}|[-*+]|\d{1,9}[.)])[\u00a0\u2000-\u200b\u202f\u3000]/m;

function markerMistake(written: string): Mistake | null {
  const match = likeSpace.exec(written);
  if (match === null) return null;
  const [start, marker = ""] = match;
  const message = `this is text, not a ${marker.startsWith("#") ? "heading" : "list"}: the space after ${marker} is another character`;
  return { message, hint: "write an ordinary space", offset: match.index + start.length - 1 - marker.length };
}

/** A row of delimiters, with or without outer bars. */
const marks = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

function tableMistake(written: string): Mistake | null {
  if (!written.includes("|")) return null;
  const lines = written.split("\n");
  const below = lines.findIndex((line, index) => index > 0 && line.includes("|") && marks.test(line));
  const isBarred = /^\|.*\|\s*$/.test(lines[0] ?? "") && /^\s*\|.*\|\s*$/.test(lines[1] ?? "");
  if (below === -1 && !isBarred) return null;
  const head = Math.max(0, below - 1);
  const cells = (lines[head] ?? "").replace(/^[\s>]*\|?|(?<!\\)\|\s*$/g, "").split(/(?<!\\)\|/);
  const offset = lines.slice(0, head).join("\n").length + (head === 0 ? 0 : 1);
  const hint = `its second line has to be ${"| --- ".repeat(cells.length)}|`;
  return { message: "this is text, not a table", hint, offset };
}

/** `import Tabs from "@theme/Tabs"`, `import "./x.css"`, `export const x = …` */
const moduleLine =
  /^(?:import\s+(?:[\w*{][^\n]*\sfrom\s+)?(["'])[^"'\n]+\1|export\s+(?:default\s|(?:const|let|function)\s+\w+\s*[=(]))/;
