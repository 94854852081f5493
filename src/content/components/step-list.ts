import type { Element, ElementContent } from "hast";
import { h } from "hastscript";
import type { ListItem } from "mdast";
import type { TextDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";

import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Rendering } from "../markdown/placeholder.ts";
import type { Located } from "../markdown/source-lines.ts";
import type { BlockDirective } from "./admonition.ts";

/** `:::steps` around a numbered list: what to do, by the link to its section or in bold, what to call, and in `:keep[…]` what to keep. */
export function steps(node: BlockDirective, draft: DocumentDraft): Rendering {
  const [list, ...more] = node.children;
  const items = list?.type === "list" && list.ordered === true && more.length === 0 ? list.children : [];
  if (items.length === 0) report(node, "steps that are not one numbered list", draft);
  for (const item of items) {
    if (!beginsWithTitle(item)) report(item, "a step that begins with neither a link nor bold words", draft);
    for (const kept of item.children.flatMap(keepsOf)) kept.data = draft.placeholders.add(chip);
  }
  return {
    html: (children) => {
      const lists = children.filter((child) => child.type === "element" && child.tagName === "ol");
      return [h("ol.steps", lists.flatMap(entriesOf).map(toStep))];
    },
    markdown: (content) => content,
  };
}

function report(node: Located, message: string, draft: DocumentDraft): void {
  const fault: SampleFault = { message, hint: "write a step an entry: 1. [Title](#section) [](op:…) :keep[its `id`]" };
  draft.report("directive/invalid", fault, node);
}

function beginsWithTitle({ children: [first] }: ListItem): boolean {
  const begin = first?.type === "paragraph" ? first.children[0] : undefined;
  return begin?.type === "link" || begin?.type === "strong";
}

/** What is to be kept stands beside the calls, never inside of something else. */
function keepsOf(block: ListItem["children"][number]): TextDirective[] {
  const pieces = block.type === "paragraph" ? block.children : [];
  return pieces.filter((piece) => piece.type === "textDirective").filter(({ name }) => name === "keep");
}

const chip: Rendering = {
  html: (children) => [h("p.keep", ["you keep ", ...children])],
  markdown: (content) => `(you keep ${content})`,
};

/** A `:keep[…]` that no step has placed. */
export function strayKeep(node: TextDirective, draft: DocumentDraft): Rendering {
  const fault = { message: "a keep outside of steps", hint: "it belongs to an entry of :::steps, after its calls" };
  draft.report("directive/invalid", fault, node);
  return { html: (children) => children, markdown: (content) => content };
}

function entriesOf(list: ElementContent): Element[] {
  return list.type === "element" ? list.children.filter((child) => child.type === "element") : [];
}

/** Entries with empty lines between them hold paragraphs. */
function toStep(entry: Element): Element {
  const pieces = entry.children.flatMap((child) =>
    child.type === "element" && child.tagName === "p" && !hasClass(child, "keep") ? child.children : [child],
  );
  const [title, ...rest] = pieces.filter((piece, index) => index > 0 || !isBlank(piece));
  const calls = rest.filter((piece) => !isKeep(piece));
  return h("li", [
    h("p", title === undefined ? [] : [title]),
    ...(calls.every(isBlank) ? [] : [h("div.calls", calls.map(withBreaks))]),
    ...rest.filter(isKeep),
  ]);
}

/** On a phone a path breaks after its slashes. */
function withBreaks(piece: ElementContent): ElementContent {
  if (piece.type !== "element") return piece;
  const [text] = piece.children;
  if (piece.tagName !== "code" || text?.type !== "text") return { ...piece, children: piece.children.map(withBreaks) };
  const parts = text.value.split(/(?<=.\/)(?=.)/);
  return {
    ...piece,
    children: parts.flatMap((part, index) => (index === 0 ? [toText(part)] : [h("wbr"), toText(part)])),
  };
}

function toText(value: string): ElementContent {
  return { type: "text", value };
}

function isBlank(piece: ElementContent): boolean {
  return piece.type === "text" && piece.value.trim() === "";
}

function isKeep(piece: ElementContent): boolean {
  return piece.type === "element" && hasClass(piece, "keep");
}
