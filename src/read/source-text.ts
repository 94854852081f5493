import type { Position } from "#shared/diagnostics/diagnostic.ts";
import type { Json } from "#shared/json/json.ts";

/** The text of one file together with the means to name a place in it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** The place of the character at an offset; offsets beyond the end mean the end. */
  readonly positionAt: (offset: number) => Position;
}

/**
 * Wraps a text that begins on a line of its file. Lines end with LF, CR LF or CR; the line index is made when the first
 * place is asked for.
 */
export function toSourceText(file: string, text: string, firstLine = 1): SourceText {
  let starts: readonly number[] | null = null;
  const positionAt = (offset: number): Position => {
    starts ??= lineStarts(text);
    const line = lastAtMost(starts, Math.min(offset, text.length));
    return { file, line: line + firstLine, column: Math.min(offset, text.length) - (starts[line] ?? 0) + 1 };
  };
  return { file, text, positionAt };
}

/** The offsets at which lines begin. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length)];
}

/** Index of the last element that is not above the value. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What is wrong with a text: it is not of its notation, or more than is read. */
export interface TextFault {
  /** `doubled`: a key that stands twice in JSON. Other readers keep its last value, and so may who asks. */
  readonly kind: "syntax" | "limit" | "doubled";
  readonly message: string;
  readonly position: Position;
  /** What to do, where that is known. */
  readonly hint: string | null;
}

/** The line that begins what git could not merge. */
export const conflictMark = /^<{7}(?=[ \r\n])/m;

export const conflict = {
  message: "a merge that is not resolved begins here",
  hint: "keep what is right, and remove the lines with <<<<<<<, ======= and >>>>>>>",
} as const;

/** What a text says; undefined when it has faults. */
export interface ParsedText {
  readonly value: Json | undefined;
  readonly faults: readonly TextFault[];
}

/** What a text may hold at most. Beyond it libraries take minutes or gigabytes; real documents stay far below. */
export const textLimits = {
  /** Objects, lists and values, aliases expanded. */
  nodes: 2_000_000,
  /** Levels of nesting: every later stage recurses. */
  depth: 200,
  /** Digits of one number. */
  digits: 1_000,
} as const;

/**
 * The most words and marks a text may hold: what real documents of its length have, with room to spare (they have one
 * in five characters). Parsers take a kilobyte for each, so that a text of nothing else takes gigabytes.
 */
export function maxTokens({ length }: string): number {
  return Math.max(1_500_000, Math.floor(length / 4));
}
