import { rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { beginStep } from "#read/steps.ts";

import { isOurs, makeOurs, namesIn } from "./own-folder.ts";
import { PackWriter, unfinished } from "./pack-writer.ts";
import { Pack } from "./pack.ts";

/** In bytes. A site of ten thousand pages takes half of it. */
const usualLimit = 1_600_000_000;

/** What a killed process left is swept after so long, in milliseconds: a living one may still be writing. */
const longestWrite = 3_600_000;

/** A pack that is used counts as new again, once a day. In milliseconds. */
const day = 86_400_000;

/**
 * A folder of packs, of our own. Each holds what one build made, so that a large site is a few files and not thousands.
 * Nothing in it is ever changed: a build adds a pack, and takes smaller ones into it. So builds may share the folder
 * without a lock: a pack that one of them removes is still there for another that has it open. The folder may be removed
 * at any time, and what the disk has against it is never an error: less is remembered, then.
 */
export class PackFolder {
  readonly #path: string;
  readonly #limit: number;
  /** The newest first, where what was made again stands. */
  #packs: readonly Pack[];
  /** What is not read any more, and removed once there is something better. */
  #doubted: readonly Pack[] = [];
  readonly #used = new Map<string, Pack>();
  #writer: PackWriter | null = null;
  #isWritable = true;

  constructor(path: string, limit = usualLimit) {
    this.#path = path;
    this.#limit = limit;
    this.#packs = (isOurs(path) ? namesIn(path) : [])
      .filter((name) => name.endsWith(".pack"))
      .flatMap((name) => Pack.open(join(path, name)) ?? [])
      .toSorted(byAge);
  }

  /** Whether there is something under a name; it may turn out to be damaged. */
  has(name: string): boolean {
    const pack = this.#packs.find((one) => one.has(name));
    if (pack !== undefined) this.#used.set(name, pack);
    return pack !== undefined;
  }

  /** The bytes under a name; null when there are none, or not those that were written. */
  read(name: string): Uint8Array | null {
    for (const pack of this.#packs) {
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
    this.#doubted = [...this.#doubted, ...this.#packs];
    this.#packs = [];
    this.#abandon();
    return wasUsed;
  }

  /** Finishes the new pack, if there is something new, and bounds the folder. From then on it is read only. */
  save(): void {
    this.#attempt(() => {
      for (const pack of new Set(this.#used.values())) refresh(pack);
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
    for (const pack of [...this.#packs, ...this.#doubted]) pack.close();
    this.#packs = [];
    this.#doubted = [];
    this.#used.clear();
  }

  #abandon(): void {
    this.#writer?.abandon();
    this.#writer = null;
  }

  #finish(writer: PackWriter): void {
    const replaced = [...this.#doubted, ...this.#takeAlong(writer)];
    const path = writer.finish();
    this.#writer = null;
    // What is gone from the folder can still be read here.
    const added = Pack.open(path);
    if (added !== null) this.#packs = [added, ...this.#packs];
    if (!isOurs(this.#path)) return;
    for (const pack of replaced) if (pack.path !== path) rmSync(pack.path, { force: true });
    for (const name of namesIn(this.#path)) if (name.startsWith(unfinished)) sweep(join(this.#path, name));
  }

  /**
   * Copies into the new pack the smaller ones, which so stay few. When there is too much, copies what this build used and
   * of the rest the newest, up to half of the limit. Returns the packs that are needed no more.
   */
  #takeAlong(writer: PackWriter): readonly Pack[] {
    const total = this.#packs.reduce((sum, { size }) => sum + size, writer.size);
    const isFull = total > this.#limit;
    for (const [name, pack] of isFull ? this.#used : []) copy(name, pack, writer);
    const replaced: Pack[] = [];
    for (const pack of this.#packs.toSorted(isFull ? byAge : (a, b) => a.size - b.size)) {
      if (!isFull && pack.size > 2 * writer.size) break;
      replaced.push(pack);
      if (!isFull || writer.size + pack.size < this.#limit / 2)
        for (const name of pack.names()) copy(name, pack, writer);
    }
    return replaced;
  }

  /** Without a cache everything goes on as well: that a disk is full is not told from here. */
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

function copy(name: string, pack: Pack, writer: PackWriter): void {
  beginStep("cache");
  const bytes = writer.has(name) ? null : pack.read(name);
  if (bytes !== null) writer.add(name, bytes);
}

/** The newest first. */
function byAge(a: Pack, b: Pack): number {
  return b.time - a.time;
}

function refresh({ path, time }: Pack): void {
  const now = Date.now();
  if (now - time < day) return;
  try {
    utimesSync(path, now / 1000, now / 1000);
  } catch {
    // It has been replaced, or the folder is somebody's who lets others read.
  }
}

function sweep(path: string): void {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - written > longestWrite) rmSync(path, { force: true });
}
