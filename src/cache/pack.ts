import { hash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/*
 * A pack holds values one after another, then a list with the start, length and hash of each, then the list's own hash
 * and length. A reader ignores everything whose hash or range doesn't fit, so a truncated or damaged pack just holds
 * fewer values.
 */

type EntryRange = readonly [start: number, length: number, check: string];

type EntryRanges = ReadonlyMap<string, EntryRange>;

/** 16 bytes of SHA-256 detect accidents; they're no protection against attackers. */
function checkOf(bytes: Uint8Array): string {
  return hash("sha256", bytes, "base64url").slice(0, 22);
}

/** The last bytes of a pack: this mark for the format, the hash of the list, its length. */
const mark = "docs-build pack 1 ";
const endLength = mark.length + 22 + 12;

/** A finished pack. If it can't be read, it counts as empty. */
export class Pack {
  readonly path: string;
  readonly size: number;
  /** When it was written, in milliseconds since 1970. */
  readonly time: number;
  readonly #file: number;
  readonly #ranges: EntryRanges;

  private constructor(path: string, file: number, { size, mtimeMs }: Stats) {
    this.path = path;
    this.#file = file;
    this.size = size;
    this.time = mtimeMs;
    this.#ranges = this.#readRanges();
  }

  /** Null if the file can't be opened; a damaged pack is empty. */
  static open(path: string): Pack | null {
    let file: number | null = null;
    try {
      // Opening a pipe would block.
      file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const stats = fstatSync(file);
      if (stats.isFile()) return new Pack(path, file, stats);
    } catch {
      // A pack that can't be read counts as missing.
    }
    if (file !== null) closeSync(file);
    return null;
  }

  /** The bytes under a name, or null if their hash doesn't fit. */
  read(name: string): Uint8Array | null {
    const range = this.#ranges.get(name);
    if (range === undefined) return null;
    try {
      return readRange(this.#file, range);
    } catch {
      return null;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Empty for a pack without its whole list. */
  #readRanges(): EntryRanges {
    try {
      const end = bytesAt(this.#file, this.size - endLength, endLength).toString("latin1");
      const length = Number(end.slice(-12));
      const start = this.size - endLength - length;
      if (!end.startsWith(mark) || !(length >= 0 && start >= 0)) return new Map();
      const list = bytesAt(this.#file, start, length);
      if (checkOf(list) !== end.slice(mark.length, -12)) return new Map();
      const entries: readonly (readonly [string, EntryRange])[] = JSON.parse(list.toString("latin1"));
      return new Map(entries);
    } catch {
      return new Map();
    }
  }
}

/** Names with this prefix are packs that are still being written; readers skip them. */
export const unfinished = ".new-";

/** Writes a pack. Errors of the file system are thrown. */
export class PackWriter {
  readonly #path: string;
  readonly #file: number;
  #isOpen = true;
  readonly #ranges = new Map<string, EntryRange>();
  #size = 0;

  constructor(folder: string) {
    this.#path = join(folder, `${unfinished}${randomUUID()}`);
    this.#file = openSync(this.#path, "wx+");
  }

  get size(): number {
    return this.#size;
  }

  has(name: string): boolean {
    return this.#ranges.has(name);
  }

  read(name: string): Uint8Array | null {
    const range = this.#ranges.get(name);
    return range === undefined ? null : readRange(this.#file, range);
  }

  add(name: string, bytes: Uint8Array): void {
    this.#ranges.set(name, [this.#size, bytes.byteLength, checkOf(bytes)]);
    this.#append(bytes);
  }

  /** Completes the pack and gives it its name, so that readers see all of it or nothing. Returns its path. */
  finish(): string {
    const list = Buffer.from(JSON.stringify([...this.#ranges]), "latin1");
    this.#append(list);
    // The end of the file says where the list begins.
    this.#append(Buffer.from(`${mark}${checkOf(list)}${String(list.length).padStart(12)}`, "latin1"));
    this.#close();
    const path = join(dirname(this.#path), `${checkOf(list)}.pack`);
    renameSync(this.#path, path);
    return path;
  }

  /** Removes the unfinished file; if the disk refuses, the next build removes it. */
  abandon(): void {
    try {
      this.#close();
      rmSync(this.#path, { force: true });
    } catch {
      // The disk's error has been reported before.
    }
  }

  /** Closes once: the system may reuse the number for another file. */
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

function readRange(file: number, [start, length, check]: EntryRange): Uint8Array | null {
  const bytes = bytesAt(file, start, length);
  return checkOf(bytes) === check ? bytes : null;
}

function bytesAt(file: number, start: number, length: number): Buffer {
  if (start < 0) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}
