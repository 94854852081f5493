import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Paragraph, PhrasingContent, Strong } from "mdast";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import type { Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";

export const admonitionNames: readonly string[] = ["note", "tip", "info", "important", "warning", "danger", "caution"];

const looks: ReadonlyMap<string, string> = new Map([
  ["important", "info"],
  ["caution", "danger"],
]);

/** `:::warning[Title]` is a remark beside the text. */
export function admonition(node: BlockDirective): Render {
  const { name } = node;
  const title = markTitle(node, name.charAt(0).toUpperCase() + name.slice(1));
  return ([label, ...content]) => {
    const titleLine = inMarkdown(h("p.admonition-title", titleMarkup(label)), "title");
    const look = `aside.admonition.admonition-${looks.get(name) ?? name}`;
    return [inMarkdown(h(look, { ariaLabel: title }, [titleLine, ...content]), "quote")];
  };
}

/** `:::details[Title]` folds its content under the title; `{open}` unfolds it at first. */
export function details(node: BlockDirective): Render {
  markTitle(node, "Details");
  const open = node.attributes?.["open"] !== undefined;
  return ([label, ...content]) => [h("details", { open }, [h("summary", titleMarkup(label)), ...content])];
}

function markTitle(node: BlockDirective, fallback: string): string {
  const toStrong = (words: readonly PhrasingContent[]): Strong => ({
    type: "strong",
    children: words.length === 0 ? [{ type: "text", value: fallback }] : [...words],
  });
  const [first] = node.children;
  if (node.type === "leafDirective") node.children = [toStrong(node.children)];
  else if (first?.type === "paragraph" && isLabel(first)) first.children = [toStrong(first.children)];
  else node.children.unshift({ type: "paragraph", children: [toStrong([])] });
  return toString(node.children[0]);
}

function titleMarkup(title: ElementContent | undefined): ElementContent[] {
  const bold = title?.type === "element" && title.tagName === "p" ? title.children[0] : title;
  return bold?.type === "element" ? bold.children : [];
}

export type BlockDirective = ContainerDirective | LeafDirective;

/** Removes the `[label]` of a block directive and returns its text; null without one. */
export function takeLabel(node: BlockDirective): string | null {
  const [first] = node.children;
  let label: string | null = null;
  if (node.type === "leafDirective") {
    label = toString(node);
    node.children = [];
  } else if (first?.type === "paragraph" && isLabel(first)) {
    label = toString(first);
    node.children.shift();
  }
  return label === "" ? null : label;
}

/** `remark-directive` makes a marked paragraph of `[label]`. */
export function isLabel(paragraph: Paragraph): boolean {
  return paragraph.data?.directiveLabel === true;
}
