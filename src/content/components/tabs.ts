import type { Element, ElementContent } from "hast";
import { h } from "hastscript";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import { elementsOf } from "../markdown/markdown.ts";
import { titled } from "../markdown/markdown-forms.ts";
import type { Render, Rendering } from "../markdown/placeholder.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** One panel of a set of tabs. `value` is what a remembered choice is compared with. */
interface Panel {
  readonly label: string;
  readonly value: string;
  readonly children: readonly ElementContent[];
}

/** How many panels the styles can tell apart without script. */
const maxPanels = 8;

/** `::::tabs` around `:::tab[Label]`: panels of which one shows. Radio buttons do it, so it works without script. */
export function tabs(node: BlockDirective, draft: DocumentDraft): Rendering {
  const legend = takeLabel(node) ?? "Variants";
  const html: Render = (children) => {
    const panels = elementsOf(children).flatMap(toPanel);
    if (panels.length === 0 || panels.length > maxPanels) {
      const message = `tabs with ${panels.length} panels`;
      const hint = `write 1 to ${maxPanels} :::tab[Label] blocks inside`;
      draft.report("directive/invalid", { message, hint }, node);
    }
    return [tabSet(legend, panels, draft.nextTabSet())];
  };
  return { html, markdown: (content) => content };
}

/** `:::tab[Label]`, inside `::::tabs`. */
export function tab(node: BlockDirective, draft: DocumentDraft): Rendering {
  const label = takeLabel(node);
  if (label === null)
    draft.report("directive/invalid", { message: "a tab without a label", hint: "write :::tab[Label]" }, node);
  return {
    html: (children) => [h("div.tab-panel", { dataLabel: label ?? "Tab" }, children)],
    markdown: (content) => titled(label ?? "Tab", content),
  };
}

function toPanel({ properties: { dataLabel: label }, children }: Element): Panel[] {
  return typeof label === "string" ? [{ label, value: label.toLowerCase(), children }] : [];
}

/** Tabs of these are one reader's choice, whatever page they are on. */
const languages: ReadonlySet<string> = new Set([
  ...["curl", "javascript", "typescript", "node.js", "python", "ruby", "php", "go", "rust", "java", "kotlin", "swift"],
  ...["c#", "c", "c++", "shell", "bash", "powershell"],
]);

/** The markup of a set of tabs; `number` is unique on its page. Sets of languages follow one remembered choice. */
export function tabSet(legend: string, panels: readonly Panel[], number: number): ElementContent {
  const name = `tabs-${number}`;
  const sync = panels.length > 0 && panels.every(({ value }) => languages.has(value)) ? "language" : undefined;
  return h("fieldset.tabs", { dataSync: sync }, [
    h("legend.visually-hidden", legend),
    h(
      "div.tab-bar",
      panels.map(({ label, value }, index) =>
        h("label", [h("input", { type: "radio", name, value, checked: index === 0 }), h("span", label)]),
      ),
    ),
    // Where one choice does not show one panel alone, paper has them all, and each says what it is.
    ...panels.map(({ label, children }) => h("div.tab-panel", { dataLabel: sync ? undefined : label }, [...children])),
  ]);
}
