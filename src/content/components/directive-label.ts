import type { ContainerDirective, LeafDirective } from "mdast-util-directive";
import { toString } from "mdast-util-to-string";

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
