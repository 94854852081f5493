import type { Element } from "hast";
import { h } from "hastscript";

import { diagnose } from "#shared/diagnostic.ts";

import { hasClass } from "../finish-markup.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import type { Rendering } from "../markdown/placeholder.ts";
import type { BlockDirective } from "./admonition.ts";
import { beginsWithLink, entriesOf, isNotBlank } from "./linked-list.ts";

/** `:::rules` around a list whose entries begin with a link: what holds everywhere, and where it is told. Code at the end is the example. */
export function rules(node: BlockDirective, draft: DocumentDraft): Rendering {
  const position = draft.lines.positionOf(node);
  const hint = "write a list in it, an entry a rule: - [Money is cents](#money) Whole numbers. `240000`";
  return {
    html: (children) => {
      const entries = entriesOf(children);
      const fault = faultOf(entries);
      if (fault !== null) draft.diagnostics.push(diagnose("directive/invalid", fault, position, hint));
      for (const entry of entries ?? []) markExample(entry);
      return [h("ul.rules", [...(entries ?? [])])];
    },
    markdown: (content) => content,
  };
}

function faultOf(entries: readonly Element[] | null): string | null {
  if (entries === null) return "rules that are not one list";
  return entries.every(beginsWithLink) ? null : "a rule that does not begin with a link";
}

function markExample(entry: Element): void {
  const last = entry.children.findLast(isNotBlank);
  if (last?.type !== "element") return;
  if (last.tagName === "p") markExample(last);
  else if (last.tagName === "code" || hasClass(last, "money")) {
    entry.children[entry.children.indexOf(last)] = h("span.fact", [last]);
  }
}
