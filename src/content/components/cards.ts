import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import { diagnose } from "#shared/diagnostic.ts";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Render, Rendering } from "../markdown/placeholder.ts";
import type { BlockDirective } from "./admonition.ts";

/** `:::cards` around a list whose entries begin with a link: each entry is a card, and all of it leads there. */
export function cards(node: BlockDirective, draft: DocumentDraft): Rendering {
  const position = draft.lines.positionOf(node);
  const html: Render = (children) => {
    const elements = children.filter((child) => child.type === "element");
    const [list, ...more] = elements;
    const entries = list?.tagName === "ul" ? list.children.filter((child) => child.type === "element") : [];
    const fault = faultOf(entries, more);
    if (fault !== null) {
      const hint = "write a list in it, an entry a card: - [Title](./page.md) One sentence.";
      draft.diagnostics.push(diagnose("directive/invalid", fault, position, hint));
    }
    return [h("ul.cards", entries)];
  };
  return { html, markdown: (content) => content };
}

function faultOf(entries: readonly Element[], more: readonly Element[]): string | null {
  if (entries.length === 0 || more.length > 0) return "cards that are not one list";
  return entries.every(beginsWithLink) ? null : "a card that does not begin with a link";
}

/** Entries with empty lines between them hold paragraphs. */
function beginsWithLink(entry: Element): boolean {
  const first = entry.children.find(isNotBlank);
  if (first?.type !== "element") return false;
  return first.tagName === "a" || (first.tagName === "p" && beginsWithLink(first));
}

function isNotBlank(child: ElementContent): boolean {
  return child.type !== "text" || child.value.trim() !== "";
}
