import type { ElementContent } from "hast";
import { h } from "hastscript";
import type { Paragraph, PhrasingContent, Strong } from "mdast";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import type { Render } from "../markdown/placeholder.ts";
import { inMarkdown } from "../markdown/to-mdast.ts";

export const admonitionNames: readonly string[] = ["note", "tip", "info", "important", "warning", "danger", "caution"];

/** Kinds that look like another one. */
const looks: ReadonlyMap<string, string> = new Map([
  ["important", "info"],
  ["caution", "danger"],
]);

/** `:::warning[Title]`: a remark beside the text, named by its title. */
export function admonition(node: BlockDirective): Render {
  const { name } = node;
  const title = markTitle(node, name.charAt(0).toUpperCase() + name.slice(1));
  return ([label, ...content]) => {
    const titleLine = inMarkdown(h("p.admonition-title", titleMarkup(label)), "title");
    const look = `aside.admonition.admonition-${looks.get(name) ?? name}`;
    return [inMarkdown(h(look, { ariaLabel: title }, [titleLine, ...content]), "quote")];
  };
}

/** `:::details[Title]`: what only some readers want, folded away under its title; with `{open}` it begins unfolded. */
export function details(node: BlockDirective): Render {
  markTitle(node, "Details");
  const open = node.attributes?.["open"] !== undefined;
  return ([label, ...content]) => [h("details", { open }, [h("summary", titleMarkup(label)), ...content])];
}

/** Puts the label, with its links and code, in bold before the content, else the fallback. Returns the words of it. */
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

/** What stands inside the bold paragraph of a title. */
function titleMarkup(title: ElementContent | undefined): ElementContent[] {
  const bold = title?.type === "element" && title.tagName === "p" ? title.children[0] : title;
  return bold?.type === "element" ? bold.children : [];
}

export type BlockDirective = ContainerDirective | LeafDirective;

/** Takes the `[label]` of a block directive out of its children, as text; null when there is none. */
export function takeLabel(node: BlockDirective): string | null {
  if (node.type === "leafDirective") {
    const text = toString(node);
    node.children = [];
    return text === "" ? null : text;
  }
  const [first] = node.children;
  if (first?.type !== "paragraph" || !isLabel(first)) return null;
  node.children.shift();
  return toString(first);
}

/** True for the paragraph that `remark-directive` makes of `[label]`. */
export function isLabel(paragraph: Paragraph): boolean {
  return paragraph.data?.directiveLabel === true;
}
