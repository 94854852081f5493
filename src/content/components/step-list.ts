import type { Element, ElementContent } from "hast";
import { h } from "hastscript";
import type { TextDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";

import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { elementsOf, isBlank } from "../markdown/markdown.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";
import type { Located } from "../markdown/source-lines.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** `:::steps` wraps a numbered list. A step has a title (bold, or a link to its section), calls, and values to keep in `:keep[…]`. */
export function steps(node: BlockDirective, draft: DocumentDraft): Render {
  const [list, another] = node.children;
  const items = list?.type === "list" && list.ordered === true && another === undefined ? list.children : [];
  if (items.length === 0) report(node, "steps that aren't one numbered list", draft);
  for (const item of items) {
    const [first] = item.children;
    const title = first?.type === "paragraph" ? first.children[0]?.type : undefined;
    if (title !== "link" && title !== "strong")
      report(item, "a step that begins with neither a link nor bold words", draft);
    for (const piece of item.children.flatMap((block) => (block.type === "paragraph" ? block.children : [])))
      if (piece.type === "textDirective" && piece.name === "keep") piece.data = draft.placeholders.add(chip);
  }
  return (children) => {
    const lists = elementsOf(children).filter(({ tagName }) => tagName === "ol");
    return [h("ol.steps", lists.flatMap((entries) => elementsOf(entries.children)).map(toStep))];
  };
}

function report(node: Located, message: string, draft: DocumentDraft): void {
  const fault: SampleFault = { message, hint: "write a step an entry: 1. [Title](#section) [](op:…) :keep[its `id`]" };
  draft.report("directive/invalid", fault, node);
}

const chip: Render = (children) => [inMarkdown(h("p.keep", ["you keep ", ...children]), "aside")];

/** Reports a `:keep[…]` outside a step. */
export function strayKeep(node: TextDirective, draft: DocumentDraft): Render {
  const fault = { message: "a keep outside of steps", hint: "it belongs to an entry of :::steps, after its calls" };
  draft.report("directive/invalid", fault, node);
  return onlyChildren;
}

function toStep(entry: Element): Element {
  const pieces = entry.children.flatMap((child) =>
    child.type === "element" && child.tagName === "p" && !hasClass(child, "keep") ? child.children : [child],
  );
  const [title, ...content] = pieces.filter((piece, index) => index > 0 || !isBlank(piece));
  const calls = content.filter((piece) => !isKeep(piece));
  const step = h("li", [
    h("p", title === undefined ? [] : [title]),
    ...(calls.every(isBlank) ? [] : [h("div.calls", calls)]),
    ...content.filter(isKeep),
  ]);
  return inMarkdown(step, "line");
}

function isKeep(piece: ElementContent): boolean {
  return piece.type === "element" && hasClass(piece, "keep");
}

/** `::::check` says how to see that a step worked, and `:::fails` at its end what to do if it didn't. */
export function check(node: BlockDirective, draft: DocumentDraft): Render {
  const title = takeLabel(node) ?? "Check";
  const at = node.children.findIndex((child) => child.type === "containerDirective" && child.name === "fails");
  if (at === 0 || node.children.length === 0 || (at > 0 && at < node.children.length - 1)) {
    const message = at > 0 ? "more after what to do if it fails" : "a check that says nothing to check";
    const fault = { message, hint: "write what to check, then one :::fails block" };
    draft.report("directive/invalid", fault, node);
  }
  return (children) => {
    const failures = elementsOf(children).filter((child) => hasClass(child, "fails"));
    const instructions = children.filter((child) => child.type !== "element" || !failures.includes(child));
    return [h("dl.proof", [h("div", [h("dt", title), h("dd", instructions)]), ...failures])];
  };
}

export function fails(node: BlockDirective): Render {
  const title = takeLabel(node) ?? "If it fails";
  return (children) => [h("div.fails", [h("dt", title), h("dd", children)])];
}
