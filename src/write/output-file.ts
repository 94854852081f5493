/** The file that tells a folder of ours from any other. It has no dot: uploads leave out what has one. */
export const markerName = "docs-build.json";

/** Files of the output that aren't for readers: hosts may leave them out. */
export const hiddenFiles = [markerName, "_headers", "_redirects"] as const;

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
  /** Of a page, the author's file that it shows. */
  readonly source?: string;
}
