import type { Memory } from "#cache/memory.ts";

/** All that tells a file of the finished site from others. */
export interface FileMark {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

/** A file of the finished site. `path` is relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Files that are made when they are wanted. */
export interface FilesInTurn {
  /** Where they will be, as far as their content does not decide it. */
  readonly files: readonly Pick<OutputFile, "path">[];
  readonly make: (memory: Memory) => AsyncIterable<OutputFile>;
}
