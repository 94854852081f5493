import { h } from "hastscript";

import { titled } from "../markdown/markdown-forms.ts";
import type { Rendering } from "../markdown/placeholder.ts";
import { type BlockDirective, takeLabel } from "./admonition.ts";

/** `:::details[Title]`: what only some readers want, folded away under its title; with `{open}` it begins unfolded. */
export function details(node: BlockDirective): Rendering {
  const title = takeLabel(node) ?? "Details";
  const open = node.attributes?.["open"] !== undefined;
  return {
    html: (children) => [h("details", { open }, [h("summary", title), ...children])],
    markdown: (content) => titled(title, content),
  };
}
