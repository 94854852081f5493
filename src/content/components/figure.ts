import { posix } from "node:path";

import { h } from "hastscript";

import { diagnose } from "../../model/diagnostic.ts";
import { nearest } from "../../suggest/nearest.ts";
import type { Draft } from "../draft.ts";
import type { Render } from "../placeholder.ts";
import { parseFigure } from "../parse-figure.ts";
import type { BlockDirective } from "./directive-label.ts";

/** `:::figure{src=_figures/x.svg}`: a drawing written into the page, so that it follows the colour mode; the block is its caption. */
export function figure(node: BlockDirective, draft: Draft): Render {
  const position = draft.lines.positionOf(node);
  const written = node.attributes?.["src"] ?? "";
  const part = draft.parts.get(posix.join("content", written));
  if (part === undefined) {
    const figures = [...draft.parts.keys()].filter((path) => path.endsWith(".svg")).map((path) => path.slice("content/".length));
    const suggestion = nearest(written, figures);
    const hint = suggestion === null ? "figures are SVG files in content/_figures/" : `try ${suggestion}`;
    draft.diagnostics.push(diagnose("directive/invalid", `no figure \`${written}\``, position, hint));
    return (children) => [h("figure.figure", [h("figcaption", children)])];
  }
  const { value: svg, diagnostics } = parseFigure(part);
  draft.diagnostics.push(...diagnostics);
  return (children) => [h("figure.figure", [...svg, h("figcaption", children)])];
}
