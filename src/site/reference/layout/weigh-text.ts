import type { Markdown } from "#shared/contract/text.ts";
import type { Markup, Prose } from "#shared/document.ts";
import { beginningOf } from "#shared/samples/long-code.ts";

/** What a part of a page takes. */
export interface Weight {
  /** HTML elements. */
  readonly elements: number;
  /** Bytes of plain HTML. */
  readonly bytes: number;
}

export const weightless: Weight = { elements: 0, bytes: 0 };

export function joinWeights(weights: readonly Weight[]): Weight {
  return weights.reduce(
    (sum, { elements, bytes }) => ({ elements: sum.elements + elements, bytes: sum.bytes + bytes }),
    weightless,
  );
}

/** Whether something has room in what is left of a page. */
export function fits(weight: Weight, room: Weight): boolean {
  return weight.elements <= room.elements && weight.bytes <= room.bytes;
}

export function without(room: Weight, taken: Weight): Weight {
  return { elements: room.elements - taken.elements, bytes: room.bytes - taken.bytes };
}

/** The bytes of a text in HTML. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text) + 5 * (text.match(/[<>&"']/g)?.length ?? 0);
}

/** A text of the contract as HTML, in its box. */
export function weighText(text: Markdown | null, texts: ReadonlyMap<string, Prose>): Weight {
  if (text === null) return weightless;
  const markup = texts.get(text.text)?.markup;
  if (markup === undefined) return weightless;
  // A text of one paragraph needs no box.
  const blocks = markup.flatMap((piece) => (typeof piece === "string" ? (piece.match(block) ?? []) : []));
  return joinWeights([{ elements: blocks.length === 1 ? 0 : 1, bytes: 30 }, weighMarkup(markup)]);
}

const block = /<(?:p|ul|ol|h[1-6]|pre|table|blockquote|div|details)\b/g;

/** What an address takes, which is not known yet. */
const addressBytes = 150;

function weighMarkup(markup: Markup): Weight {
  return joinWeights(
    markup.map((piece) => {
      if (typeof piece === "string") return weighHtml(piece);
      const around = weighHtml(piece.before + piece.after);
      return joinWeights([around, weighMarkup(piece.content), { elements: 1, bytes: addressBytes }]);
    }),
  );
}

function weighHtml(html: string): Weight {
  return { elements: html.match(/<[a-z]/g)?.length ?? 0, bytes: Buffer.byteLength(html) };
}

/** Highlighted code, as far as it is printed: an element for each piece that has a color. */
export function weighCode(whole: string, most: number): Weight {
  const code = beginningOf(whole, most);
  const lines = code.match(/\n/g)?.length ?? 0;
  const texts = Math.ceil((code.match(/"/g)?.length ?? 0) / 2);
  const others = code.match(/: (?:-?\d|true|false|null)/g)?.length ?? 0;
  const colored = Math.min(texts + others, 2 * (lines + 1));
  return { elements: colored, bytes: bytesOf(code) + 14 * colored };
}
