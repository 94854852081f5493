import type { Element, Root } from "hast";

import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import { type LinkResolver, toOrigin } from "#shared/link.ts";

import { eachElement } from "./draft/markdown.ts";
import type { SourceLines } from "./draft/source-lines.ts";

export interface LinkDraft {
  readonly lines: SourceLines;
  readonly diagnostics: Diagnostic[];
  readonly resolveLink: LinkResolver;
}

/**
 * Resolves the address of every link and image. Links to this site carry their origin for the check stage;
 * what may not be a link (unsafe, or to a Markdown file that is not there) becomes its text, and an image of another
 * host becomes a link to it: pages load nothing from elsewhere.
 */
export function finishLinks(tree: Root, draft: LinkDraft): void {
  const inLinks = new Set<Element>();
  eachElement(tree, (node) => {
    if (node.tagName === "a") eachElement(node, (inner) => void inLinks.add(inner));
    if (node.tagName === "a" && typeof node.properties["href"] === "string") finish(node, "href", draft);
    if (node.tagName === "img" && typeof node.properties["src"] === "string") {
      finish(node, "src", draft);
      if (isExternal(node)) replaceImage(node, inLinks.has(node) ? "span" : "a");
    }
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
      else diagnostics.push(externalImage(address, position));
      return;
    case "text":
      diagnostics.push(link.finding);
      node.tagName = "span";
      node.properties = {};
  }
}

/** An image that was resolved and is not of this site. */
function isExternal({ tagName, properties }: Element): boolean {
  return tagName === "img" && properties["dataOrigin"] === undefined;
}

function replaceImage(image: Element, tagName: "a" | "span"): void {
  const { src, alt } = image.properties;
  image.tagName = tagName;
  image.properties = tagName === "a" ? { href: src, rel: ["noopener"] } : {};
  image.children = [{ type: "text", value: typeof alt === "string" && alt !== "" ? alt : String(src) }];
}

function externalImage(address: string, position: Position): Diagnostic {
  const message = `the image \`${address}\` is on another host; its description is published instead`;
  return diagnose("link/external-image", message, position, "put the file beside the page");
}
