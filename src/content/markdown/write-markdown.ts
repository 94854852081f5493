import type { Element, Root } from "hast";
import type { Parents, Root as Mdast, RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";

import { withLineFeeds } from "#read/source-text.ts";
import type { MarkdownAddress, MarkdownText } from "#shared/document.ts";

import { inCell } from "./markdown-forms.ts";
import type { Located, SourceLines } from "./source-lines.ts";
import { inMarkdown, toMdast, type WrittenNode } from "./to-mdast.ts";

/**
 * Writes a tree as CommonMark with the tables, footnotes and task lists of GFM, without directives and HTML except line
 * breaks in tables. Links keep their targets.
 */
export function writeMarkdown(tree: Root, lines: SourceLines, blocks: WrittenBlocks): MarkdownText {
  const addresses = new Addresses();
  const toMark = (target: MarkdownAddress["target"], element: Element): string => {
    const { contract } = element.data ?? {};
    return addresses.add({ target, position: contract === undefined ? lines.positionOf(element) : contract.position });
  };
  const text = toMarkdown(toMdast(withBlocks(tree, blocks), toMark), {
    extensions: [gfm],
    handlers: {
      break: (_node, _parent, { stack }) => (stack.includes("tableCell") ? "<br>" : "\\\n"),
      written: ({ text: pieces }: WrittenNode, _parent, { stack }) => {
        const written = addresses.join(pieces).replace(/\n+$/, "");
        return stack.includes("tableCell") ? inCell(written) : written;
      },
    },
    bullet: "-",
    emphasis: "_",
    rule: "-",
    resourceLink: true,
    listItemIndent: "one",
  });
  return addresses.split(text);
}

/** A width of three for every cell avoids padding and leaves the three dashes that all parsers know. */
const gfm = gfmToMarkdown({ stringLength: () => 3 });

const mark = /\uFDD0(\d+)\uFDD1/;

/** While a document is a single Markdown text, marks stand for the addresses of its links. */
class Addresses {
  readonly #addresses: MarkdownAddress[] = [];

  add(address: MarkdownAddress): string {
    return `\uFDD0${this.#addresses.push(address) - 1}\uFDD1`;
  }

  join(text: MarkdownText): string {
    return text.map((piece) => (typeof piece === "string" ? piece : this.add(piece))).join("");
  }

  /** Cuts a text at its marks. A mark that `add` didn't return is text. */
  split(text: string): MarkdownText {
    return text.split(mark).flatMap((piece, index) => {
      const address = index % 2 === 1 ? this.#addresses[Number(piece)] : undefined;
      return address ?? (piece === "" ? [] : piece);
    });
  }
}

/** Blocks that stay as their author wrote them, by their start. */
type WrittenBlocks = ReadonlyMap<string, MarkdownText>;

/** Finds blocks without components, HTML and references: only their addresses depend on the page. */
export function blocksAsWritten(tree: Mdast, lines: SourceLines): WrittenBlocks {
  const blocks = new Map<string, MarkdownText>();
  const visit = (parent: Parents): void => {
    for (const [index, block] of parent.children.entries()) {
      const text = standsAlone(index, parent) ? asWritten(block, lines) : null;
      if (text !== null) blocks.set(startOf(block), text);
      else if (block.type === "containerDirective") visit(block);
    }
  };
  visit(tree);
  return blocks;
}

/** Copies a tree with these blocks, which is cheaper than writing them as Markdown again. */
function withBlocks(tree: Root, blocks: WrittenBlocks): Root {
  const replace = <T extends Root["children"][number]>(node: T): T | Element => {
    if (node.type !== "element") return { ...node };
    const text = blockTags.has(node.tagName) ? blocks.get(startOf(node)) : undefined;
    if (text !== undefined) return inMarkdown({ ...node, children: [] }, { written: text });
    return { ...node, children: node.children.map(replace) };
  };
  return { type: "root", children: tree.children.map(replace) };
}

const blockTags: ReadonlySet<string> = new Set(["blockquote", "ol", "p", "table", "ul"]);

function startOf({ position }: Located): string {
  return `${position?.start.line}:${position?.start.column}`;
}

/** Lines of nested blocks begin with their parents' marks, and neighboring lists could run together. */
function standsAlone(index: number, { children }: Parents): boolean {
  const [before, node, after] = [children[index - 1], children[index], children[index + 1]];
  if (node?.type === "list" && (before?.type === "list" || after?.type === "list")) return false;
  return node?.position?.start.column === 1;
}

const plainTypes: ReadonlySet<string> = new Set<RootContent["type"]>([
  ...(["blockquote", "list", "listItem", "paragraph", "table", "tableRow", "tableCell", "thematicBreak"] as const),
  ...(["break", "delete", "emphasis", "inlineCode", "strong", "text"] as const),
]);

function asWritten(block: RootContent, lines: SourceLines): MarkdownText | null {
  const pieces: (string | MarkdownAddress)[] = [];
  const text = lines.textOf(block);
  const start = block.position?.start.offset ?? 0;
  let copied = 0;
  const take = (node: RootContent): boolean => {
    if ("children" in node && !node.children.every(take)) return false;
    if (node.type !== "link" && node.type !== "image") return plainTypes.has(node.type);
    const { url: address } = node;
    if (node.title != null || node.data !== undefined || !lines.textOf(node).endsWith(`](${address})`)) return false;
    const offset = (node.position?.end.offset ?? 0) - 1 - address.length - start;
    const target: MarkdownAddress["target"] =
      node.type === "image" ? { kind: "image", address, isInLink: false } : { kind: "link", address };
    pieces.push(withLineFeeds(text.slice(copied, offset)), { target, position: lines.positionOf(node) });
    copied = offset + address.length;
    return true;
  };
  return take(block) ? [...pieces, withLineFeeds(text.slice(copied))] : null;
}
