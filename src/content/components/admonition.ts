import { h } from "hastscript";

import type { Render } from "../placeholder.ts";
import { takeLabel, type BlockDirective } from "./directive-label.ts";

export const admonitionKinds = ["note", "tip", "info", "warning", "danger"] as const;

const titles: ReadonlyMap<string, string> = new Map([
  ["note", "Note"],
  ["tip", "Tip"],
  ["info", "Info"],
  ["warning", "Warning"],
  ["danger", "Danger"],
]);

/** `:::warning[Title]`: a remark beside the text, named by its title. */
export function admonition(node: BlockDirective): Render {
  const title = takeLabel(node) ?? titles.get(node.name) ?? node.name;
  return (children) => [
    h(`aside.admonition.admonition-${node.name}`, { ariaLabel: title }, [h("p.admonition-title", title), ...children]),
  ];
}
