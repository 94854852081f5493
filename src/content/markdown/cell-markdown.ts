import type { ElementContent } from "hast";
import { toString } from "hast-util-to-string";

import type { Addresses } from "./addresses.ts";
import { codeSpan, escapeText } from "./markdown-forms.ts";
import type { ContractPlace } from "./write-markup.ts";

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
  if (data?.contract !== undefined) {
    return contractReference(data.contract, inside, addresses);
  }
  if (tagName === "strong") return `**${inside}**`;
  if (tagName === "em") return `_${inside}_`;
  if (tagName === "br") return "<br>";
  if (tagName !== "a" || typeof properties["href"] !== "string") return inside;
  return `[${inside}](${addresses.add({ target: { kind: "link", address: properties["href"] }, position: null })})`;
}
