import { linkSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { flushFolder, writeFlushed } from "./durable-files.ts";
import type { FileMark, OutputFile } from "./output-file.ts";
import { hashOf } from "./output-folder.ts";

/** Bounds the open files, so that thousands of pages are written under a small descriptor limit. */
const filesAtOnce = 16;

/** A folder that is filled with files as they come, to be renamed when the disk has all of them. */
export class StagingFolder {
  readonly #path: string;
  readonly #previous: string | null;
  readonly #folders = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  /** Paths of files that are as they were; they are needed only where another one isn't. */
  readonly #kept = new Set<string>();
  #failure: { readonly error: unknown } | null = null;
  #isSame = true;

  /** `previous` is a folder with files of the same names that need no writing where they are the same. */
  constructor(path: string, previous: string | null) {
    this.#path = path;
    this.#previous = previous;
  }

  /** Takes a file, and returns when there is room for the next one. @throws the error of the file system, or of a file before. */
  async add(file: OutputFile): Promise<void> {
    const bytes = typeof file.content === "string" ? Buffer.from(file.content) : file.content;
    if (this.#keep(file.path, bytes.byteLength, (before) => before.equals(bytes))) return;
    this.#isSame = false;
    this.#kept.delete(file.path);
    while (this.#writing.size >= filesAtOnce) await Promise.race(this.#writing);
    if (this.#failure !== null) throw this.#failure.error;
    const writing: Promise<void> = this.#write(file)
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Takes a file that is as it was, if the previous folder has it. */
  reuse({ path, size, hash }: FileMark): boolean {
    return this.#keep(path, size, (before) => hashOf(before) === hash);
  }

  /** Waits for the files that were taken. Returns whether every one is the previous folder's. */
  async settle(): Promise<boolean> {
    await Promise.all(this.#writing);
    if (this.#failure !== null) throw this.#failure.error;
    return this.#isSame;
  }

  /** Waits until the disk has everything. */
  async flush(): Promise<void> {
    await this.settle();
    this.#makeFolder(this.#path);
    for (const path of this.#kept) await this.#takePrevious(path);
    const folders = this.#folders.values();
    const flushNext = async (): Promise<void> => {
      for (const path of folders) await flushFolder(path);
    };
    await Promise.all(Array.from({ length: filesAtOnce }, flushNext));
  }

  async #write({ path, content }: OutputFile): Promise<void> {
    const file = join(this.#path, path);
    this.#makeFolder(dirname(file));
    await writeFlushed(file, content, "wx");
  }

  /** A small file is read before a thread pool has been asked for it. */
  #keep(path: string, size: number, isSame: (before: Buffer) => boolean): boolean {
    checkInside(path);
    if (this.#previous === null) return false;
    try {
      const file = join(this.#previous, path);
      const isKept = statSync(file).size === size && isSame(readFileSync(file));
      if (isKept) this.#kept.add(path);
      return isKept;
    } catch {
      return false;
    }
  }

  /** The same file under another name costs nothing. Not every file system has that. */
  async #takePrevious(path: string): Promise<void> {
    const [from, to] = [join(this.#previous ?? "", path), join(this.#path, path)];
    this.#makeFolder(dirname(to));
    try {
      linkSync(from, to);
    } catch {
      await writeFlushed(to, await readFile(from), "wx");
    }
  }

  /** Once a folder. */
  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    if (path.length > this.#path.length) this.#makeFolder(dirname(path));
    mkdirSync(path, { recursive: true });
    this.#folders.add(path);
  }
}

/** This is the last gate before the disk: no path may lead elsewhere. */
function checkInside(path: string): void {
  const segments = path.split(/[\\/]/);
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    throw new Error(`a path outside the site: ${path}`);
}
