import type { Paragraph, Parents, Text } from "mdast";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";

import { admonitionNames } from "./components/admonition.ts";
import { customId } from "./markdown/markdown-forms.ts";

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
  const isMeant = /^#{2,6}[^\s#]/.test(written) || (isFirst && /^#\p{Lu}[^\n]*(?:\n|$)/u.test(written));
  return isMeant ? { message: "this is text, not a heading", hint: "write a space after the last #" } : null;
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
  const cells = (lines[head] ?? "").replace(/^[\s>]*\|?|(?<!\\)\|\s*$/g, "").split(/(?<!\\)\|/);
  const offset = lines.slice(0, head).join("\n").length + (head === 0 ? 0 : 1);
  const hint = `its second line has to be ${"| --- ".repeat(cells.length)}|`;
  return { message: "this is text, not a table", hint, offset };
}

/** `import Tabs from "@theme/Tabs"`, `import "./x.css"`, `export const x = …` */
const moduleLine =
  /^(?:import\s+(?:[\w*{][^\n]*\sfrom\s+)?(["'])[^"'\n]+\1|export\s+(?:default\s|(?:const|let|function)\s+\w+\s*[=(]))/;

/** Markdown that its writer can't have meant. */
export interface Mistake extends SampleFault {
  /** The offset in the node's text; its start by default. */
  readonly offset?: number;
  /** The text looks like the start or the end of a directive. */
  readonly mark?: "start" | "end";
}

const instead = "remove it; `docs-build explain directives` lists what there is instead";

interface ForeignBlock {
  readonly form: RegExp;
  readonly hint: (match: Readonly<Record<string, string | undefined>>) => string;
  /** A `:::` ends it. */
  readonly hasEnd?: true;
}

/** Starts of blocks in MkDocs, Docusaurus, Quarto, MyST, Sphinx and wikis, with their forms here. */
const blocks: readonly ForeignBlock[] = [
  {
    form: /^!!! ?(?<kind>[a-z][\w-]*)(?: (?:inline|end))*(?:[ \t]+"(?<title>[^"\n]*)")?[ \t]*(?:\n|$)/,
    hint: ({ kind, title }) => block(toKind(kind), title),
  },
  {
    form: /^\?\?\?\+? ?(?<kind>[a-z][\w-]*)(?:[ \t]+"(?<title>[^"\n]*)")?[ \t]*(?:\n|$)/,
    hint: ({ title }) => block("details", title ?? "Title"),
  },
  { form: /^===[+!]* "(?<title>[^"\n]+)"[ \t]*(?:\n|$)/, hint: ({ title }) => `${block("tab", title)}, in ::::tabs` },
  {
    form: /^:{3,}[ \t]*\{[ \t]*\.?(?:callout-)?(?<kind>[a-z][\w-]*)[^}\n]*\}[ \t]*(?<title>[^\n]*)/,
    hint: ({ kind, title }) => block(toKind(kind), title),
    hasEnd: true,
  },
  { form: /^\.\. (?<kind>[a-z][\w-]*)::(?:[ \t]|\n|$)/, hint: ({ kind }) => directive(kind) },
  {
    form: /^(?:\[TOC\]|\[?\[_?TOC_?\]\]|\$\{toc\}|\{\{[ \t]*toc[ \t]*\}\}|\{:[ \t]*toc\})[ \t]*$/i,
    hint: () => "remove it: a page's contents are beside its text",
  },
  { form: /^\$\$[ \t]*\n(?=[^]*\n[ \t>]*\$\$\s*$)/, hint: () => "show the formula as a picture, or write it as code" },
  { form: /^\{[ \t]*\/\*/, hint: () => "write <!-- and -->, which nobody sees" },
];

function block(name: string, title = ""): string {
  return `write :::${name}${title.trim() === "" ? "" : `[${title.trim()}]`}, its text, and ::: below it`;
}

function toKind(kind = ""): string {
  return admonitionNames.includes(kind) ? kind : "note";
}

function directive(kind = ""): string {
  return admonitionNames.includes(kind) ? block(kind) : instead;
}

function foreignBlock(written: string): Mistake | null {
  for (const { form, hint, hasEnd } of blocks) {
    const match = form.exec(written);
    if (match === null) continue;
    const [line = ""] = match[0].trim().split("\n");
    return { ...published(line, hint(match.groups ?? {})), ...(hasEnd && { mark: "start" }) };
  }
  return null;
}

function published(written: string, hint: string): SampleFault {
  return { message: `\`${written}\` does nothing here: it is published as text`, hint };
}

/** `{% hint style="info" %}`, `{{< note >}}`; a finding of the start covers the end. */
const shortcode = /(?<!\\)(?:\{%-?(?=[^\n{}]*%\})|\{\{[<%])[ \t]*(?!end)(?<name>[a-z][\w-]*)(?<tail>[^\n{}]*\}{0,2})/gi;
/** `{.wide}`, `{: .wide}`, `{#id .wide}`, `{:target="_blank"}` at the end of a line. */
const attributes =
  /(?<![^\s])\{(?:[ \t]*[.#][a-z][\w:.-]*|:[ \t]*(?:[.#]?[a-z][\w-]*(?:=[^\s{}]*)?))(?:[ \t]+[^{}\n]*)?\}[ \t]*$/gim;
const attributesBehind = /^\{(?::|[ \t]*[.#][a-z]|[ \t]*[a-z-]+=)[^{}\n]*\}/i;
const takesAttributes: ReadonlySet<string> = new Set(["link", "image", "linkReference", "imageReference"]);

export interface NodeContext {
  readonly index: number;
  readonly parent: Parents;
  /** The page's text. */
  readonly source: string;
}

/** Another tool's syntax within a text. `written` is the node's source. */
export function foreignWords(node: Text, written: string, { index, parent }: NodeContext): readonly Mistake[] {
  if (!written.includes("{")) return [];
  const codes = Array.from(written.matchAll(shortcode), ({ index: offset, 0: start, groups = {} }) => {
    const kind = /\b(?:style|type)="?(\w+)/.exec(groups["tail"] ?? "")?.[1] ?? groups["name"];
    return { ...published(start.trim(), directive(kind)), offset };
  });
  const isOwn = parent.type === "heading" && index === parent.children.length - 1 && customId.test(node.value);
  const before = parent.children[index - 1];
  const behind = before !== undefined && takesAttributes.has(before.type) ? attributesBehind.exec(written) : null;
  const lists = [...(behind === null ? [] : [behind]), ...(isOwn ? [] : written.matchAll(attributes))];
  return [
    ...codes,
    ...lists.map((match) => ({
      ...published(match[0].trim(), "remove it; docs-build knows {#id} at the end of a heading"),
      offset: match.index,
    })),
  ];
}
