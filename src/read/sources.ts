import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";

/** The folders of a site that authors write in. */
export const sourceFolders = ["content", "openapi", "templates"] as const;

/** A file that is published as it is. `path` is where it lies below the site's base URL. */
export interface StaticFile {
  readonly path: string;
  /** The author's file, relative to the root. */
  readonly file: string;
  readonly content: Uint8Array;
}

/** When the author's files were last changed, in seconds since 1970. */
export interface SourceDates {
  /** By path relative to the root, for the files that the history knows. */
  readonly byFile: ReadonlyMap<string, number>;
  /** For the others; null when not known. */
  readonly fallback: number | null;
}

/** Everything an author wrote, decoded and sorted by path. */
export interface Sources {
  /** `content/site.yaml`, or null. */
  readonly settings: SourceFile | null;
  /** `content/**` Markdown that becomes pages. */
  readonly pages: readonly SourceFile[];
  /** Blocks, figures and programs, whose name or folder starts with `_`: parts of pages. By path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
  /** YAML and JSON below `openapi/`, by path relative to the root. */
  readonly contracts: ReadonlyMap<string, string>;
  /** `content/static/**` and the images and files beside the pages. */
  readonly statics: readonly StaticFile[];
  /** Texts below `templates/` (and for the package's own site the browser's scripts), by path relative to the root. */
  readonly theme: ReadonlyMap<string, string>;
}
