import { BuildMemory } from "./build-memory.ts";
import type { BuildOptions, BuildResult } from "./build-options.ts";
import { finishSite } from "./finish-site.ts";
import { parseSite } from "./parse-site.ts";
import { readFolder } from "./read/read-folder.ts";
import { toSources } from "./read/to-sources.ts";
import type { Sources } from "./shared/files.ts";

/**
 * Builds the site of a folder. Reads, and writes nothing. With the memory of an earlier build of the folder, what has
 * not changed is taken from there.
 * @throws BuildError when there is no way on (a template that does not compile).
 */
export async function build(options: BuildOptions, memory = new BuildMemory()): Promise<BuildResult> {
  options.onStage("read");
  const folder = await readFolder(options.root, memory.file);
  const sources = toSources(folder.value);
  const found = [...folder.diagnostics, ...sources.diagnostics];
  return buildSite(sources.value, { ...options, found }, memory);
}

/** Builds a site from its sources: contract, content, plan, render, check. */
export async function buildSite(
  sources: Sources,
  options: BuildOptions,
  memory = new BuildMemory(),
): Promise<BuildResult> {
  return finishSite(sources, await parseSite(sources, options, memory), { options, memory });
}
