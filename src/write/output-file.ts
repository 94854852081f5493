import { hash } from "node:crypto";

/** The file that marks an output folder as ours. It has no leading dot, because some uploads skip dot-files. */
export const markerName = "docs-build.json";

/** Files that hosts read and readers don't; a published folder may lack them. */
export const hiddenFiles = [markerName, "_headers", "_redirects"] as const;

/** Identifies a file of the finished site without its content. */
export interface FileMark {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

export function toMark({ path, content }: OutputFile): FileMark {
  return { path, size: Buffer.byteLength(content), hash: hashOf(content) };
}

export function hashOf(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** A file of the finished site. `path` is relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** The author's file that a page shows. */
  readonly source?: string;
}
