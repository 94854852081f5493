import { h } from "hastscript";
import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

import { quote, titled } from "../markdown/markdown-forms.ts";
import type { Rendering } from "../markdown/placeholder.ts";

interface AdmonitionKind {
  readonly title: string;
  /** The kind that it looks like; absent where the name says it. */
  readonly look?: string;
}

const kinds: ReadonlyMap<string, AdmonitionKind> = new Map<string, AdmonitionKind>([
  ["note", { title: "Note" }],
  ["tip", { title: "Tip" }],
  ["info", { title: "Info" }],
  ["important", { title: "Important", look: "info" }],
  ["warning", { title: "Warning" }],
  ["danger", { title: "Danger" }],
  ["caution", { title: "Caution", look: "danger" }],
]);

export const admonitionNames: readonly string[] = [...kinds.keys()];

/** `:::warning[Title]`: a remark beside the text, named by its title. */
export function admonition(node: BlockDirective): Rendering {
  const { title: preset = node.name, look = node.name } = kinds.get(node.name) ?? {};
  const title = takeLabel(node) ?? preset;
  return {
    html: (children) => [
      h(`aside.admonition.admonition-${look}`, { ariaLabel: title }, [h("p.admonition-title", title), ...children]),
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
