import type { Element, Root, RootContent } from "hast";

import type { Section } from "#shared/document.ts";

import { hasClass } from "./finish-markup.ts";

/** Code is found by what it is about; the rest are words of controls and drawings. */
const wordless = new Set(["pre", "button", "label", "script", "style", "svg", "summary", "legend"]);
const inline = new Set(["a", "abbr", "b", "code", "em", "i", "kbd", "mark", "s", "span", "strong", "sub", "sup"]);

/** The words of a page by section: what stands before the first heading, and under each heading of level 2 or 3. */
export function readSections(tree: Root): readonly Section[] {
  const sections: { id: string | null; level: number; title: string; text: string }[] = [
    { id: null, level: 1, title: "", text: "" },
  ];
  const visit = (node: Root | RootContent): void => {
    const last = sections.at(-1);
    if (node.type === "text" && last !== undefined) last.text += node.value;
    if (node.type !== "element" && node.type !== "root") return;
    if (node.type === "element" && (wordless.has(node.tagName) || hasClass(node, "anchor") || isTryLink(node))) return;
    const level = node.type === "element" ? sectionLevel(node) : null;
    if (node.type === "element" && level !== null) {
      sections.push({ id: String(node.properties["id"]), level, title: wordsOf(node), text: "" });
      return;
    }
    for (const child of node.children) visit(child);
    if (node.type === "element" && !inline.has(node.tagName) && last !== undefined) last.text += " ";
  };
  visit(tree);
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}

function sectionLevel({ tagName, properties }: Element): number | null {
  return (tagName === "h2" || tagName === "h3") && properties["id"] !== undefined ? Number(tagName.slice(1)) : null;
}

/** The “Try it” beside a request. */
function isTryLink({ data }: Element): boolean {
  return data?.contract?.values !== undefined;
}

function wordsOf(node: RootContent): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element" || hasClass(node, "anchor")) return "";
  return node.children.map(wordsOf).join("").trim();
}
