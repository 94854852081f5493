import type { Element, Root } from "hast";
import { defaultHandlers, type Handle, type State, toMdast as convert } from "hast-util-to-mdast";
import { toString } from "hast-util-to-string";
import type { FootnoteDefinition, Heading, Link, Node, Nodes, Paragraph, PhrasingContent, RootContent } from "mdast";

import type { MarkdownAddress, MarkdownText } from "#shared/document.ts";
import { decodePercent } from "#shared/percent.ts";

import { elementsOf } from "./markdown.ts";
import { isBlock, shifted } from "./markdown-forms.ts";

/** An element's form in Markdown if its tag doesn't say it. */
export type MarkdownForm =
  | "nothing"
  | "quote"
  | "title"
  /** Words in parentheses. */
  | "aside"
  /** Joins the paragraphs of a list's entry. */
  | "line"
  /** Blocks below a title that the page shows in another way. */
  | { readonly title: string }
  | { readonly code: string; readonly language: string }
  | { readonly written: MarkdownText };

declare module "hast" {
  interface ElementData {
    markdown?: MarkdownForm;
  }
}

declare module "mdast" {
  interface PhrasingContentMap {
    written: WrittenNode;
  }
  interface RootContentMap {
    written: WrittenNode;
  }
}

export interface WrittenNode extends Node {
  readonly type: "written";
  readonly text: MarkdownText;
}

/** Gives an element a form in Markdown other than its tag's. */
export function inMarkdown(element: Element, form: MarkdownForm): Element {
  return { ...element, data: { ...element.data, markdown: form } };
}

export function toMdast(tree: Root, toMark: ToMark): Nodes {
  const handlers = { ...defaultHandlers, ...ownHandlers, ...linkHandlers(toMark) };
  const byForm = Object.entries(handlers).map(([tag, handle]) => [tag, inForm(handle)] as const);
  return convert(tree, {
    document: true,
    newlines: true,
    handlers: Object.fromEntries(byForm),
    nodeHandlers: { comment: toNothing, raw: toNothing },
  });
}

const toNothing = (): undefined => undefined;

function inForm(handle: Handle): Handle {
  return (state, element, parent) => {
    const form = element.data?.markdown;
    switch (form) {
      case undefined:
        return handle(state, element, parent);
      case "nothing":
        return undefined;
      case "quote":
        return { type: "blockquote", children: state.toFlow(state.all(element)) };
      case "title":
        return toTitle(state, element);
      case "aside":
        return [{ type: "text", value: "(" }, ...state.all(element), { type: "text", value: ")" }];
      case "line":
        return { type: "listItem", spread: false, children: joinParagraphs(state.toFlow(state.all(element))) };
      default:
        if ("written" in form) return toWritten(element, form.written);
        if ("code" in form) return { type: "code", lang: form.language, value: form.code };
        return [boldLine([{ type: "text", value: form.title }]), ...state.toFlow(state.all(element))];
    }
  };
}

function toWritten({ tagName }: Element, text: MarkdownText): Paragraph | WrittenNode {
  return tagName === "p" ? { type: "paragraph", children: [{ type: "written", text }] } : { type: "written", text };
}

const ownHandlers: Record<string, Handle> = {
  button: toNothing,
  wbr: toNothing,
  "docs-title": toNothing,
  code: (_, element) => ({ type: "inlineCode", value: toString(element) }),
  summary: toTitle,
  figcaption: toTitle,
  legend: toTitle,
  dl: toDefinitions,
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, toHeading])),
  // A break between blocks separates nothing.
  br: (state, element, parent) => (parent?.type === "root" ? undefined : defaultHandlers.br(state, element)),
  section: (state, element) =>
    element.properties["dataFootnotes"] === undefined
      ? defaultHandlers.section(state, element)
      : toFootnotes(state, element),
  table: (state, element) => [
    ...elementsOf(element.children)
      .filter(({ tagName }) => tagName === "caption")
      .flatMap((caption) => toTitle(state, caption)),
    defaultHandlers.table(state, element),
  ],
  td: toCell,
  th: toCell,
  ...Object.fromEntries(["sup", "sub"].map((tag) => [tag, toShifted])),
};

function toShifted(state: State, { tagName, children }: Element): RootContent[] {
  const [first] = children;
  const value = first?.type === "text" && children.length === 1 ? shifted(first.value, tagName) : null;
  return value === null ? state.all({ type: "root", children }) : [{ type: "text", value }];
}

function toHeading(state: State, element: Element): Heading {
  const heading = defaultHandlers.h1(state, element);
  const children = heading.children.map((child) =>
    child.type === "break" ? { type: "text" as const, value: " " } : child,
  );
  return { ...heading, depth: heading.depth === 1 ? 2 : heading.depth, children };
}

function toTitle(state: State, element: Element): RootContent[] {
  const children = state.all(element);
  if (children.some(isBlock)) return state.toFlow(children);
  const words = state.toFlow(children).flatMap((line) => (line.type === "paragraph" ? line.children : []));
  return words.length === 0 ? [] : [boldLine(words)];
}

