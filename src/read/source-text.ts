import type { LineColumn, Position } from "#shared/diagnostics/diagnostic.ts";
import type { Json } from "#shared/json/json.ts";

export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** Offsets beyond the end mean the end. */
  readonly positionAt: (offset: number) => Position;
  /** Lines beyond the end mean the end. */
  readonly offsetAt: (position: LineColumn) => number;
}

/** `firstLine` is the line of the file that the text begins on. Lines are counted when the first position is needed. */
export function toSourceText(file: string, text: string, firstLine = 1): SourceText {
  let known: readonly number[] | null = null;
  const starts = (): readonly number[] => (known ??= lineStarts(text));
  const positionAt = (offset: number): Position => {
    const end = Math.min(offset, text.length);
    const line = lastIndexWhere(starts(), (start) => start <= end);
    return { file, line: line + firstLine, column: end - (starts()[line] ?? 0) + 1 };
  };
  const offsetAt = ({ line, column }: LineColumn): number => (starts()[line - firstLine] ?? text.length) + column - 1;
  return { file, text, positionAt, offsetAt };
}

const lineEnd = /\r\n|\n|\r/g;

/** The offsets at which lines begin. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(lineEnd), (match) => match.index + match[0].length)];
}

/** Lines end with LF, CR LF or CR. */
export function linesOf(text: string): readonly string[] {
  return text.split(lineEnd);
}

/** Keeps the numbers of lines. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** The last element of a sorted list that comes before or at what is sought; -1 where none does. */
export function lastIndexWhere<T>(sorted: readonly T[], isBefore: (element: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const element = sorted[middle];
    if (element !== undefined && isBefore(element)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface TextFault {
  /** `doubled` is a key that stands twice in JSON. Most readers keep its last value, and callers may do the same. */
  readonly kind: "syntax" | "limit" | "doubled";
  readonly message: string;
  readonly position: Position;
  readonly hint: string | null;
}

/** The line at the beginning of a conflict that git left in the text. */
export const conflictMark = /^<{7}(?=[ \r\n])/m;

export const conflict = {
  message: "an unresolved merge begins here",
  hint: "keep what is right, and remove the lines with <<<<<<<, ======= and >>>>>>>",
} as const;

export interface ParsedText {
  /** Undefined when the text has faults. */
  readonly value: Json | undefined;
  readonly faults: readonly TextFault[];
}

/** Beyond these limits the libraries take minutes or gigabytes. Real documents stay far below. */
export const textLimits = {
  /** Objects, lists and values, with aliases expanded. */
  nodes: 2_000_000,
  /** Levels of nesting. Every later stage recurses. */
  depth: 200,
  digits: 1_000,
} as const;

/**
 * The most words and marks that a text may hold. Parsers take a kilobyte for each of them. Real documents have fewer: a
 * word or mark every five characters.
 */
export function maxTokens({ length }: string): number {
  return Math.max(1_500_000, Math.floor(length / 4));
}

/** Offsets are in characters. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces parts of a text. Of two edits that overlap, the first counts; if both begin together, the longer. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let done = 0;
  for (const edit of sorted) {
    if (edit.start < done) continue;
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return [...pieces, text.slice(done)].join("");
}
