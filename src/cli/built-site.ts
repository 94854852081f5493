import { build, type BuildOptions, type BuildResult } from "#build.ts";
import { type CacheOptions, openCache } from "#cache/open-cache.ts";
import { BuildError } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

/** A site in memory. */
export interface BuiltSite extends BuildResult {
  readonly files: readonly OutputFile[];
}

/** A build as the command line asks for it. */
type CommandBuild = Omit<BuildOptions, "emit" | "memory"> & CacheOptions;

/** The site of a folder. One that cannot be built is a site without files, and the findings. */
export async function buildOrRefuse(options: CommandBuild): Promise<BuiltSite> {
  const cache = openCache(options, process.env);
  const files: OutputFile[] = [];
  try {
    const emit = (file: OutputFile): void => void files.push(file);
    const result = await build({ ...options, ...(cache && { memory: cache }), emit });
    return { ...result, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { diagnostics, texts } = error;
    return { files: [], diagnostics, pageCount: 0, documents: [], contract: null, hosting: null, texts };
  } finally {
    cache?.save();
  }
}
