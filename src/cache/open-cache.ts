import { hash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

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
  const folder = named === "" ? usualFolder(root, environment) : resolve(named);
  return folder && join(folder, ownName);
}

function usualFolder(root: string, environment: NodeJS.ProcessEnv): string | null {
  const packages = packagesAbove(root);
  if (packages !== null) return join(packages, ".cache", "docs-build");
  const users = userFolder(process.platform, environment);
  return users && join(users, "docs-build", nameOfRoot(root));
}

function packagesAbove(folder: string): string | null {
  const packages = join(folder, "node_modules");
  if (existsSync(packages)) return packages;
  const above = dirname(folder);
  return above === folder ? null : packagesAbove(above);
}

/**
 * The folder where a user's programs keep what they can make again; null for a user without one. A relative
 * `XDG_CACHE_HOME` is no place (XDG Base Directory Specification).
 */
export function userFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | null {
  const { XDG_CACHE_HOME: named = "", LOCALAPPDATA: local = "", HOME: home = "" } = environment;
  if (isAbsolute(named)) return named;
  if (platform === "win32") return local === "" ? null : local;
  if (!isAbsolute(home)) return null;
  return join(home, platform === "darwin" ? "Library/Caches" : ".cache");
}

/** The first part is for people, the hash keeps two folders apart. */
function nameOfRoot(root: string): string {
  const path = existsSync(root) ? realpathSync(root) : root;
  const name = basename(path)
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 40);
  return `${name}-${hash("sha256", path, "hex").slice(0, 16)}`;
}

/** Everything that decides what comes of the same sources: V8 how values are written, Unicode what letters are. */
function makerId(): string {
  const { version: react }: { readonly version: string } = createRequire(import.meta.url)("react-dom/package.json");
  const { v8, unicode } = process.versions;
  return [buildId, react, v8, unicode].join(" ");
}
