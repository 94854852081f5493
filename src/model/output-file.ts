/** A file of the finished site. `path` is relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}
