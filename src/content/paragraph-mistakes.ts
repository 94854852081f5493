import type { Paragraph } from "mdast";

import { admonitionNames } from "./components/admonition.ts";
import { foreignBlock, type Mistake } from "./foreign-notation.ts";

/** Other blocks that a paragraph was meant to be. `written` is its source; `isFirst` means it's the page's first. */
export function paragraphMistakes(
  { children }: Paragraph,
  written: string,
  isFirst: boolean,
): readonly (Mistake | null)[] {
  const mistake =
    directiveMistake(written) ??
    (children[0]?.type === "text" ? foreignBlock(written) : null) ??
    moduleMistake(written) ??
    headingMistake(written, isFirst) ??
    markerMistake(written) ??
    definitionMistake(written);
  return [mistake, tableMistake(written)];
}

function directiveMistake(written: string): Mistake | null {
  const [, colons, space = "", name = "", behind = ""] =
    /^(:{2,})([^\S\n]*)([a-z]*(?:-[a-z]+)*)[ \t]*([^\n]*)/.exec(written) ?? [];
  if (colons === undefined) return null;
  const argument = behind.trim().replace(/^(?:title|label|summary)=["']?(.*?)["']?$/i, "$1");
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
  const meant = name === "code-group" ? "::::tabs, and :::tab[Title] around each block" : `${colons}${name}${title}`;
  const hasTitle = admonitionNames.includes(name) || name === "details";
  const slip =
    hasTitle && !/.[[\]]./.test(argument) ? { written: written.split("\n")[0]?.trimEnd() ?? "", meant } : null;
  return { message: "this is text, not a directive", hint: `write ${meant}`, slip, ...mark };
}

function moduleMistake(written: string): Mistake | null {
  if (!moduleLine.test(written)) return null;
  const hint = "remove them; `docs-build explain directives` lists what there is instead, like ::include and ::::tabs";
  return { message: "lines of MDX do nothing here: they are published as text", hint };
}

/** A single `#` is a social tag, except at the start of a page, where it's the title. */
function headingMistake(written: string, isFirst: boolean): Mistake | null {
  const title = isFirst ? /^#\p{Lu}/u.exec(written) : null;
  const meant = title ?? /^[ \t>]*#{2,6}[^\s#]/m.exec(written);
  if (meant === null) return null;
  const offset = meant.index + meant[0].indexOf("#");
  return { message: "this is text, not a heading", hint: "write a space after the last #", offset };
}

/** Characters that look like a space but count as letters in Markdown. */
const likeSpace = /^[ \t>]*(#{1,6}|[-*+]|\d{1,9}[.)])[\u00a0\u2000-\u200b\u202f\u3000]/m;

/** Two lines with bullets as word processors have them, which join in a paragraph. */
const bullets = /^[ \t>]*([•●▪◦‣■·・])[^\n]*\n[ \t>]*\1/m;

function markerMistake(written: string): Mistake | null {
  const bullet = bullets.exec(written);
  if (bullet !== null) {
    const message = `this is text, not a list: ${bullet[1]} begins no entry`;
    return { message, hint: "write - and a space instead", offset: bullet.index };
  }
  const match = likeSpace.exec(written);
  if (match === null) return null;
  const [start, marker = ""] = match;
  const message = `this is text, not a ${marker.startsWith("#") ? "heading" : "list"}: the space after ${marker} is another character`;
  return { message, hint: "write an ordinary space", offset: match.index + start.length - 1 - marker.length };
}

function definitionMistake(written: string): Mistake | null {
  const match = /(?:^|\n)[ \t>]*:[ \t]+\S/.exec(written);
  if (match === null) return null;
  const hint = "write a list, or <dl> with <dt> and <dd>";
  return { message: "this is text, not a list of definitions", hint, offset: written.indexOf(":", match.index) };
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
  const names = lines[head] ?? "";
  const cells = names.replace(/^[\s>]*\|?|(?<!\\)\|\s*$/g, "").split(/(?<!\\)\|/);
  const offset = lines.slice(0, head).join("\n").length + (head === 0 ? 0 : 1);
  const hasBarInCode = Array.from(names.matchAll(/`[^`]+`/g)).some(([code]) => /(?<!\\)\|/.test(code));
  const hint = hasBarInCode
    ? "write a | within a cell as \\|"
    : `its second line has to be ${"| --- ".repeat(cells.length)}|`;
  return { message: "this is text, not a table", hint, offset };
}

/** `import Tabs from "@theme/Tabs"`, `import "./x.css"`, `export const x = …` */
const moduleLine =
  /^(?:import\s+(?:[\w*{][^\n]*\sfrom\s+)?(["'])[^"'\n]+\1|export\s+(?:default\s|(?:const|let|function)\s+\w+\s*[=(]))/;

/** Tags, comments, and elements whose text is as it is written. */
const verbatim = /<!--[^]*?(?:-->|$)|<(pre|code|script|style|textarea|samp|kbd)\b[^]*?(?:<\/\1\s*>|$)|<[^<>]*>/gi;
const inlineMarkdown = /\*\*(?=\S)[^*\n]+(?<=\S)\*\*|(?<!\w)\[[^[\]\n]+\]\([^()\s]+\)|`[^`\n]+`/;

/** `<td>**x**</td>`: up to an empty line, a block of HTML holds no Markdown. */
export function markdownInHtml(written: string): Mistake | null {
  const words = written.replace(verbatim, (hidden) => " ".repeat(hidden.length));
  const match = inlineMarkdown.exec(words);
  if (match === null) return null;
  const message = `\`${match[0]}\` is published as it is written: within lines of HTML nothing is Markdown`;
  return { message, hint: "put an empty line above and below it, or write it as HTML", offset: match.index };
}
