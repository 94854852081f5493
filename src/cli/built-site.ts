import { build, type BuildOptions, type BuildResult } from "#build.ts";
import { BuildError } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

/** A site in memory. */
export interface BuiltSite extends BuildResult {
  readonly files: readonly OutputFile[];
}

/** The site of a folder. One that cannot be built is a site without files, and the findings. */
export async function buildOrRefuse(options: Omit<BuildOptions, "emit">): Promise<BuiltSite> {
  const files: OutputFile[] = [];
  try {
    const result = await build({ ...options, emit: (file) => void files.push(file) });
    return { ...result, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { diagnostics, texts } = error;
    return { files: [], diagnostics, pageCount: 0, documents: [], contract: null, hosting: null, texts };
  }
}
