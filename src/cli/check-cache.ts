import { dirname, resolve } from "node:path";

import type { Command } from "commander";

import { cacheFolder } from "#cache/open-cache.ts";
import { sourceFolders } from "#read/sources.ts";
import { liesIn } from "#write/output-folder.ts";

import type { BuildFlags } from "./options.ts";
import { printStep } from "./terminal.ts";

/**
 * A cache among the sources or in the site would be published, or keep the site from being replaced: wrong usage. With
 * --debug, says where it is.
 */
export async function checkCache(command: Command): Promise<void> {
  const { root, out = "dist", cache, debug } = command.opts<Partial<BuildFlags>>();
  const keepsCache = command.options.some(({ long }) => long === "--cache");
  const folder = keepsCache && root !== undefined ? cacheFolder({ root: resolve(root), cache }, process.env) : null;
  if (keepsCache && debug === true) printStep("cache", folder ?? "none");
  if (root === undefined || folder === null) return;
  const places = sourceFolders.map((name) => [`${name}/`, resolve(root, name)] as const);
  for (const [name, place] of [...places, ["the output folder", resolve(root, out)] as const]) {
    if (!(await liesIn(folder, place))) continue;
    const hint = "(name another with --cache or DOCS_BUILD_CACHE, or keep none with --no-cache)";
    command.error(`error: the cache folder ${dirname(folder)} is refused: it lies in ${name}\n${hint}`);
  }
}
