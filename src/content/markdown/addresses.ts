import type { MarkdownAddress, MarkdownText } from "#shared/document.ts";

const mark = /\uFDD0(\d+)\uFDD1/;

/** What the links of a document lead to while its Markdown is one text: a mark stands for each address. */
export class Addresses {
  readonly #addresses: MarkdownAddress[] = [];

  /** The mark to write in the place of an address. */
  add(address: MarkdownAddress): string {
    return `\uFDD0${this.#addresses.push(address) - 1}\uFDD1`;
  }

  /** A text that was written before, with marks of this document. */
  join(text: MarkdownText): string {
    return text.map((piece) => (typeof piece === "string" ? piece : this.add(piece))).join("");
  }

  /** Cuts a text at its marks. A mark that nobody gave out is text. */
  split(text: string): MarkdownText {
    return text.split(mark).flatMap((piece, index) => {
      const address = index % 2 === 1 ? this.#addresses[Number(piece)] : undefined;
      return address ?? (piece === "" ? [] : piece);
    });
  }
}
