import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";

import type { Addresses } from "./addresses.ts";
import { cellMarkdown } from "./cell-markdown.ts";
import { fenced, joined, tableOf } from "./markdown-forms.ts";

const inline: ReadonlySet<string> = new Set([
  ...["a", "abbr", "b", "bdi", "br", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s"],
  ...["samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"],
]);
/** What is pressed, drawn or run says nothing on paper. */
const silent: ReadonlySet<string> = new Set(["button", "canvas", "img", "input", "script", "style", "svg", "template"]);

/** Markup as blocks of Markdown: its words, lists, tables and code. What has been written as Markdown before stands as it is. */
export function blockMarkdown(content: readonly ElementContent[], addresses: Addresses): string {
  const blocks: string[] = [];
  let line: ElementContent[] = [];
  const flush = (): void => {
    blocks.push(cellMarkdown(line, addresses).replaceAll(/\s+/g, " ").trim());
    line = [];
  };
  for (const node of content) {
    if (node.type === "text" || (node.type === "element" && inline.has(node.tagName))) line.push(node);
    else if (node.type === "element" && !silent.has(node.tagName)) {
      flush();
      blocks.push(blockOf(node, addresses));
    }
  }
  flush();
  return joined(blocks);
}

function blockOf(element: Element, addresses: Addresses): string {
  const { tagName, children, data } = element;
  if (data?.markdown !== undefined) return addresses.join(data.markdown);
  const inside = (): string => blockMarkdown(children, addresses);
  switch (tagName) {
    case "pre":
      return fenced(toString(element), "");
    case "ul":
    case "ol":
      return itemsOf(element, addresses).join("\n");
    case "table":
      return rowsOf(element, addresses);
    case "dt":
    case "th":
    case "summary":
    case "figcaption":
    case "caption":
      return bold(inside());
    default: {
      const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
      return level === undefined ? inside() : `${"#".repeat(Math.max(2, Number(level)))} ${inside()}`;
    }
  }
}

function bold(words: string): string {
  return words === "" ? "" : `**${words}**`;
}

function itemsOf({ tagName, children }: Element, addresses: Addresses): readonly string[] {
  const items = children.filter((child) => child.type === "element");
  return items.map((item, index) => {
    const mark = tagName === "ol" ? `${index + 1}. ` : "- ";
    return mark + blockMarkdown(item.children, addresses).replaceAll(/\n(?=.)/g, `\n${" ".repeat(mark.length)}`);
  });
}

function rowsOf(table: Element, addresses: Addresses): string {
  const [head = [], ...rows] = rowsIn(table).map((row) =>
    row.children.flatMap((cell) => (cell.type === "element" ? cellMarkdown(cell.children, addresses) : [])),
  );
  return tableOf(head, rows);
}

function rowsIn({ children }: Element): readonly Element[] {
  return children.flatMap((child): readonly Element[] => {
    if (child.type !== "element") return [];
    return child.tagName === "tr" ? [child] : rowsIn(child);
  });
}
