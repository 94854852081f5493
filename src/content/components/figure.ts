import type { Element, ElementContent, Root } from "hast";
import { toString } from "hast-util-to-string";
import { h } from "hastscript";

import { diagnose, type Diagnostic, type Outcome, type SourceFile, startOf } from "#shared/diagnostic.ts";

import type { DocumentDraft } from "../markdown/document-draft.ts";
import { eachElement, parseRawHtml } from "../markdown/markdown.ts";
import { titled } from "../markdown/markdown-forms.ts";
import { onlyChildren, type Rendering } from "../markdown/placeholder.ts";
import { findPart } from "../page-parts.ts";
import type { BlockDirective } from "./admonition.ts";

const figures = { name: "figure", files: /\.svg$/, hint: "figures are SVG files in content/_figures/" };

/** `:::figure{src=_figures/x.svg}`: a drawing written into the page, so that it follows the color mode; the block is its caption. */
export function figure(node: BlockDirective, draft: DocumentDraft): Rendering {
  const part = findPart(draft.parts, node.attributes?.["src"] ?? "", figures);
  if ("message" in part) {
    draft.report("directive/invalid", part, node);
    return { ...onlyChildren, html: (children) => [h("figure.figure", [h("figcaption", children)])] };
  }
  const { value: svg, diagnostics } = parseFigure(part);
  draft.diagnostics.push(...diagnostics);
  const name = nameOf(svg);
  return {
    html: (children) => [h("figure.figure", [scrollBox(svg, name), h("figcaption", children)])],
    markdown: (content) => titled(name, content),
  };
}

/** A drawing keeps its size on narrow screens and scrolls in its own box; the box takes focus so that the keyboard can scroll it. */
function scrollBox(svg: readonly ElementContent[], ariaLabel: string): Element {
  return h("div.figure-scroll", { role: "group", tabIndex: 0, ariaLabel }, [...svg]);
}

function nameOf(svg: readonly ElementContent[]): string {
  const title = svg.map(titleOf).find((text) => text !== "");
  return title === undefined ? "Figure" : `Figure: ${title}`;
}

function titleOf(svg: ElementContent): string {
  if (svg.type !== "element") return "";
  const title = svg.children.find((child) => child.type === "element" && child.tagName === "title");
  return title?.type === "element" ? toString(title).trim() : "";
}

const forbiddenElements: ReadonlySet<string> = new Set([
  "script",
  "style",
  "foreignObject",
  "a",
  "image",
  "use",
  "animate",
  "set",
]);

/** An SVG file as a tree for inline use, without what could act or load (script, styles, handlers, references outside). */
function parseFigure({ file, text }: SourceFile): Outcome<ElementContent[]> {
  const root: Root = parseRawHtml({ type: "root", children: [{ type: "raw", value: text }] });
  const diagnostics: Diagnostic[] = [];
  eachElement(root, (node) => {
    const before = node.children.length;
    node.children = node.children.filter((child) => child.type !== "element" || !forbiddenElements.has(child.tagName));
    const attributes = removeActiveAttributes(node);
    if (node.children.length === before && attributes.length === 0) return;
    const what = attributes.length > 0 ? `the attribute ${attributes.join(", ")}` : "an element that acts or loads";
    const position = { file, line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
    diagnostics.push(
      diagnose("content/html-removed", `${what} is left out of the figure`, position, "use the fig-… classes"),
    );
  });
  const svg = root.children.filter((child): child is Element => child.type === "element" && child.tagName === "svg");
  if (svg.length === 0) {
    diagnostics.push(diagnose("directive/invalid", "the figure holds no <svg>", startOf(file)));
  }
  return { value: svg, diagnostics };
}

function removeActiveAttributes(node: Element): string[] {
  const active = Object.keys(node.properties).filter((name) => /^on|^style$|^(xlink)?:?href$/i.test(name));
  for (const name of active) delete node.properties[name];
  return active;
}
