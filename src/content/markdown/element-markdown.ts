import type { Element, ElementContent } from "hast";
import { toString } from "hast-util-to-string";

import type { Addresses } from "./write-markdown.ts";
import { elementsOf, rowsOf } from "./markdown.ts";
import { codeSpan, escapeText, fenced, joined, tableOf } from "./markdown-forms.ts";
import type { ContractPlace } from "./write-markup.ts";

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
      return tableMarkdown(element, addresses);
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
  return elementsOf(children).map((item, index) => {
    const mark = tagName === "ol" ? `${index + 1}. ` : "- ";
    return mark + blockMarkdown(item.children, addresses).replaceAll(/\n(?=.)/g, `\n${" ".repeat(mark.length)}`);
  });
}

function tableMarkdown(table: Element, addresses: Addresses): string {
  const toCell = (cell: Element): string => cellMarkdown(cell.children, addresses);
  const [head = [], ...rows] = rowsOf(table).map((row) => elementsOf(row.children).map(toCell));
  return tableOf(head, rows);
}

/** What stands in a cell of a contract's table, as Markdown. */
export function cellMarkdown(content: readonly ElementContent[], addresses: Addresses): string {
  return content.map((node) => writeNode(node, addresses)).join("");
}

/** A link to a part of the contract. */
export function contractReference(
  { anchor, api, position }: Pick<ContractPlace, "anchor" | "api" | "position">,
  content: string,
  addresses: Addresses,
): string {
  return `[${content}](${addresses.add({ target: { kind: "contract", ...(api !== undefined && { api }), anchor }, position })})`;
}

function writeNode(node: ElementContent, addresses: Addresses): string {
  if (node.type === "text") return escapeText(node.value);
  if (node.type !== "element") return "";
  const { data, tagName, children, properties } = node;
  if (data?.markdown !== undefined) return addresses.join(data.markdown);
  if (tagName === "code") return codeSpan(toString(node));
  const inside = cellMarkdown(children, addresses);
  if (data?.contract !== undefined) return contractReference(data.contract, inside, addresses);
  if (tagName === "strong") return `**${inside}**`;
  if (tagName === "em") return `_${inside}_`;
  if (tagName === "br") return "<br>";
  if (tagName !== "a" || typeof properties["href"] !== "string") return inside;
  return `[${inside}](${addresses.add({ target: { kind: "link", address: properties["href"] }, position: null })})`;
}
