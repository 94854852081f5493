import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { Pack, PackWriter, unfinished } from "./pack.ts";

/** What a cache is called below the folder that is named for it: whatever else lies there is somebody's. */
export const ownName = "docs-build-cache";

/** The packs that stay: one for each of a few branches, or sites, that share the folder. */
const mostPacks = 3;

/** In bytes, of all packs. A site of ten thousand pages takes half of it. */
const usualLimit = 1_600_000_000;

/** What a killed process left is swept after so long, in milliseconds: a living one may still be writing. */
const longestWrite = 3_600_000;

/**
 * A folder of packs, of our own. Each holds all that one build used, so that a large site is a few files and not thousands,
 * and nothing in it is ever changed. So builds may share the folder without a lock: a pack that one of them removes is
 * still there for another that has it open. The folder may be removed at any time, and what the disk has against it is
 * never an error: less is remembered, then.
 */
export class PackFolder {
  readonly #path: string;
  readonly #limit: number;
  /** The newest first. */
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

  /** The bytes under a name; null when there are none, or not those that were written. */
  read(name: string): Uint8Array | null {
    for (const pack of this.#isTrusted ? this.#packs : []) {
      const bytes = pack.read(name);
      if (bytes === null) continue;
      this.#used.set(name, pack);
      return bytes;
    }
    return this.#attempt(() => this.#writer?.read(name) ?? null);
  }

  /** Returns whether the bytes can be read from here on. */
  add(name: string, bytes: Uint8Array): boolean {
    this.#attempt(() => {
      this.#isWritable = this.#writer !== null || makeOurs(this.#path);
      if (this.#isWritable) this.#writer ??= new PackWriter(this.#path);
      this.#writer?.add(name, bytes);
    });
    return this.#writer !== null;
  }

  /** Leaves aside what earlier builds left, and what this one added. Returns whether anything of it had been used. */
  distrust(): boolean {
    const wasUsed = this.#used.size > 0;
    this.#used.clear();
    this.#isTrusted = false;
    this.#abandon();
    return wasUsed;
  }

  /** Writes a pack of what this build used, if there is something new in it, and bounds the folder. From then on it is read only. */
  save(): void {
    this.#attempt(() => {
      if (this.#writer !== null) this.#finish(this.#writer);
    });
    this.#isWritable = false;
  }

  /** Leaves what was added as if it had never been. From then on it is read only. */
  discard(): void {
    this.#isWritable = false;
    this.#abandon();
  }

  /** Nothing is found from then on. */
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
    // What is gone from the folder can still be read here.
    const added = Pack.open(path);
    if (added !== null) this.#packs = [added, ...this.#packs];
    if (!isOurs(this.#path)) return;
    let size = writer.size;
    for (const [index, pack] of before.entries()) {
      size += pack.size;
      const hasRoom = this.#isTrusted && index < mostPacks - 1 && size <= this.#limit;
      if (!hasRoom && pack.path !== path) rmSync(pack.path, { force: true });
    }
    for (const name of namesIn(this.#path)) if (name.startsWith(unfinished)) sweep(join(this.#path, name));
  }

  /** Without a cache everything goes on as well: that a disk is full isn't said here. */
  #attempt<T>(task: () => T): T | null {
    if (!this.#isWritable) return null;
    try {
      return task();
    } catch (error) {
      if (!(error instanceof Error) || !("syscall" in error)) throw error;
      this.discard();
      return null;
    }
  }
}

function sweep(path: string): void {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - written > longestWrite) rmSync(path, { force: true });
}

/** Whether a folder is a cache of ours: only what lies in such a one is read, replaced or removed. */
function isOurs(path: string): boolean {
  return hasOurOwner(path) && readTag(path) === tag.text;
}

/** Anybody can write the mark, so the folder must belong to this user or root. */
function hasOurOwner(path: string): boolean {
  const user = process.geteuid?.();
  try {
    return user === undefined || [user, 0].includes(statSync(path).uid);
  } catch {
    return false;
  }
}

/**
 * Makes a folder ours that isn't there or empty, and those above it. Returns whether it is ours now.
 * @throws the error of the file system
 */
function makeOurs(path: string): boolean {
  if (isOurs(path)) return true;
  makeFolder(path);
  if (!hasOurOwner(path)) return false;
  // A build that was killed here left a start of the text.
  const isNew = namesIn(path).every((name) => name === tag.name) && tag.text.startsWith(readTag(path) ?? "");
  if (isNew) writeFileSync(join(path, tag.name), tag.text);
  return isNew;
}

/** https://bford.info/cachedir: backups leave out a folder with such a file. Its text tells ours from those of others. */
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

/** Node's own recursive `mkdir` never ends in places like `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another build was faster.
    if (!existsSync(path)) throw error;
  }
}
