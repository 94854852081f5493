import type { Nodes } from "mdast";

import { escapeHtml } from "#shared/html.ts";

import { readExpression } from "../module/read-module.ts";
import { convertElement } from "./components.ts";
import { codeOf, isComment, isElement, isExpression, type MdxExpression, type MdxPage, rangeOf } from "./mdx-page.ts";

/** Words and inline Markdown as HTML: Markdown in a block of HTML would be published as it is written. */
export function inlineHtml(nodes: readonly Nodes[], page: MdxPage): string {
  const inside: MdxPage = { ...page, isHtml: true, inner: page.innerHtml };
  const pieces = nodes.map((node) => htmlOf(node, inside));
  return pieces.join(nodes.every(({ type }) => !/^paragraph$|Flow/.test(type)) ? "" : "\n");
}

const tags: ReadonlyMap<string, string> = new Map([
  ["strong", "strong"],
  ["emphasis", "em"],
  ["delete", "del"],
]);

function htmlOf(node: Nodes, page: MdxPage): string {
  if (isElement(node)) return convertElement(node, page);
  if (isExpression(node)) return escapeHtml(expressionText(node, page));
  switch (node.type) {
    case "text":
      return escapeHtml(node.value);
    case "inlineCode":
      return `<code>${escapeHtml(node.value)}</code>`;
    case "break":
      return "<br>";
    case "link":
      return `<a href="${escapeHtml(page.toAddress(node.url))}">${inlineHtml(node.children, page)}</a>`;
    case "image":
      return `<img src="${escapeHtml(page.toShown("img-src", node.url))}" alt="${escapeHtml(node.alt ?? "")}">`;
    default: {
      const { start, end } = rangeOf(node);
      if (!("children" in node)) return escapeHtml(page.text.slice(start, end));
      const tag = tags.get(node.type);
      const text = inlineHtml(node.children, page);
      return tag === undefined ? text : `<${tag}>${text}</${tag}>`;
    }
  }
}

/** The text that an expression shows. One that only running the page would tell is a finding. */
export function expressionText(node: MdxExpression, page: MdxPage): string {
  if (isComment(node)) return "";
  const value = readExpression(codeOf(node, page), page.constants);
  if (typeof value === "string" || typeof value === "number") return String(value);
  page.reportAt(rangeOf(node), "an expression is left out", "write what it shows");
  return "";
}

/** `{"<"}` and `{"*"}` are how words of MDX write these signs. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[&<]/g, escapeHtml).replace(/[\\`*[\]]|(?<!\w)_|_(?!\w)/g, "\\$&");
}
