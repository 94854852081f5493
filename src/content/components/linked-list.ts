import type { Element, ElementContent } from "hast";

/** The entries of the one list that children are, or of the entries that they are themselves; null when they are more. */
export function entriesOf(children: readonly ElementContent[]): readonly Element[] | null {
  const elements = elementsOf(children);
  if (elements.length > 0 && elements.every(isEntry)) return elements;
  const [list, ...more] = elements;
  const entries = list?.tagName === "ul" ? elementsOf(list.children) : [];
  return entries.length === 0 || more.length > 0 ? null : entries;
}

export function elementsOf(children: readonly ElementContent[]): readonly Element[] {
  return children.filter((child) => child.type === "element");
}

function isEntry({ tagName }: Element): boolean {
  return tagName === "li";
}

/** Entries with empty lines between them hold paragraphs; a drawing may stand before. */
export function beginsWithLink(entry: Element): boolean {
  const first = entry.children.find(isNotBlank);
  if (first?.type !== "element") return false;
  if (first.tagName === "svg") return beginsWithLink({ ...entry, children: entry.children.slice(1) });
  return first.tagName === "a" || (first.tagName === "p" && beginsWithLink(first));
}

export function isNotBlank(child: ElementContent): boolean {
  return child.type !== "text" || child.value.trim() !== "";
}
