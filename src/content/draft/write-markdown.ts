import { toString as hastToString } from "hast-util-to-string";
import type { Html, Link, Node, Parents, Root, RootContent } from "mdast";
import type { ContainerDirective, LeafDirective, TextDirective } from "mdast-util-directive";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, type Info, type State, toMarkdown } from "mdast-util-to-markdown";

import type { Position } from "#shared/diagnostic.ts";
import type { MarkdownText } from "#shared/document.ts";
import { escapeText } from "#shared/markdown-forms.ts";

import type { Addresses } from "./addresses.ts";
import { parseRawHtml } from "./markdown.ts";
import type { Rendering } from "./placeholder.ts";
import type { Located } from "./source-lines.ts";

/** What is known of the nodes of a tree beside the tree. */
interface MarkdownSource {
  readonly addresses: Addresses;
  readonly lines: {
    readonly positionOf: (node: Located) => Position;
    readonly textOf: (node: Located) => string;
  };
  /** The components that nodes stand for. */
  readonly placeholders: { readonly toMarkdown: (node: RootContent) => Rendering["markdown"] | null };
}

declare module "mdast" {
  interface RootContentMap {
    written: Written;
  }
}

/** A block in the very words of its author. */
interface Written extends Node {
  readonly type: "written";
  readonly value: string;
}

/** Writes a tree as CommonMark with the tables, footnotes and task lists of GFM: no directives, no HTML. Changes the tree. */
export function writeMarkdown(tree: Root, source: MarkdownSource): MarkdownText {
  prepare(tree, source);
  const text = toMarkdown(tree, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: handlersFor(source),
    bullet: "-",
    emphasis: "_",
    rule: "-",
    resourceLink: true,
    listItemIndent: "one",
  });
  return source.addresses.split(text);
}

/** What is the same on every page: blocks of nothing else are not written anew, which takes long. */
const plainTypes: ReadonlySet<string> = new Set<RootContent["type"]>([
  ...(["blockquote", "list", "listItem", "paragraph", "table", "tableRow", "tableCell", "thematicBreak"] as const),
  ...(["break", "delete", "emphasis", "inlineCode", "strong", "text"] as const),
]);

/**
 * Puts marks into the place of addresses, makes headings what they are on the page, and leaves blocks as they were
 * written where it can. Returns whether a node is one that can.
 */
function prepare(parent: Parents, source: MarkdownSource): boolean {
  let isPlain = plainTypes.has(parent.type);
  for (let index = parent.children.length - 1; index >= 0; index -= 1) {
    const child = parent.children[index];
    if (child === undefined) continue;
    if (child.type === "html" && isSilent(child.value)) parent.children.splice(index, 1);
    if (child.type === "heading") finishHeading(child);
    if (child.type === "link" || child.type === "image" || child.type === "definition") markAddress(child, source);
    const isPlainChild = "children" in child ? prepare(child, source) : plainTypes.has(child.type);
    if (isPlainChild && standsAlone(index, parent)) parent.children[index] = asWritten(child, source);
    isPlain &&= isPlainChild;
  }
  return isPlain;
}

/** Whether no line of a block begins with what belongs to a block around it, and it is no list that could run into another. */
function standsAlone(index: number, { type, children }: Parents): boolean {
  if (type !== "root" && type !== "containerDirective") return false;
  const [before, node, after] = [children[index - 1], children[index], children[index + 1]];
  if (node?.type === "list" && (before?.type === "list" || after?.type === "list")) return false;
  return node?.position?.start.column === 1;
}

function asWritten(node: RootContent, { lines }: MarkdownSource): Written {
  return { type: "written", value: lines.textOf(node).replaceAll(/\r\n?/g, "\n") };
}

function finishHeading(heading: Extract<RootContent, { type: "heading" }>): void {
  if (heading.depth === 1) heading.depth = 2;
  const last = heading.children.at(-1);
  if (last?.type === "text") last.value = last.value.replace(/\s*\{#[^\s{}]+\}\s*$/, "");
}

type Addressed = Extract<RootContent, { type: "link" | "image" | "definition" }>;

function markAddress(node: Addressed, { addresses, lines, placeholders }: MarkdownSource): void {
  if (placeholders.toMarkdown(node) !== null) return;
  const { url: address } = node;
  const position = lines.positionOf(node);
  const target =
    node.type === "image"
      ? ({ kind: "image", address, isInLink: false } as const)
      : ({ kind: "link", address } as const);
  node.url = addresses.add({ target, position });
}

/** What a handler of the library is called with. */
type Handed<N> = [node: N, parent: Parents | undefined, state: State, info: Info];

function handlersFor(source: MarkdownSource): Record<string, Handle> {
  const { placeholders, lines } = source;
  const block = (...[node, , state, info]: Handed<ContainerDirective>): string => {
    const content = state.containerFlow(node, info);
    return placeholders.toMarkdown(node)?.(content) ?? content;
  };
  const leaf = (node: LeafDirective): string => placeholders.toMarkdown(node)?.("") ?? escapeText(lines.textOf(node));
  const text = (node: TextDirective): string => placeholders.toMarkdown(node)?.("") ?? escapeText(lines.textOf(node));
  const link = (...[node, parent, state, info]: Handed<Link>): string => {
    const component = placeholders.toMarkdown(node);
    if (component === null) return defaultHandlers.link(node, parent, state, info);
    return component(state.containerPhrasing(node, { ...info, before: "[", after: "]" }));
  };
  return {
    containerDirective: block,
    leafDirective: leaf,
    textDirective: Object.assign(text, { peek: () => "x" }),
    link: Object.assign(link, { peek: () => "[" }),
    written: ({ value }: Written) => value,
    html: Object.assign(htmlHandler(source), { peek: () => "x" }),
  };
}

/** Raw HTML by its words. A link that is written as HTML, its tags around Markdown, is a link. */
function htmlHandler({ addresses, lines }: MarkdownSource): (node: Html) => string {
  const open: string[] = [];
  return (node) => {
    const address = startOfLink.exec(node.value)?.[1];
    if (address !== undefined) {
      open.push(addresses.add({ target: { kind: "link", address }, position: lines.positionOf(node) }));
      return "[";
    }
    if (!endOfLink.test(node.value)) return escapeText(wordsOf(node.value));
    const target = open.pop();
    return target === undefined ? "" : `](${target})`;
  };
}

const startOfLink = /^<a\s[^<>]*?\bhref=["']?([^"'<>\s]+)["']?[^<>]*>$/i;
const endOfLink = /^<\/a\s*>$/i;

const singleTag = /^\s*<\/?[a-z][^<>]*>\s*$/i;

function isSilent(html: string): boolean {
  return !startOfLink.test(html) && !endOfLink.test(html) && wordsOf(html) === "";
}

/** The words that raw HTML shows. What stands between two tags of a line is Markdown already. */
function wordsOf(html: string): string {
  if (singleTag.test(html)) return "";
  const shown = html.replaceAll(/<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "");
  return hastToString(parseRawHtml({ type: "root", children: [{ type: "raw", value: shown }] }))
    .replaceAll(/[ \t]+/g, " ")
    .trim();
}
