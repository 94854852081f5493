import type { ElementContent } from "hast";
import { h } from "hastscript";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import { elementsOf } from "../markdown/markdown.ts";
import type { Render } from "../markdown/placeholder.ts";
import { inMarkdown, type MarkdownForm } from "../markdown/to-mdast.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** A remembered choice is compared with `value`. */
interface Panel {
  readonly label: string;
  readonly value: string;
  readonly children: readonly ElementContent[];
  readonly markdown: MarkdownForm | null;
}

/** The styles tell this many panels apart without script. */
const maxPanels = 8;

/** `::::tabs` wraps `:::tab[Label]`. Radio buttons switch the panels, so tabs work without script. */
export function tabs(node: BlockDirective, draft: DocumentDraft): Render {
  const legend = takeLabel(node) ?? "Variants";
  return (children) => {
    const panels = elementsOf(children).flatMap(({ properties: { dataLabel: label }, children: content }): Panel[] => {
      if (typeof label !== "string") return [];
      return [{ label, value: label.toLowerCase(), children: content, markdown: { title: label } }];
    });
    if (panels.length === 0 || panels.length > maxPanels) {
      const message = `tabs with ${panels.length} panels`;
      const hint = `write 1 to ${maxPanels} :::tab[Label] blocks inside`;
      draft.report("directive/invalid", { message, hint }, node);
    }
    return [tabSet(legend, panels, draft.nextTabSet())];
  };
}

export function tab(node: BlockDirective, draft: DocumentDraft): Render {
  const label = takeLabel(node);
  if (label === null)
    draft.report("directive/invalid", { message: "a tab without a label", hint: "write :::tab[Label]" }, node);
  return (children) => [h("div.tab-panel", { dataLabel: label ?? "Tab" }, children)];
}

/** A reader's choice among these holds on every page. */
const languages: ReadonlySet<string> = new Set([
  ...["curl", "javascript", "typescript", "node.js", "python", "ruby", "php", "go", "rust", "java", "kotlin", "swift"],
  ...["c#", "c", "c++", "shell", "bash", "powershell"],
]);

/** `number` is unique on the page. Sets of languages follow one remembered choice. */
export function tabSet(legend: string, panels: readonly Panel[], number: number): ElementContent {
  const name = `tabs-${number}`;
  const sync = panels.length > 0 && panels.every(({ value }) => languages.has(value)) ? "language" : undefined;
  const labels = panels.map(({ label, value }, index) =>
    h("label", [h("input", { type: "radio", name, value, checked: index === 0 }), h("span", label)]),
  );
  return h("fieldset.tabs", { dataSync: sync }, [
    inMarkdown(h("legend.visually-hidden", legend), "nothing"),
    inMarkdown(h("div.tab-bar", labels), "nothing"),
    // Paper shows every panel with its label, unless a remembered choice shows just one.
    ...panels.map(({ label, children, markdown }) => {
      const panel = h("div.tab-panel", { dataLabel: sync ? undefined : label }, [...children]);
      return markdown === null ? panel : inMarkdown(panel, markdown);
    }),
  ]);
}
