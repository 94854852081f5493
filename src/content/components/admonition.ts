import { h } from "hastscript";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { quote, titled } from "../markdown/markdown-forms.ts";
import type { Rendering } from "../markdown/placeholder.ts";

export const admonitionNames: readonly string[] = ["note", "tip", "info", "important", "warning", "danger", "caution"];

/** Kinds that look like another one. */
const looks: ReadonlyMap<string, string> = new Map([
  ["important", "info"],
  ["caution", "danger"],
]);

/** `:::warning[Title]`: a remark beside the text, named by its title. */
export function admonition(node: BlockDirective): Rendering {
  const { name } = node;
  const title = takeLabel(node) ?? name.charAt(0).toUpperCase() + name.slice(1);
  return {
    html: (children) => [
      h(`aside.admonition.admonition-${looks.get(name) ?? name}`, { ariaLabel: title }, [
        h("p.admonition-title", title),
        ...children,
      ]),
    ],
    markdown: (content) => quote(titled(title, content)),
  };
}

/** `:::details[Title]`: what only some readers want, folded away under its title; with `{open}` it begins unfolded. */
export function details(node: BlockDirective): Rendering {
  const title = takeLabel(node) ?? "Details";
  const open = node.attributes?.["open"] !== undefined;
  return {
    html: (children) => [h("details", { open }, [h("summary", title), ...children])],
    markdown: (content) => titled(title, content),
  };
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
  if (first?.type !== "paragraph" || first.data?.directiveLabel !== true) return null;
  node.children.shift();
  return toString(first);
}
