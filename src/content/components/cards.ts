import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import { diagnose } from "#shared/diagnostic.ts";
import { nearest } from "#shared/nearest.ts";

import type { ContractIndex } from "../contract/contract-index.ts";
import { operationLink, withContract } from "../contract/mentions.ts";
import { cellMarkdown } from "../markdown/cell-markdown.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { joined } from "../markdown/markdown-forms.ts";
import { onlyChildren, type Rendering } from "../markdown/placeholder.ts";
import type { BlockDirective } from "./admonition.ts";
import { drawings } from "./drawings.ts";
import { beginsWithLink, entriesOf } from "./linked-list.ts";

/** `:::cards` around a list whose entries begin with a link, or around cards of their own: all of a card leads there. */
export function cards(node: BlockDirective, draft: DocumentDraft): Rendering {
  const position = draft.lines.positionOf(node);
  const hint = "write a list in it, an entry a card: - [Title](./page.md) One sentence.";
  return {
    html: (children) => {
      const entries = entriesOf(children);
      const fault = faultOf(entries);
      if (fault !== null) draft.diagnostics.push(diagnose("directive/invalid", fault, position, hint));
      return [h("ul.cards", [...(entries ?? [])])];
    },
    markdown: (content) => content,
  };
}

function faultOf(entries: readonly Element[] | null): string | null {
  if (entries === null) return "cards that are not one list";
  return entries.every(beginsWithLink) ? null : "a card that does not begin with a link";
}

/** `:::card{icon=truck op=loads_create}`, inside `::::cards`: a card with a drawing and the first call of where it leads. */
export function card(node: BlockDirective, draft: DocumentDraft): Rendering {
  const { icon, op } = node.attributes ?? {};
  const tile = typeof icon === "string" ? drawingOf(icon, node, draft) : [];
  const call = typeof op === "string" ? firstCall(op, node, draft) : onlyChildren;
  return {
    html: (children) => [h("li", [...tile, ...children, ...call.html([])])],
    markdown: (content) => joined([content, call.markdown("")]),
  };
}

function drawingOf(name: string, node: BlockDirective, draft: DocumentDraft): readonly ElementContent[] {
  const path = drawings.get(name);
  if (path !== undefined)
    return [h("svg.icon", { viewBox: "0 0 20 20", ariaHidden: "true" }, [h("path", { d: path })])];
  const suggestion = nearest(name, [...drawings.keys()]);
  const hint = suggestion === null ? `there are ${[...drawings.keys()].join(", ")}` : `did you mean ${suggestion}?`;
  draft.report("directive/invalid", { message: `no icon \`${name}\``, hint }, node);
  return [];
}

function firstCall(id: string, node: BlockDirective, draft: DocumentDraft): Rendering {
  const subject = { name: id, findIn: (index: ContractIndex) => index.operation(id) };
  return withContract({ node, draft, ...subject }, ({ index, value: operation, use }) => {
    use("operation", id);
    const title = operation.method === "get" ? "First read" : "First write";
    const link = operationLink(operation, index);
    return {
      html: () => [h("p.first", [h("small", title), " ", link])],
      markdown: () => `${title}: ${cellMarkdown([link], draft.addresses)}`,
    };
  });
}
