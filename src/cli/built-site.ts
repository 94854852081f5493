import { build, type BuildOptions, type BuildResult } from "#build.ts";
import { type CacheOptions, openCache } from "#cache/open-cache.ts";
import { BuildError } from "#shared/diagnostic.ts";

/** A build as the command line asks for it. */
type CommandBuild = Omit<BuildOptions, "memory"> & CacheOptions;

/** Builds the site of a folder. One that cannot be built is a site without pages, and the findings. */
export async function buildOrRefuse(options: CommandBuild): Promise<BuildResult> {
  const cache = openCache(options, process.env);
  try {
    return await build({ ...options, ...(cache && { memory: cache }) });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { diagnostics, texts } = error;
    return { diagnostics, pageCount: 0, bytes: 0, documents: [], contract: null, hosting: null, texts };
  } finally {
    cache?.save();
  }
}

/** For who wants to know about a site and not have it. */
export function dropFile(): void {}
