import type { Element, Root } from "hast";
import type { Break, Parents } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handle, type State, toMarkdown } from "mdast-util-to-markdown";

import type { MarkdownAddress, MarkdownText } from "#shared/document.ts";

import { type WrittenBlocks, withBlocks } from "./as-written.ts";
import { inCell } from "./markdown-forms.ts";
import type { SourceLines } from "./source-lines.ts";
import { toMdast, type WrittenNode } from "./to-mdast.ts";

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
    handlers: { break: writeBreak, written: writtenHandler(addresses) },
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

function writeBreak(_node: Break, _parent: Parents | undefined, { stack }: State): string {
  return stack.includes("tableCell") ? "<br>" : "\\\n";
}

function writtenHandler(addresses: Addresses): Handle {
  return ({ text }: WrittenNode, _parent, { stack }) => {
    const written = addresses.join(text).replace(/\n+$/, "");
    return stack.includes("tableCell") ? inCell(written) : written;
  };
}

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
