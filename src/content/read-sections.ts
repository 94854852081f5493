import type { Element, Root, RootContent } from "hast";

import type { Section } from "#shared/document.ts";

import { hasClass } from "./finish-markup.ts";

/** Code is found by what it is about; the rest are words of controls and drawings. */
const wordless = new Set(["pre", "button", "label", "script", "style", "svg", "legend"]);
const cellTags = new Set(["td", "th", "dt"]);
// prettier-ignore
const inline = new Set([
  "a", "abbr", "b", "cite", "code", "data", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "s", "samp", "small",
  "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
]);

/**
 * Splits a page's words into sections: before the first heading, and below each heading of level 2 or 3. Paragraphs and
 * rows of tables are lines; a table's head comes after its rows.
 */
export function readSections(tree: Root): readonly Section[] {
  const sections: { id: string | null; level: number; title: string; text: string }[] = [
    { id: null, level: 1, title: "", text: "" },
  ];
  const add = (text: string): void => {
    const last = sections.at(-1);
    if (last !== undefined) last.text += text;
  };
  const visit = (nodes: readonly RootContent[], end: string): void => {
    for (const node of [...nodes.filter((child) => !isHead(child)), ...nodes.filter(isHead)]) {
      if (node.type === "text") add(node.value.replace(/\s+/g, " "));
      if (node.type !== "element" || isWordless(node)) continue;
      const { tagName, properties, children } = node;
      if ((tagName === "h2" || tagName === "h3") && properties["id"] !== undefined) {
        const level = Number(tagName.slice(1));
        sections.push({ id: properties["id"], level, title: wordsOf(node), text: "" });
        continue;
      }
      const isCell = cellTags.has(tagName);
      visit(children, isCell ? " " : end);
      if (!inline.has(tagName)) add(isCell ? "\t" : end);
    }
  };
  visit(tree.children, "\n");
  return sections.map((section) => ({ ...section, text: toLines(section.text) }));
}

function isHead(child: RootContent): boolean {
  return child.type === "element" && child.tagName === "thead";
}

function toLines(text: string): string {
  const lines = text.split("\n").map((line) => {
    const cells = line.split("\t").map((cell) => cell.replace(/ +/g, " ").trim());
    return cells.filter((cell) => cell !== "").join(" · ");
  });
  return lines.filter((line) => line !== "").join("\n");
}

function isWordless(element: Element): boolean {
  const isTryLink = element.data?.contract?.values !== undefined;
  return isTryLink || wordless.has(element.tagName) || hasClass(element, "anchor");
}

/** Words leave out badges, which come and go; a picture counts as its description. */
export function wordsOf(node: RootContent): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element" || hasClass(node, "anchor") || hasClass(node, "badge")) return "";
  if (node.tagName === "br") return " ";
  if (node.tagName === "img") return node.properties["alt"] ?? "";
  return node.children.map(wordsOf).join("").trim();
}
