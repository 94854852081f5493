/** A place in an author's file. `file` is relative to the site's root, with `/`; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Text of one author's file, decoded, without a byte-order mark. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}
