import { randomUUID } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { checkOf, type EntryRange, readRange, toEnd } from "./pack.ts";

/** How the name of a pack begins that is being written: no reader looks at it. */
export const unfinished = ".new-";

/** A pack while it is being written. Errors are those of the file system. */
export class PackWriter {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: number;
  #isOpen = true;
  readonly #places = new Map<string, EntryRange>();
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `${unfinished}${randomUUID()}`);
    this.#file = openSync(this.#path, "wx+");
  }

  get size(): number {
    return this.#size;
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** The bytes under a name; null when there are none. */
  read(name: string): Uint8Array | null {
    const place = this.#places.get(name);
    return place === undefined ? null : readRange(this.#file, place);
  }

  add(name: string, bytes: Uint8Array): void {
    this.#places.set(name, [this.#size, bytes.byteLength, checkOf(bytes)]);
    this.#append(bytes);
  }

  /** Finishes the pack and gives it its name, under which it is seen whole or not at all. Returns its path. */
  finish(): string {
    const list = Buffer.from(JSON.stringify([...this.#places]), "latin1");
    this.#append(list);
    this.#append(toEnd(list));
    this.#close();
    const path = join(this.#folder, `${checkOf(list)}.pack`);
    renameSync(this.#path, path);
    return path;
  }

  /** Leaves nothing behind, as far as the disk lets go of it; the next build sweeps what it does not. */
  abandon(): void {
    try {
      this.#close();
      rmSync(this.#path, { force: true });
    } catch {
      // What is wrong with the disk has been found before.
    }
  }

  /** Once: the number may be another file's by then. */
  #close(): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (wasOpen) closeSync(this.#file);
  }

  #append(bytes: Uint8Array): void {
    writeFileSync(this.#file, bytes);
    this.#size += bytes.byteLength;
  }
}
