import type { Position, Range } from "vscode-languageserver";

import { lineStarts, linesOf } from "#read/source-text.ts";
import type { LineColumn } from "#shared/diagnostics/diagnostic.ts";

/*
 * The protocol counts lines and UTF-16 units from 0; our positions count from 1. Both end lines with LF, CR LF or CR.
 */

export function toPosition({ line, column }: LineColumn): Position {
  return { line: line - 1, character: column - 1 };
}

export function toRange(line: number, start: number, end: number): Range {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** The cursor in an open file. */
export interface Cursor {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly position: Position;
  /** The end of the line or of the text if the position is beyond. */
  readonly offset: number;
  /** The cursor's line, and its part before the cursor. */
  readonly line: string;
  readonly before: string;
}

export function toCursor(file: string, text: string, position: Position): Cursor {
  const line = linesOf(text)[position.line] ?? "";
  const before = line.slice(0, position.character);
  const start = lineStarts(text)[position.line] ?? text.length;
  return { file, text, position, offset: start + before.length, line, before };
}

/** YAML with known keys, and the cursor's offset in it. */
export interface KeyText {
  readonly kind: "settings" | "front-matter";
  readonly text: string;
  readonly offset: number;
}

/** Returns the settings or the front matter at the cursor; null elsewhere. */
export function keyTextAt({ file, text, offset }: Cursor): KeyText | null {
  if (file === "content/site.yaml") return { kind: "settings", text, offset };
  const [head = ""] = /^---[ \t]*(?:\r\n|\n|\r)/.exec(text) ?? [];
  if (head === "" || offset < head.length || !file.endsWith(".md")) return null;
  const end = text.slice(head.length).search(/^---[ \t]*$/m);
  const written = end < 0 ? text.slice(head.length) : text.slice(head.length, head.length + end);
  return offset > head.length + written.length
    ? null
    : { kind: "front-matter", text: written, offset: offset - head.length };
}
