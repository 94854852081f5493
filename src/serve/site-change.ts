import type { OutputFile } from "#write/output-file.ts";

/** The changes of a build since the last. */
export interface SiteChange {
  /** The path starts and ends with `/`. */
  readonly baseUrl: string;
  /** True if `files` holds the whole site. */
  readonly isWhole: boolean;
  /** New and changed files. */
  readonly files: readonly OutputFile[];
  /** Paths of files that are gone. */
  readonly removed: readonly string[];
}

export type SiteFiles = ReadonlyMap<string, OutputFile>;

/** The last source of a path wins. */
export function toSiteFiles(files: readonly OutputFile[]): SiteFiles {
  return new Map(files.map((file) => [file.path, file]));
}

/** Null stands for a site without a build. */
export function compareSites(before: SiteFiles | null, files: SiteFiles): Omit<SiteChange, "baseUrl"> {
  return {
    isWhole: before === null,
    files: [...files.values()].filter((file) => !isSame(before?.get(file.path), file)),
    removed: [...(before?.keys() ?? [])].filter((path) => !files.has(path)),
  };
}

/** Unchanged content is the same string or array from the memory, so comparing it is free. */
function isSame(before: OutputFile | undefined, { content, source }: OutputFile): boolean {
  if (before === undefined || before.source !== source) return false;
  if (before.content === content) return true;
  return (
    before.content instanceof Uint8Array &&
    content instanceof Uint8Array &&
    Buffer.compare(before.content, content) === 0
  );
}
