import type { Element, Root } from "hast";
import { visit } from "unist-util-visit";

import type { Diagnostic } from "../model/diagnostic.ts";
import { toOrigin, type LinkResolver } from "../model/link.ts";
import type { SourceLines } from "./source-lines.ts";

export interface LinkDraft {
  readonly lines: SourceLines;
  readonly diagnostics: Diagnostic[];
  readonly resolveLink: LinkResolver;
}

/**
 * Resolves the address of every link and image. Links to this site carry their origin for the check stage;
 * what may not be a link (unsafe, or to a Markdown file that is not there) becomes its text.
 */
export function finishLinks(tree: Root, draft: LinkDraft): void {
  visit(tree, "element", (node) => {
    if (node.tagName === "a" && typeof node.properties["href"] === "string") finish(node, "href", draft);
    if (node.tagName === "img" && typeof node.properties["src"] === "string") finish(node, "src", draft);
  });
}

function finish(node: Element, name: "href" | "src", { lines, resolveLink, diagnostics }: LinkDraft): void {
  const address = String(node.properties[name]);
  const origin = node.properties["dataOrigin"];
  if (typeof origin === "string") return;
  const position = lines.positionOf(node);
  const link = resolveLink(address, position);
  switch (link.kind) {
    case "site":
      node.properties[name] = link.href;
      node.properties["dataOrigin"] = toOrigin(position);
      return;
    case "external":
      node.properties[name] = link.href;
      if (name === "href") node.properties["rel"] = ["noopener"];
      return;
    case "text":
      diagnostics.push(link.finding);
      node.tagName = "span";
      node.properties = {};
  }
}
