import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";

export const sourceFolders = ["content", "openapi", "templates"] as const;

/** A file that is published as it is. */
export interface StaticFile {
  /** Its path below the site's base URL. */
  readonly path: string;
  /** The author's file, relative to the root. */
  readonly file: string;
  readonly content: Uint8Array;
}

/** The times of the last changes of the author's files, in seconds since 1970. */
export interface SourceDates {
  /** By path relative to the root, for the files that git knows. */
  readonly byFile: ReadonlyMap<string, number>;
  /** For all other files; null when unknown. */
  readonly fallback: number | null;
}

/** Everything that an author wrote, decoded and sorted by path. */
export interface Sources {
  /** `content/site.yaml` */
  readonly settings: SourceFile | null;
  /** `content/**` Markdown that becomes pages. */
  readonly pages: readonly SourceFile[];
  /** Parts of pages (blocks, figures, programs), whose name or folder starts with `_`, by path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
  /** YAML and JSON below `openapi/`, by path relative to the root. */
  readonly contracts: ReadonlyMap<string, string>;
  /** `content/static/**` and the images and files beside the pages. */
  readonly statics: readonly StaticFile[];
  /** Texts below `templates/` (and for the package's own site the browser's scripts), by path relative to the root. */
  readonly theme: ReadonlyMap<string, string>;
}
