/** The room for a text: how wide, in pixels, and in how many lines at most; font sizes to try, the largest first. */
export interface TextRoom {
  readonly width: number;
  readonly lines: number;
  readonly sizes: readonly [number, ...number[]];
}

/** Lines of text and the size they fit at. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * Breaks a text into lines at the largest size at which they fit; what does not fit at the smallest is cut, with an
 * ellipsis. SVG knows no line breaks. Letters count at the widest of their kind in Inter Bold, so that no line is ever
 * longer than its room.
 */
export function fitText(text: string, room: TextRoom): FittedText {
  let size = room.sizes[0];
  for (size of room.sizes) {
    const lines = toLines(text, room.width / size);
    if (lines.length <= room.lines) return { lines, size };
  }
  const lines = toLines(text, room.width / size - widthOf("…")).slice(0, room.lines);
  return { lines: [...lines.slice(0, -1), `${lines.at(-1)?.replace(/[\s.,;:]+$/u, "")}…`], size };
}

/** `width` in the font's size. A word that is longer than a line is broken anywhere. */
function toLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (widthOf(joined) <= width) lines.splice(-1, 1, joined);
    else lines.push(...toPieces(word, width));
  }
  return lines;
}

function toPieces(word: string, width: number): readonly string[] {
  const pieces = [""];
  for (const letter of word) {
    const longer = `${pieces.at(-1)}${letter}`;
    if (widthOf(longer) <= width) pieces.splice(-1, 1, longer);
    else pieces.push(letter);
  }
  return pieces.filter((piece) => piece !== "");
}

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

function letterWidth(letter: string): number {
  if (/[\sijlrftI!'(),./:;[\]`|-]/.test(letter)) return 0.46;
  if (/[mwMW%@]/.test(letter)) return 1.06;
  if (/[A-Z]/.test(letter)) return 0.8;
  if (/[\u0021-\u007e]/.test(letter)) return 0.7;
  return /\p{Ll}/u.test(letter) ? 0.9 : 1.1;
}
