import type { OutputFile } from "#write/output-file.ts";

/** What a build changed of the site before it. */
export interface SiteChange {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** True when the files are all there are, not only what is new. */
  readonly isWhole: boolean;
  /** New and changed files. */
  readonly files: readonly OutputFile[];
  /** Paths of files that are gone. */
  readonly removed: readonly string[];
}

/** The files of a site by their paths. */
export type SiteFiles = ReadonlyMap<string, OutputFile>;

/** The files that a site has. Where several sources claim one path, the last of them is there. */
export function toSiteFiles(made: readonly OutputFile[]): SiteFiles {
  return new Map(made.map((file) => [file.path, file]));
}

/** What is to be sent so that the files before become those that are; null where there are none yet. */
export function compareSites(before: SiteFiles | null, files: SiteFiles): Omit<SiteChange, "baseUrl"> {
  return {
    isWhole: before === null,
    files: [...files.values()].filter((file) => !isSame(before?.get(file.path), file)),
    removed: [...(before?.keys() ?? [])].filter((path) => !files.has(path)),
  };
}

/** What nobody changed is the very same string or array, from the memory; this costs nothing then. */
function isSame(before: OutputFile | undefined, { content, source }: OutputFile): boolean {
  if (before === undefined || before.source !== source) return false;
  if (before.content === content) return true;
  return (
    before.content instanceof Uint8Array &&
    content instanceof Uint8Array &&
    Buffer.compare(before.content, content) === 0
  );
}
