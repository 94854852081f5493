import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

import { buildId } from "#package.ts";

import { DiskMemory } from "./disk-memory.ts";
import { ownName } from "./own-folder.ts";

export interface CacheOptions {
  /** Absolute path of the site. */
  readonly root: string;
  /** The folder that the command line names; false for none. */
  readonly cache?: string | false | undefined;
}

/** The memory that the command's builds share; null for none. */
export function openCache(options: CacheOptions, environment: NodeJS.ProcessEnv): DiskMemory | null {
  const folder = cacheFolder(options, environment);
  return folder === null ? null : new DiskMemory(folder, makerId());
}

/** Where the cache lies; null for none. */
export function cacheFolder({ root, cache }: CacheOptions, environment: NodeJS.ProcessEnv): string | null {
  const named = cache ?? environment["DOCS_BUILD_CACHE"] ?? "";
  if (named === false || named === "off") return null;
  const folder = named === "" ? usualFolder(root) : resolve(named);
  return folder && join(folder, ownName);
}

/** Where tools keep what they can make again: beside the packages that the site is built with. */
function usualFolder(root: string): string | null {
  const packages = packagesAbove(root);
  return packages && join(packages, ".cache", "docs-build");
}

function packagesAbove(folder: string): string | null {
  const packages = join(folder, "node_modules");
  if (existsSync(packages)) return packages;
  const above = dirname(folder);
  return above === folder ? null : packagesAbove(above);
}

/** Everything that decides what comes of the same sources. V8 tells how values are written, Unicode what letters are. */
function makerId(): string {
  const { version: react }: { readonly version: string } = createRequire(import.meta.url)("react-dom/package.json");
  const { v8, unicode } = process.versions;
  return [buildId, react, v8, unicode].join(" ");
}
