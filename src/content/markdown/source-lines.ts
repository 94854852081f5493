import { fixWord, wordAt } from "#read/fixes.ts";
import type { Fix, LineColumn, Position, SourceFile } from "#shared/diagnostics/diagnostic.ts";
import type { Slip } from "#shared/diagnostics/nearest.ts";

export interface Located {
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset?: number | undefined;
}

export interface TextPart {
  readonly start: number;
  readonly end: number;
}

const linesPerFile = 10_000_000;

/**
 * Finds the source file of a node in a tree of several files (a page and the blocks that it includes). Positions
 * survive from Markdown to HTML only as numbers, so each file owns a range of line numbers.
 */
export class SourceLines {
  readonly #sources: SourceFile[] = [];

  /** Registers a parsed text and returns the shift of its lines. */
  add(source: SourceFile): number {
    this.#sources.push(source);
    return (this.#sources.length - 1) * linesPerFile;
  }

  textOf(node: Located): string {
    const { start, end } = node.position ?? {};
    return this.#sourceAt(start?.line ?? 1)?.text.slice(start?.offset ?? 0, end?.offset ?? 0) ?? "";
  }

  /** A node's position in the author's file; a generated node has the start of the page. */
  positionOf(node: Located): Position {
    const { line, column } = node.position?.start ?? { line: 1, column: 1 };
    return { file: this.#sourceAt(line)?.file ?? "", line: line % linesPerFile, column };
  }

  /** The position in the author's file of a character in a node's text. */
  positionWithin(node: Located, offset: number): Position {
    const start = this.positionOf(node);
    return { ...start, ...positionBehind(this.textOf(node).slice(0, offset), start) };
  }

  /** The fix of a word that occurs once in a part of a node's text, by default in its first line. */
  fixIn(node: Located, slip: Slip | null, part: TextPart | null = null): Fix | null {
    const text = this.textOf(node);
    const { start, end } = part ?? { start: 0, end: (text + "\n").indexOf("\n") };
    const offset = slip && wordAt(text.slice(start, end), slip.written);
    return slip === null || offset === null ? null : fixWord(this.positionWithin(node, start + offset), slip);
  }

  /** The fix of a word at a position; null if the author's text has another word there. */
  fixAt(node: Located, slip: Slip | null, position: LineColumn): Fix | null {
    const start = this.positionOf(node);
    const line = this.textOf(node).split("\n")[position.line - start.line] ?? "";
    const offset = position.line === start.line ? position.column - start.column : position.column - 1;
    return slip !== null && line.startsWith(slip.written, offset) ? fixWord(position, slip) : null;
  }

  #sourceAt(line: number): SourceFile | undefined {
    return this.#sources[Math.floor(line / linesPerFile)];
  }
}

/** The line and column behind a text that begins at a line and column. */
export function positionBehind(text: string, { line, column }: LineColumn): LineColumn {
  const lines = text.split("\n");
  const length = lines.at(-1)?.length ?? 0;
  return { line: line + lines.length - 1, column: length + (lines.length === 1 ? column : 1) };
}
