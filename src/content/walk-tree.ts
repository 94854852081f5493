import type * as hast from "hast";
import type * as mdast from "mdast";

/*
 * Walks in document order, parents first, into what a node held before it was visited; a visitor may put something else
 * in its place. Plain loops: a cold build spends a tenth of its parsing in a general visitor.
 */

/** Visits every element below a node of an HTML tree. */
export function eachElement(
  parent: hast.Parents,
  visit: (element: hast.Element, index: number, parent: hast.Parents) => void,
): void {
  for (let index = 0; index < parent.children.length; index += 1) {
    const child = parent.children[index];
    if (child?.type !== "element") continue;
    visit(child, index, parent);
    eachElement(child, visit);
  }
}

/** Visits every node below a node of a Markdown tree. */
export function eachNode(
  parent: mdast.Parents,
  visit: (node: mdast.RootContent, index: number, parent: mdast.Parents) => void,
): void {
  for (let index = 0; index < parent.children.length; index += 1) {
    const child = parent.children[index];
    if (child === undefined) continue;
    visit(child, index, parent);
    if ("children" in child) eachNode(child, visit);
  }
}
