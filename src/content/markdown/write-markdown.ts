import { toString as hastToString } from "hast-util-to-string";
import type { Html, Image, Link, Node, Parents, Root, RootContent } from "mdast";
import type { ContainerDirective, LeafDirective, TextDirective } from "mdast-util-directive";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, type Info, type State, toMarkdown } from "mdast-util-to-markdown";

import type { Position } from "#shared/diagnostics/diagnostic.ts";
import type { MarkdownAddress, MarkdownText } from "#shared/document.ts";

import { parseHtml } from "./markdown.ts";
import { customId, escapeText } from "./markdown-forms.ts";
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
    written: VerbatimNode;
  }
}

/** A block in the very words of its author. */
interface VerbatimNode extends Node {
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

/** Puts marks into the place of addresses, makes headings what they are on the page, and leaves blocks as they were written where it can. */
function prepare(parent: Parents, source: MarkdownSource): void {
  for (let index = parent.children.length - 1; index >= 0; index -= 1) {
    const child = parent.children[index];
    if (child === undefined) continue;
    const written = standsAlone(index, parent) ? asWritten(child, source) : null;
    if (written !== null) {
      parent.children[index] = written;
      continue;
    }
    if (child.type === "html" && isSilent(child.value, parent)) parent.children.splice(index, 1);
    if (child.type === "heading") finishHeading(child);
    if (child.type === "link" || child.type === "image" || child.type === "definition") markAddress(child, source);
    if ("children" in child) prepare(child, source);
  }
}

/** Whether no line of a block begins with what belongs to a block around it, and it is no list that could run into another. */
function standsAlone(index: number, { type, children }: Parents): boolean {
  if (type !== "root" && type !== "containerDirective") return false;
  const [before, node, after] = [children[index - 1], children[index], children[index + 1]];
  if (node?.type === "list" && (before?.type === "list" || after?.type === "list")) return false;
  return node?.position?.start.column === 1;
}

/** What means the same on every page. */
const plainTypes: ReadonlySet<string> = new Set<RootContent["type"]>([
  ...(["blockquote", "list", "listItem", "paragraph", "table", "tableRow", "tableCell", "thematicBreak"] as const),
  ...(["break", "delete", "emphasis", "inlineCode", "strong", "text"] as const),
]);

/** A block in the words of its author with marks for its addresses; null when it holds what has to be written anew. */
function asWritten(block: RootContent, source: MarkdownSource): VerbatimNode | null {
  const pieces: string[] = [];
  const text = source.lines.textOf(block);
  const start = block.position?.start.offset ?? 0;
  let copied = 0;
  const take = (node: RootContent): boolean => {
    if ("children" in node && !node.children.every(take)) return false;
    if (node.type !== "link" && node.type !== "image") return plainTypes.has(node.type);
    const place = addressPlace(node, source);
    if (place === null) return false;
    pieces.push(text.slice(copied, place - start), toMark(node, source));
    copied = place - start + node.url.length;
    return true;
  };
  if (!take(block)) return null;
  return { type: "written", value: [...pieces, text.slice(copied)].join("").replaceAll(/\r\n?/g, "\n") };
}

function finishHeading(heading: Extract<RootContent, { type: "heading" }>): void {
  if (heading.depth === 1) heading.depth = 2;
  const last = heading.children.at(-1);
  if (last?.type === "text") last.value = last.value.replace(customId, "");
}

type Addressed = Extract<RootContent, { type: "link" | "image" | "definition" }>;

function markAddress(node: Addressed, source: MarkdownSource): void {
  if (source.placeholders.toMarkdown(node) === null) node.url = toMark(node, source);
}

function toMark(node: Addressed, { addresses, lines }: MarkdownSource): string {
  const { url: address } = node;
  const position = lines.positionOf(node);
  const target =
    node.type === "image"
      ? ({ kind: "image", address, isInLink: false } as const)
      : ({ kind: "link", address } as const);
  return addresses.add({ target, position });
}

/** Where a link's address stands in the text, when it stands there at the end and letter for letter: `[text](address)`. */
function addressPlace(node: Link | Image, { lines, placeholders }: MarkdownSource): number | null {
  const isSimple = node.title == null && placeholders.toMarkdown(node) === null;
  if (!isSimple || !lines.textOf(node).endsWith(`](${node.url})`)) return null;
  return (node.position?.end.offset ?? 0) - 1 - node.url.length;
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
  const text = (...[node, , state, info]: Handed<TextDirective>): string =>
    placeholders.toMarkdown(node)?.(state.containerPhrasing(node, { ...info, before: "[", after: "]" })) ??
    escapeText(lines.textOf(node));
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
    written: ({ value }: VerbatimNode) => value,
    html: Object.assign(htmlHandler(source), { peek: () => "x" }),
  };
}

/** Raw HTML by its words. A link that is written as HTML, its tags around Markdown, is a link. */
function htmlHandler({ addresses, lines }: MarkdownSource): (...handed: Handed<Html>) => string {
  const open: string[] = [];
  return (node, _parent, { stack }) => {
    if (lineBreak.test(node.value))
      return stack.includes("tableCell") ? "<br>" : stack.includes("headingAtx") ? " " : "\\\n";
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

const lineBreak = /^<br\s*\/?>$/i;
const startOfLink = /^<a\s[^<>]*?\bhref=["']?([^"'<>\s]+)["']?[^<>]*>$/i;
const endOfLink = /^<\/a\s*>$/i;

const singleTag = /^\s*<\/?[a-z][^<>]*>\s*$/i;

function isSilent(html: string, { type }: Parents): boolean {
  if (lineBreak.test(html)) return type === "root" || type === "listItem" || type === "blockquote";
  return !startOfLink.test(html) && !endOfLink.test(html) && wordsOf(html) === "";
}

/** The words that raw HTML shows. What stands between two tags of a line is Markdown already. */
function wordsOf(html: string): string {
  if (singleTag.test(html)) return "";
  const shown = html.replaceAll(/<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "");
  return hastToString(parseHtml(shown))
    .replaceAll(/[ \t]+/g, " ")
    .trim();
}

const mark = /\uFDD0(\d+)\uFDD1/;

/** What the links of a document lead to while its Markdown is one text: a mark stands for each address. */
export class Addresses {
  readonly #addresses: MarkdownAddress[] = [];

  /** The mark to write in the place of an address. */
  add(address: MarkdownAddress): string {
    return `\uFDD0${this.#addresses.push(address) - 1}\uFDD1`;
  }

  /** A text that was written before, with marks of this document. */
  join(text: MarkdownText): string {
    return text.map((piece) => (typeof piece === "string" ? piece : this.add(piece))).join("");
  }

  /** Cuts a text at its marks. A mark that nobody gave out is text. */
  split(text: string): MarkdownText {
    return text.split(mark).flatMap((piece, index) => {
      const address = index % 2 === 1 ? this.#addresses[Number(piece)] : undefined;
      return address ?? (piece === "" ? [] : piece);
    });
  }
}
