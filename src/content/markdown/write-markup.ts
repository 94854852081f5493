import type { Element, ElementContent, Nodes, Root, RootContent } from "hast";
import { h } from "hastscript";

import type { Position } from "#shared/diagnostics/diagnostic.ts";
import type { LinkTarget, Markup, MarkupLink } from "#shared/document.ts";
import { type Html, toHtml } from "#shared/html.ts";

import { serialize } from "./markdown.ts";
import type { SourceLines } from "./source-lines.ts";

declare module "hast" {
  interface ElementData {
    /** Finished markup that replaces the element. */
    markup?: Markup;
    contract?: ContractLink;
  }
}

/** A link to the part of a contract with an anchor. */
export interface ContractLink {
  readonly anchor: string;
  /** The contract's API, on a site with several. */
  readonly api?: string;
  readonly position: Position | null;
  /** A request's values as JSON: the link leads to the form that sends it. */
  readonly values?: string;
  /** The same request as JSON that a page can send itself, if it can. */
  readonly call?: string;
  readonly runs?: boolean;
}

export function contractElement(
  contract: ContractLink,
  className: string | undefined,
  children: readonly (ElementContent | string)[],
): Element {
  return { ...h("a", { className }, [...children]), data: { contract } };
}

/** Writes a tree as HTML, but for links and images, which depend on the site. */
export function writeMarkup(tree: Root, lines: SourceLines): Markup {
  return new MarkupWriter(tree, lines).write(tree.children, false);
}

type Piece = Markup[number];

class MarkupWriter {
  readonly #lines: SourceLines;
  /** Elements that hold links or images. The writer copies all others whole. */
  readonly #holders = new Set<Nodes>();

  constructor(tree: Root, lines: SourceLines) {
    this.#lines = lines;
    this.#noteHolders(tree);
  }

  write(nodes: readonly RootContent[], isInLink: boolean): Markup {
    const pieces: Piece[] = [];
    let whole: RootContent[] = [];
    const flush = (): void => {
      if (whole.length > 0) append(pieces, serialize({ type: "root", children: whole }));
      whole = [];
    };
    for (const node of nodes) {
      if (node.type !== "element" || !this.#holders.has(node)) whole.push(node);
      else {
        flush();
        for (const piece of this.#writeElement(node, isInLink)) append(pieces, piece);
      }
    }
    flush();
    return pieces;
  }

  #writeElement(element: Element, isInLink: boolean): Markup {
    const { tagName, data, children } = element;
    if (data?.markup !== undefined) return data.markup;
    const target = targetOf(element, isInLink);
    if (target === null) {
      return [toHtml(`${unclosedStartTag(element)}>`), ...this.write(children, isInLink), toHtml(`</${tagName}>`)];
    }
    const position = data?.contract === undefined ? this.#lines.positionOf(element) : data.contract.position;
    const content = target.kind === "image" ? [wordsOf(element)] : this.write(children, target.kind !== "media");
    return [{ target, position, ...splitAtAddress(element), content }];
  }

  #noteHolders(node: Root | Element): boolean {
    let holds = node.type === "element" && (node.data?.markup !== undefined || targetOf(node, false) !== null);
    for (const child of node.children) if (child.type === "element" && this.#noteHolders(child)) holds = true;
    if (holds) this.#holders.add(node);
    return holds;
  }
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof last === "string" && typeof piece === "string") pieces[pieces.length - 1] = toHtml(last + piece);
  else pieces.push(piece);
}

/** The attribute with the address of an element that is a link, an image or a part of a video. */
const addressAttributes: ReadonlyMap<string, string> = new Map([
  ["a", "href"],
  ["img", "src"],
  ["video", "poster"],
  ["source", "src"],
  ["track", "src"],
]);

function targetOf({ tagName, properties, data }: Element, isInLink: boolean): LinkTarget | null {
  if (data?.contract !== undefined) {
    const { anchor, api, values, call, runs } = data.contract;
    const sent = runs === true && call !== undefined && { call };
    return {
      kind: "contract",
      ...(api !== undefined && { api }),
      anchor,
      ...(values !== undefined && { values }),
      ...sent,
    };
  }
  const address = properties[addressAttributes.get(tagName) ?? ""];
  if (tagName === "img") return { kind: "image", address: typeof address === "string" ? address : "", isInLink };
  if (typeof address !== "string") return null;
  return tagName === "a" ? { kind: "link", address } : { kind: "media", address };
}

function splitAtAddress(element: Element): Pick<MarkupLink, "before" | "after"> {
  const { tagName, properties } = element;
  const attributes = Object.entries(properties);
  const index = attributes.findIndex(([name]) => name === addressAttributes.get(tagName));
  const [before, after] = index < 0 ? [attributes, []] : [attributes.slice(0, index), attributes.slice(index + 1)];
  const start = unclosedStartTag({ ...element, properties: Object.fromEntries(after) });
  return {
    before: unclosedStartTag({ ...element, properties: Object.fromEntries(before) }),
    after: toHtml(start.slice(tagName.length + 1)),
  };
}

function unclosedStartTag(element: Element): Html {
  const html = serialize({ type: "root", children: [{ ...element, children: [] }] });
  const end = `></${element.tagName}>`;
  return toHtml(html.slice(0, html.endsWith(end) ? -end.length : -1));
}

function wordsOf({ properties: { alt, src } }: Element): Html {
  const value = typeof alt === "string" && alt !== "" ? alt : (src ?? "");
  return serialize({ type: "root", children: [{ type: "text", value }] });
}
