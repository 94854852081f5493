import type { Element, ElementContent, Root } from "hast";

import { diagnose, type Diagnostic } from "../model/diagnostic.ts";
import type { Outcome } from "../model/outcome.ts";
import type { SourceFile } from "../model/position.ts";
import { parseRawHtml } from "./markdown.ts";
import { eachElement } from "./walk-tree.ts";

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
export function parseFigure({ file, text }: SourceFile): Outcome<ElementContent[]> {
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
    diagnostics.push(diagnose("directive/invalid", "the figure holds no <svg>", { file, line: 1, column: 1 }));
  }
  return { value: svg, diagnostics };
}

function removeActiveAttributes(node: Element): string[] {
  const active = Object.keys(node.properties).filter((name) => /^on|^style$|^(xlink)?:?href$/i.test(name));
  for (const name of active) delete node.properties[name];
  return active;
}
