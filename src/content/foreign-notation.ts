import type { Parents, Text } from "mdast";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";

import { admonitionNames } from "./components/admonition.ts";
import { customId } from "./markdown/markdown-forms.ts";

/** Markdown that its writer can't have meant. */
export interface Mistake extends SampleFault {
  /** The offset in the node's text; its start by default. */
  readonly offset?: number;
  /** The text looks like the start or the end of a directive. */
  readonly mark?: "start" | "end";
}

const include = "write ::include{file=_blocks/name.md}";
const instead = "remove it; `docs-build explain directives` lists what there is instead";

interface ForeignBlock {
  readonly form: RegExp;
  readonly hint: (match: Readonly<Record<string, string | undefined>>) => string;
  /** A `:::` ends it. */
  readonly hasEnd?: true;
}

/** Starts of blocks in MkDocs, VitePress, Quarto, MyST, Sphinx, ReadMe and wikis, with their forms here. */
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
    form: /^(?:\[TOC\]|\{toc(?::[^{}\n]*)?\}|\[?\[_?TOC_?\]\]|\$\{toc\}|\{\{[ \t]*toc[ \t]*\}\}|\{:[ \t]*toc\})[ \t]*$/i,
    hint: () => "remove it: a page's contents are beside its text",
  },
  {
    form: /^\$\$(?:[ \t]*\n(?=[^]*\n[ \t>]*\$\$\s*$)|[^$\n]+[ \t]\$\$$)/,
    hint: () => "show the formula as a picture, or write it as code",
  },
  {
    form: /^\/\/\/ ?(?<kind>[a-z][\w-]*)(?:[ \t]*\|[ \t]*(?<title>[^\n]*))?[ \t]*(?:\n|$)/,
    hint: ({ kind, title }) => (kind === "details" ? block(kind, title || "Title") : directive(kind, title)),
  },
  { form: /^-+8<-+[^\n]*/, hint: () => include },
  { form: /^<<<[ \t]*[@./~][^\n]*/, hint: () => "write ::program{file=_programs/name.js}" },
  { form: /^\*\[[^\]\n]+\]:/, hint: () => 'write <abbr title="…"> and </abbr> around the word' },
  {
    form: /(?<=^|\n)\[block:[a-z-]+\]/,
    hint: () => "write what it holds as Markdown: a table, a code block, a heading, a picture or :::note",
  },
  {
    form: /^\{(?<kind>info|note|tip|warning|code|noformat|panel|quote|expand)(?::[^{}\n]*)?\}/,
    hint: ({ kind }) => directive(kind),
  },
  { form: /^h[1-6]\.[ \t](?=\S)/, hint: () => "write ## and a space" },
];

function block(name: string, title = ""): string {
  return `write :::${name}${title.trim() === "" ? "" : `[${title.trim()}]`}, its text, and ::: below it`;
}

function toKind(kind = ""): string {
  return admonitionNames.includes(kind) ? kind : "note";
}

/** What another tool's directive is here. */
const directives: ReadonlyMap<string, string> = new Map([
  ["tabs", "write ::::tabs and :::: around the tabs"],
  ["code", 'write title="…" behind the language of the code block'],
  ["highlight", "write a code block: ``` and its language"],
  ["include", include],
  ...["embed", "file", "content-ref", "link", "ref", "relref"].map((name) => [name, "write [Text](address)"] as const),
]);

function directive(kind = "", title = ""): string {
  if (kind === "tab") return `${block("tab", title)}, in ::::tabs`;
  return admonitionNames.includes(kind) ? block(kind, title) : (directives.get(kind) ?? instead);
}

export function foreignBlock(written: string): Mistake | null {
  for (const { form, hint, hasEnd } of blocks) {
    const match = form.exec(written);
    if (match === null) continue;
    const [line = ""] = match[0].trim().split("\n");
    return { ...published(line, hint(match.groups ?? {})), offset: match.index, ...(hasEnd && { mark: "start" }) };
  }
  return null;
}

