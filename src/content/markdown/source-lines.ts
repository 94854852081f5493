import type { Position, SourceFile } from "#shared/diagnostic.ts";

/** What syntax-tree nodes carry. */
export interface Located {
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset?: number | undefined;
}

const linesPerFile = 10_000_000;

/**
 * Tells for a node of a tree made of several files (a page and the blocks it includes) which file it is from.
 * Positions survive the way from Markdown to HTML only as numbers, so each file owns a range of line numbers.
 */
export class SourceLines {
  readonly #sources: SourceFile[] = [];

  /** Registers a parsed text; its lines are to be shifted by the returned number. */
  add(source: SourceFile): number {
    this.#sources.push(source);
    return (this.#sources.length - 1) * linesPerFile;
  }

  /** The characters a node was parsed from. */
  textOf(node: Located): string {
    const { start, end } = node.position ?? {};
    return this.#sourceAt(start?.line ?? 1)?.text.slice(start?.offset ?? 0, end?.offset ?? 0) ?? "";
  }

  /** The author's place of a node; the start of the page when the node was generated. */
  positionOf(node: Located): Position {
    const { line, column } = node.position?.start ?? { line: 1, column: 1 };
    return { file: this.#sourceAt(line)?.file ?? "", line: line % linesPerFile, column };
  }

  #sourceAt(line: number): SourceFile | undefined {
    return this.#sources[Math.floor(line / linesPerFile)];
  }
}
