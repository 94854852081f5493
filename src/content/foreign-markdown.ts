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

/** A block of another tool's syntax; null for a plain paragraph. `written` is its source. */
export function foreignBlock(written: string): Mistake | null {
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
const shortcode = /(?<!\\)(?:\{%-?(?=[^\n{}]*%\})|\{\{[<%])[ \t]*(?!end)(?<name>[a-z][\w-]*)(?<rest>[^\n{}]*\}{0,2})/gi;
/** `{.wide}`, `{: .wide}`, `{#id .wide}`, `{:target="_blank"}` at the end of a line. */
const attributes =
  /(?<![^\s])\{(?:[ \t]*[.#][a-z][\w:.-]*|:[ \t]*(?:[.#]?[a-z][\w-]*(?:=[^\s{}]*)?))(?:[ \t]+[^{}\n]*)?\}[ \t]*$/gim;
const attributesBehind = /^\{(?::|[ \t]*[.#][a-z]|[ \t]*[a-z-]+=)[^{}\n]*\}/i;
const takesAttributes: ReadonlySet<string> = new Set(["link", "image", "linkReference", "imageReference"]);

export interface NodeContext {
  readonly index: number;
  readonly parent: Parents;
}

/** Another tool's syntax within a text. `written` is the node's source. */
export function foreignWords(node: Text, written: string, { index, parent }: NodeContext): readonly Mistake[] {
  if (!written.includes("{")) return [];
  const codes = Array.from(written.matchAll(shortcode), ({ index: offset, 0: start, groups = {} }) => {
    const kind = /\b(?:style|type)="?(\w+)/.exec(groups["rest"] ?? "")?.[1] ?? groups["name"];
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