function published(written: string, hint: string): SampleFault {
  return { message: `\`${written}\` does nothing here: it is published as text`, hint };
}

/** VitePress includes a file by a comment. */
export function foreignComment(written: string): Mistake | null {
  const [comment] = /^<!--[ \t]*@include:[^\n]*-->/.exec(written) ?? [];
  return comment === undefined ? null : { message: `\`${comment}\` includes nothing here`, hint: include };
}

/** Notations within a line. */
const inLine: readonly (readonly [form: RegExp, hint: string])[] = [
  [/(?<!\\)\{\/\* #[\w-]+ \*\/\}/g, "write {#id}, which names the heading"],
  [/(?<!\\)\{[ \t]*\/\*(?! #[\w-]+ \*\/\})/g, "write <!-- and -->, which nobody sees"],
  [
    /(?<!\\)\{\{(?![<%])(?=[^{}\n]*[\s.|])[^{}\n]*\}\}/g,
    "write its value, or put it in backticks where it's meant as it is",
  ],
  [/<[A-Za-z][\w.-]*\s[^<>]*?(?:=\{|[\s][@#][a-z][\w.-]*=")/g, "write it as Markdown, with a directive or as HTML"],
  [/(?<![\\[])\[\[(?=\p{L})(?!toc\])[^[\]\n]+\]\](?![[(])/giu, "write [Text](./page.md)"],
  [/(?<![\w\\:/`]):(?:[a-z][\w-]+|[+-]1|100):(?![\w:/`])/g, "write the emoji itself, or remove it"],
  [/(?<![\\$])\$\$(?=\S)[^$\n]+(?<=\S)\$\$/g, "show the formula as a picture, or write it as code"],
  [
    /(?<![\\$\w])\$(?=\S)[^$\n\\]*\\[a-z][^$\n]*(?<=\S)\$(?!\w)/gi,
    "show the formula as a picture, or write it as code",
  ],
  [/(?<![\w+])\+\+[a-z0-9]+(?:\+[a-z0-9-]+)*\+\+(?![\w+])/gi, "write <kbd> and </kbd> around each key"],
  [/(?<![\w=])==(?=[^\s=])[^=\n]*[^\s=]==(?![\w=])/g, "write <mark> and </mark> around the words"],
];

/** `{% hint style="info" %}`, `{{< note >}}`; a finding of the start covers the end. An address within ends the text. */
const shortcode =
  /(?<!\\)(?:\{%-?(?=[^\n{}]*(?:%\}|=["'](?![^])))|\{\{[<%])[ \t]*(?!end)(?<name>@?[a-z][\w-]*)(?<tail>[^\n{}]*\}{0,2})/gi;
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
  if (!/[{[:$+=<]/.test(written)) return [];
  const codes = Array.from(written.matchAll(shortcode), ({ index: offset, 0: start, groups = {} }) => {
    const { name, tail = "" } = groups;
    const kind = /\b(?:style|type)="?(\w+)/.exec(tail)?.[1] ?? name;
    return { ...published(start.trim(), directive(kind, /\btitle="([^"]*)"/.exec(tail)?.[1])), offset };
  });
  const isOwn = parent.type === "heading" && index === parent.children.length - 1 && customId.test(node.value);
  const before = parent.children[index - 1];
  const behind = before !== undefined && takesAttributes.has(before.type) ? attributesBehind.exec(written) : null;
  const lists = [...(behind === null ? [] : [behind]), ...(isOwn ? [] : written.matchAll(attributes))];
  const signs = inLine.flatMap(([form, hint]) =>
    Array.from(written.matchAll(form), ({ index: offset, 0: sign }) => ({ ...published(sign, hint), offset })),
  );
  return [
    ...codes,
    ...signs,
    ...lists.map((match) => ({
      ...published(match[0].trim(), "remove it; docs-build knows {#id} at the end of a heading"),
      offset: match.index,
    })),
  ];
}
