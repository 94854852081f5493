import { hash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";

import { buildId } from "#package.ts";

import { idOf } from "./id-of.ts";
import { inProcess, type Memory, noMemory, type Recalled, storedKinds } from "./memory.ts";
import { ownName, PackFolder } from "./pack-folder.ts";

export interface CacheOptions {
  /** Absolute path of the site. */
  readonly root: string;
  /** The folder that the command line names; false for none. */
  readonly cache?: string | false | undefined;
}

/** The memory that the command's builds share; null for none. */
export function openCache(options: CacheOptions): DiskMemory | null {
  const folder = cacheFolder(options);
  return folder === null ? null : new DiskMemory(folder, makerId());
}

/** Where the cache lies; null for none. */
export function cacheFolder({ root, cache }: CacheOptions): string | null {
  const named = cache ?? process.env["DOCS_BUILD_CACHE"] ?? "";
  if (named === false || named === "off") return null;
  const folder = named === "" ? usualFolder(root) : resolve(named);
  return folder && join(folder, ownName);
}

function usualFolder(root: string): string | null {
  const packages = packagesAbove(root);
  if (packages !== null) return join(packages, ".cache", "docs-build");
  const users = userFolder(process.platform, process.env);
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

/**
 * Remembers in a folder, for every later build that makes the same of the same. A value is found by its name, its inputs
 * and `maker`, which stands for everything else that decides it: the version of the tool and of what it runs on. What is
 * damaged is made anew, and a folder that can't be written is done without.
 */
export class DiskMemory implements Memory {
  readonly #folder: PackFolder;
  readonly #maker: string;

  constructor(path: string, maker: string) {
    this.#folder = new PackFolder(path);
    this.#maker = maker;
  }

  readonly memo: Memory["memo"] = async (name, inputs, make) => (await this.recall(name, inputs, make)).value;

  readonly recall: Memory["recall"] = async <T>(
    name: string,
    inputs: readonly unknown[],
    make: () => T | Promise<T>,
  ): Promise<Recalled<T>> => {
    const [kind = ""] = name.split(" ", 1);
    if (!storedKinds.has(kind)) return noMemory.recall(name, inputs, make);
    const key = idOf(this.#maker, name, ...inputs);
    const known: { readonly value: T } | null = this.#read(key);
    const again = async (): Promise<T> => this.#read(key)?.value ?? make();
    if (known !== null) return { value: known.value, again };
    const value = await make();
    const isStored = !isCutShort(value) && this.#folder.add(key, serialize([key, value]));
    return isStored ? { value, again } : inProcess(value);
  };

  /** Puts into the folder what was made since it was opened. From then on the folder is read only. */
  save(): void {
    this.#folder.save();
  }

  /**
   * For a build that failed by a fault of ours: a value may have been of another shape than it should be. From then on
   * everything is made anew, and replaces what there was. Returns whether the build used anything at all.
   */
  distrust(): boolean {
    return this.#folder.distrust();
  }

  close(): void {
    this.#folder.close();
  }

  /** Null for bytes that aren't a value, or the value of another name: careless hands may put in anything. */
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

/** A limit of time depends on what else the machine does, so that its findings aren't kept. */
function isCutShort(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("diagnostics" in value)) return false;
  const { diagnostics } = value;
  return Array.isArray(diagnostics) && diagnostics.some(({ code }) => String(code).endsWith("/limit"));
}
