import type { Element, Root, RootContent } from "hast";

import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import { shellIds } from "#shared/view.ts";

import type { SourceLines } from "./draft/source-lines.ts";

/**
 * Leaves each id to one element, so that a link leads to one place: to the heading that has it, else to the first
 * element. What loses its id is a finding that names the other place.
 */
export function keepIdsUnique(tree: Root, { lines, diagnostics }: { lines: SourceLines; diagnostics: Diagnostic[] }) {
  const marked = markedElements(tree.children);
  const headings = marked.filter(({ isHeading }) => isHeading);
  const owners = new Map<string, Position | null>(shellIds.map((id) => [id, null]));
  const headingIds = new Set(headings.map(({ id }) => id));
  for (const { element, attribute, id, isHeading } of [...headings, ...marked.filter((one) => !one.isHeading)]) {
    const position = lines.positionOf(element);
    const owner = owners.get(id);
    if (owner === undefined) {
      owners.set(id, position);
      continue;
    }
    delete element.properties[attribute];
    const isAside = !isHeading && headingIds.has(id);
    diagnostics.push(isAside ? aside(id, position, owner) : twice(id, position, owner));
  }
}

interface MarkedElement {
  readonly element: Element;
  readonly attribute: "id" | "name";
  readonly id: string;
  readonly isHeading: boolean;
}

/** The elements that links can lead to. Those of drawings have places in another file. */
function markedElements(nodes: readonly RootContent[]): readonly MarkedElement[] {
  return nodes.flatMap((element): readonly MarkedElement[] => {
    if (element.type !== "element" || element.tagName === "svg") return [];
    const attribute = element.tagName === "a" && element.properties["id"] === undefined ? "name" : "id";
    const id = element.properties[attribute];
    const isHeading = /^h[1-6]$/.test(element.tagName);
    const own = typeof id === "string" ? [{ element, attribute, id, isHeading } as const] : [];
    return [...own, ...markedElements(element.children)];
  });
}

function aside(id: string, position: Position, owner: Position | null): Diagnostic {
  const message = `the id \`${id}\` belongs to the heading ${placeOf(owner)}, where links lead; it is left out here`;
  return diagnose("page/shadowed-id", message, position, "remove it");
}

function twice(id: string, position: Position, owner: Position | null): Diagnostic {
  const message = `the id \`${id}\` is taken: the first is ${placeOf(owner)}`;
  return diagnose("page/duplicate-id", message, position, "give one of them another id, a heading with {#id}");
}

function placeOf(position: Position | null): string {
  return position === null ? "the page's own frame" : `at ${position.file}:${position.line}:${position.column}`;
}
