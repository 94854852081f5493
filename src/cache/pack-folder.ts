import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { isSystemError, makeFolder } from "#write/durable-files.ts";

import { Pack, PackWriter, unfinished } from "./pack.ts";

/** The cache's folder inside the folder that the user names, which may hold other things. */
export const ownName = "docs-build-cache";

/** The number of packs to keep, for a few branches or sites that share the folder. */
const mostPacks = 3;

/** In bytes, for all packs. A site of ten thousand pages takes half of this. */
const usualLimit = 1_600_000_000;

/** In milliseconds. An unfinished file that's older belongs to a killed process and is removed. */
const longestWrite = 3_600_000;

/**
 * A folder of packs. Each pack has everything that one build used, so a large site needs a few files instead of
 * thousands. Packs never change, so builds share the folder without a lock, and a pack that's removed can still be read
 * by builds that have it open. The folder may vanish at any time, and its errors never end a build: less is remembered
 * then.
 */
export class PackFolder {
  readonly #path: string;
  readonly #limit: number;
  /** Newest first. */
  #packs: readonly Pack[];
  readonly #used = new Map<string, Pack>();
  #writer: PackWriter | null = null;
  #isTrusted = true;
  #isWritable = true;

  constructor(path: string, limit = usualLimit) {
    this.#path = path;
    this.#limit = limit;
    this.#packs = (isOurs(path) ? namesIn(path) : [])
      .filter((name) => name.endsWith(".pack"))
      .flatMap((name) => Pack.open(join(path, name)) ?? [])
      .toSorted((a, b) => b.time - a.time);
  }

  /** The bytes under a name, or null if there are none or they're damaged. */
  read(name: string): Uint8Array | null {
    for (const pack of this.#isTrusted ? this.#packs : []) {
      const bytes = pack.read(name);
      if (bytes === null) continue;
      this.#used.set(name, pack);
      return bytes;
    }
    return this.#attempt(() => this.#writer?.read(name) ?? null);
  }

  add(name: string, bytes: Uint8Array): void {
    this.#attempt(() => {
      this.#isWritable = this.#writer !== null || makeOurs(this.#path);
      if (this.#isWritable) this.#writer ??= new PackWriter(this.#path);
      this.#writer?.add(name, bytes);
    });
  }

  /** Ignores what earlier builds stored and what this build added. Returns whether this build had used any of it. */
  distrust(): boolean {
    const wasUsed = this.#used.size > 0;
    this.#used.clear();
    this.#isTrusted = false;
    this.#abandon();
    return wasUsed;
  }

  /**
   * Writes a pack of everything that this build used if any of it is new, and removes old packs. Afterwards the folder
   * can only be read.
   */
  save(): void {
    this.#attempt(() => {
      if (this.#writer !== null) this.#finish(this.#writer);
    });
    this.#isWritable = false;
  }

  /** Drops what was added. Afterwards the folder can only be read. */
  discard(): void {
    this.#isWritable = false;
    this.#abandon();
  }

  /** Closes all packs; nothing is found afterwards. */
  close(): void {
    this.discard();
    for (const pack of this.#packs) pack.close();
    this.#packs = [];
    this.#used.clear();
  }

  #abandon(): void {
    this.#writer?.abandon();
    this.#writer = null;
  }

  #finish(writer: PackWriter): void {
    for (const [name, pack] of this.#used) {
      const bytes = writer.has(name) ? null : pack.read(name);
      if (bytes !== null) writer.add(name, bytes);
    }
    const path = writer.finish();
    this.#writer = null;
    const before = this.#packs;
    // The open file can be read even if the folder is removed.
    const added = Pack.open(path);
    if (added !== null) this.#packs = [added, ...this.#packs];
    if (!isOurs(this.#path)) return;
    let size = writer.size;
    for (const [index, pack] of before.entries()) {
      size += pack.size;
      const hasRoom = this.#isTrusted && index < mostPacks - 1 && size <= this.#limit;
      if (!hasRoom && pack.path !== path) rmSync(pack.path, { force: true });
    }
    for (const name of namesIn(this.#path).filter((entry) => entry.startsWith(unfinished))) {
      const file = join(this.#path, name);
      const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - written > longestWrite) rmSync(file, { force: true });
    }
  }

  /** A build works without a cache, so errors such as a full disk aren't reported. */
  #attempt<T>(task: () => T): T | null {
    if (!this.#isWritable) return null;
    try {
      return task();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.discard();
      return null;
    }
  }
}

function isOurs(path: string): boolean {
  return hasOurOwner(path) && readTag(path) === tag.text;
}

/** Anybody can write the mark, so the folder must also belong to this user or root. */
function hasOurOwner(path: string): boolean {
  const user = process.geteuid?.();
  try {
    return user === undefined || [user, 0].includes(statSync(path).uid);
  } catch {
    return false;
  }
}

/**
 * Creates a folder with our mark, or marks an empty one. Returns whether the folder is ours.
 * @throws the error of the file system
 */
function makeOurs(path: string): boolean {
  if (isOurs(path)) return true;
  makeFolder(path);
  if (!hasOurOwner(path)) return false;
  // A build that was killed while writing the mark left the beginning of its text.
  const isNew = namesIn(path).every((name) => name === tag.name) && tag.text.startsWith(readTag(path) ?? "");
  if (isNew) writeFileSync(join(path, tag.name), tag.text);
  return isNew;
}

/** Backups leave out a folder with such a file (https://bford.info/cachedir). Its text identifies our folders. */
const tag = {
  name: "CACHEDIR.TAG",
  text: "Signature: 8a477f597d28d172789f06886806bc55\n# docs-build can make this again: docs-build explain cache\n",
} as const;

function readTag(path: string): string | null {
  const file = join(path, tag.name);
  try {
    return statSync(file).isFile() ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