function boldLine(words: readonly PhrasingContent[]): Paragraph {
  // Bold words in a bold line would end it.
  const children = words.flatMap((word) => (word.type === "strong" ? word.children : [word]));
  return { type: "paragraph", children: [{ type: "strong", children }] };
}

type Blocks = ReturnType<State["toFlow"]>;

function joinParagraphs(blocks: Blocks): Blocks {
  const words = blocks.flatMap((block) =>
    block.type === "paragraph" ? [{ type: "text" as const, value: "\n" }, ...block.children] : [],
  );
  return [{ type: "paragraph", children: words.slice(1) }, ...blocks.filter(({ type }) => type !== "paragraph")];
}

function toDefinitions(state: State, { children }: Element): RootContent[] {
  const blocks: RootContent[] = [];
  const parts = elementsOf(children).flatMap((part) => (part.tagName === "div" ? elementsOf(part.children) : [part]));
  let name: Paragraph | null = null;
  for (const part of parts) {
    if (part.tagName === "dt") {
      const words = state.toFlow(state.all(part)).flatMap((line) => (line.type === "paragraph" ? line.children : []));
      name = boldLine([...words, { type: "text", value: ":" }]);
      blocks.push(name);
      continue;
    }
    const [first, ...following] = state.toFlow(state.all(part));
    if (name !== null && first?.type === "paragraph") {
      name.children.push({ type: "text", value: " " }, ...first.children);
      blocks.push(...following);
    } else blocks.push(...(first === undefined ? [] : [first]), ...following);
    name = null;
  }
  return blocks;
}

function toCell(state: State, element: Element): Nodes {
  const cell = defaultHandlers.td(state, element);
  return { ...cell, children: inLine(cell.children) };
}

function inLine(nodes: readonly RootContent[]): PhrasingContent[] {
  return nodes.flatMap((node, index): PhrasingContent[] => {
    const before = nodes[index - 1];
    const isApart = before !== undefined && (isBlock(node) || isBlock(before));
    return isApart ? [{ type: "break" }, ...phrasingOf(node)] : phrasingOf(node);
  });
}

function phrasingOf(node: RootContent): PhrasingContent[] {
  if (node.type === "written" || !isBlock(node)) return [node];
  if (node.type === "code") return [{ type: "inlineCode", value: node.value.replaceAll(/\s*\n\s*/g, " ") }];
  return "children" in node ? inLine(node.children) : [];
}

/** Returns the mark of an address in the text. */
type ToMark = (target: MarkdownAddress["target"], element: Element) => string;

function linkHandlers(toMark: ToMark): Record<string, Handle> {
  const film: Handle = (_, element): Link | undefined => {
    const { ariaLabel, title } = element.properties;
    const files = [element, ...elementsOf(element.children)].map(({ properties: { src } }) => src);
    const address = files.find((src) => typeof src === "string");
    if (typeof address !== "string") return undefined;
    const value = ariaLabel ?? title ?? address;
    return { type: "link", url: toMark({ kind: "link", address }, element), children: [{ type: "text", value }] };
  };
  return {
    a: (state, element) => toLink(state, element, toMark),
    img: (state, element) => {
      const address = element.properties["src"] ?? "";
      const url = toMark({ kind: "image", address, isInLink: false }, element);
      return { ...defaultHandlers.img(state, element), url };
    },
    iframe: (state, element) => {
      const link = defaultHandlers.iframe(state, element);
      return link && { ...link, url: toMark({ kind: "link", address: link.url }, element) };
    },
    audio: film,
    video: film,
  };
}

function toLink(state: State, element: Element, toMark: ToMark): Nodes | RootContent[] | undefined {
  const { href, dataFootnoteRef, dataFootnoteBackref } = element.properties;
  if (dataFootnoteRef !== undefined) return { type: "footnoteReference", identifier: footnoteName(href) };
  if (dataFootnoteBackref !== undefined) return undefined;
  const link = defaultHandlers.a(state, element);
  const { contract } = element.data ?? {};
  if (contract !== undefined) {
    const { api, anchor } = contract;
    return { ...link, url: toMark({ kind: "contract", ...(api !== undefined && { api }), anchor }, element) };
  }
  return typeof href === "string" ? { ...link, url: toMark({ kind: "link", address: href }, element) } : link.children;
}

function toFootnotes(state: State, section: Element): FootnoteDefinition[] {
  const lists = elementsOf(section.children).filter(({ tagName }) => tagName === "ol");
  return lists
    .flatMap(({ children }) => elementsOf(children))
    .map((entry) => ({
      type: "footnoteDefinition",
      identifier: footnoteName(entry.properties["id"]),
      children: state.toFlow(state.all(entry)),
    }));
}

function footnoteName(address: unknown): string {
  const name = String(address).replace(/^#?fn-/, "");
  return decodePercent(name) ?? name;
}
