import { hash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";

import { buildId } from "#package.ts";

import { idOf } from "./id-of.ts";
import { type Memory, storedKinds } from "./memory.ts";
import { ownName, PackFolder } from "./pack-folder.ts";

export interface CacheOptions {
  /** The absolute path of the site. */
  readonly root: string;
  /** The folder from the command line; false turns the cache off. */
  readonly cache?: string | false | undefined;
}

/** Opens the cache that builds share; null if there's none. */
export function openCache(options: CacheOptions): DiskMemory | null {
  const folder = cacheFolder(options);
  if (folder === null) return null;
  const { version: react }: { readonly version: string } = createRequire(import.meta.url)("react-dom/package.json");
  // V8's serialization format and Unicode's tables may change a result, too.
  const { v8, unicode } = process.versions;
  return new DiskMemory(folder, [buildId, react, v8, unicode].join(" "));
}

/** The path of the cache; null if there's none. */
export function cacheFolder({ root, cache }: CacheOptions): string | null {
  const named = cache ?? process.env["DOCS_BUILD_CACHE"] ?? "";
  if (named === false || named === "off") return null;
  if (named !== "") return join(resolve(named), ownName);
  const packages = packagesAbove(root);
  if (packages !== null) return join(packages, ".cache/docs-build", ownName);
  const users = userFolder(process.platform, process.env);
  if (users === null) return null;
  const path = existsSync(root) ? realpathSync(root) : root;
  // The name is for people, and the hash makes it unique.
  const name = basename(path)
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 40);
  return join(users, "docs-build", `${name}-${hash("sha256", path, "hex").slice(0, 16)}`, ownName);
}

function packagesAbove(folder: string): string | null {
  const packages = join(folder, "node_modules");
  if (existsSync(packages)) return packages;
  const above = dirname(folder);
  return above === folder ? null : packagesAbove(above);
}

/**
 * The user's folder for caches; null for a user without one. The XDG Base Directory Specification says to ignore a
 * relative `XDG_CACHE_HOME`.
 */
export function userFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | null {
  const { XDG_CACHE_HOME: named = "", LOCALAPPDATA: local = "", HOME: home = "" } = environment;
  if (isAbsolute(named)) return named;
  if (platform === "win32") return local === "" ? null : local;
  if (!isAbsolute(home)) return null;
  return join(home, platform === "darwin" ? "Library/Caches" : ".cache");
}

/**
 * Stores values in a folder for later builds. A value is found by its name, its inputs and `maker`, which identifies
 * the versions of the tool and its runtime. A damaged value is made again, and a build goes on without a folder that
 * can't be written.
 */
export class DiskMemory implements Memory {
  readonly #folder: PackFolder;
  readonly #maker: string;

  constructor(path: string, maker: string) {
    this.#folder = new PackFolder(path);
    this.#maker = maker;
  }

  readonly memo: Memory["memo"] = async (name, inputs, make) => {
    const [kind = ""] = name.split(" ", 1);
    if (!storedKinds.has(kind)) return make();
    const key = idOf(this.#maker, name, ...inputs);
    const known = this.#read(key);
    if (known !== null) return known.value;
    const value = await make();
    if (!isCutShort(value)) this.#folder.add(key, serialize([key, value]));
    return value;
  };

  /** The command is never in a hurry. */
  readonly late = this.memo;

  /** Writes new values to the folder. Afterwards the folder can only be read. */
  save(): void {
    this.#folder.save();
  }

  /**
   * Ignores all stored values after a bug ended the build, in case one of them caused it. The next save replaces them.
   * Returns whether the build had used any.
   */
  distrust(): boolean {
    return this.#folder.distrust();
  }

  close(): void {
    this.#folder.close();
  }

  /** Null for bytes that aren't a value of this name: anybody can put a file into the folder. */
  #read(key: string) {
    const bytes = this.#folder.read(key);
    if (bytes === null) return null;
    try {
      const entry = deserialize(bytes);
      return Array.isArray(entry) && entry[0] === key ? { value: entry[1] } : null;
    } catch {
      return null;
    }
  }
}

/** Findings about time limits depend on how busy the machine is, so they aren't stored. */
function isCutShort(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("diagnostics" in value)) return false;
  const { diagnostics } = value;
  return Array.isArray(diagnostics) && diagnostics.some(({ code }) => String(code).endsWith("/limit"));
}
