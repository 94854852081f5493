import { h } from "hastscript";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { quote, titled } from "#shared/markdown-forms.ts";

import type { Rendering } from "../draft/placeholder.ts";

export const admonitionKinds = ["note", "tip", "info", "warning", "danger"] as const;

const titles: ReadonlyMap<string, string> = new Map([
  ["note", "Note"],
  ["tip", "Tip"],
  ["info", "Info"],
  ["warning", "Warning"],
  ["danger", "Danger"],
]);

/** `:::warning[Title]`: a remark beside the text, named by its title. */
export function admonition(node: BlockDirective): Rendering {
  const title = takeLabel(node) ?? titles.get(node.name) ?? node.name;
  return {
    html: (children) => [
      h(`aside.admonition.admonition-${node.name}`, { ariaLabel: title }, [
        h("p.admonition-title", title),
        ...children,
      ]),
    ],
    markdown: (content) => quote(titled(title, content)),
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
