import { posix } from "node:path";

import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";
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
    const figures = [...draft.parts.keys()]
      .filter((path) => path.endsWith(".svg"))
      .map((path) => path.slice("content/".length));
    const suggestion = nearest(written, figures);
    const hint = suggestion === null ? "figures are SVG files in content/_figures/" : `try ${suggestion}`;
    draft.diagnostics.push(diagnose("directive/invalid", `no figure \`${written}\``, position, hint));
    return (children) => [h("figure.figure", [h("figcaption", children)])];
  }
  const { value: svg, diagnostics } = parseFigure(part);
  draft.diagnostics.push(...diagnostics);
  return (children) => [h("figure.figure", [scrollBox(svg), h("figcaption", children)])];
}

/** A drawing keeps its size on narrow screens and scrolls in its own box; the box takes focus so that the keyboard can scroll it. */
function scrollBox(svg: readonly ElementContent[]): Element {
  const title = svg.map(titleOf).find((text) => text !== "");
  const ariaLabel = title === undefined ? "Figure" : `Figure: ${title}`;
  return h("div.figure-scroll", { role: "group", tabIndex: 0, ariaLabel }, [...svg]);
}

function titleOf(svg: ElementContent): string {
  if (svg.type !== "element") return "";
  const title = svg.children.find((child) => child.type === "element" && child.tagName === "title");
  return title?.type === "element" ? toString(title).trim() : "";
}
