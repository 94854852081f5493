import { hash, randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/*
 * A pack: values one after the other, then a list of where each begins, how long it is and what its bytes hash to, then
 * the list's own hash and length. A reader believes nothing that does not match, so a pack that was cut off or changed
 * on the disk is one that holds less.
 */

type Place = readonly [start: number, length: number, check: string];

/** Base64url of the first 16 bytes of SHA-256: against accidents, not against attackers. */
function checkOf(bytes: Uint8Array): string {
  return hash("sha256", bytes, "base64url").slice(0, 22);
}

/** The last bytes of a pack: a mark that tells the format, the hash of the list, its length. */
const mark = "docs-build pack 1 ";
const endLength = mark.length + 22 + 12;

/** A finished pack. */
export class Pack {
  readonly path: string;
  readonly size: number;
  /** When it was last of use, in milliseconds since 1970. */
  readonly time: number;
  readonly #file: number;
  readonly #places: ReadonlyMap<string, Place>;

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
    const { size, mtimeMs } = fstatSync(file);
    this.size = size;
    this.time = mtimeMs;
    this.#places = this.#readPlaces();
  }

  /** A pack that can be opened; a damaged one is empty. */
  static open(path: string): Pack | null {
    try {
      return new Pack(path, openSync(path, "r"));
    } catch {
      return null;
    }
  }

  /** The bytes under a name, if they are what was written. */
  read(name: string): Uint8Array | null {
    const place = this.#places.get(name);
    if (place === undefined) return null;
    return readPlace(this.#file, place);
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  names(): Iterable<string> {
    return this.#places.keys();
  }

  close(): void {
    closeSync(this.#file);
  }

  #readPlaces(): ReadonlyMap<string, Place> {
    const end = bytesAt(this.#file, this.size - endLength, endLength).toString("latin1");
    const length = Number(end.slice(-12));
    if (!end.startsWith(mark) || !Number.isInteger(length)) return new Map();
    const list = bytesAt(this.#file, this.size - endLength - length, length);
    if (checkOf(list) !== end.slice(mark.length, -12)) return new Map();
    const places: readonly (readonly [string, Place])[] = JSON.parse(list.toString("latin1"));
    return new Map(places);
  }
}

/** The bytes of a value, if they are what was written. */
function readPlace(file: number, [start, length, check]: Place): Uint8Array | null {
  const bytes = bytesAt(file, start, length);
  return checkOf(bytes) === check ? bytes : null;
}

/** Fewer bytes than asked for, where the file ends before. */
function bytesAt(file: number, start: number, length: number): Buffer {
  if (start < 0) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

/** So many bytes are written at once. */
const writeSize = 1_000_000;

/** A pack while it is being written, under a name that no reader looks at. Errors are those of the file system. */
export class PackWriter {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: number;
  readonly #places = new Map<string, Place>();
  /** What is not written yet, by where it begins. */
  readonly #waiting = new Map<number, Uint8Array>();
  #waitingSize = 0;
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
    if (place === undefined) return null;
    const [start, length] = place;
    return this.#waiting.get(start)?.subarray(0, length) ?? readPlace(this.#file, place);
  }

  add(name: string, bytes: Uint8Array): void {
    this.#places.set(name, [this.#size, bytes.byteLength, checkOf(bytes)]);
    this.#append(bytes);
  }

  /** Finishes the pack and gives it its name, under which it is seen whole or not at all. Returns its path. */
  finish(): string {
    const list = Buffer.from(JSON.stringify([...this.#places]), "latin1");
    const check = checkOf(list);
    this.#append(list);
    this.#append(Buffer.from(`${mark}${check}${String(list.length).padStart(12)}`, "latin1"));
    this.#flush();
    closeSync(this.#file);
    const path = join(this.#folder, `${check}.pack`);
    renameSync(this.#path, path);
    return path;
  }

  /** Leaves nothing behind. */
  abandon(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #append(bytes: Uint8Array): void {
    // What is large is written by itself: to be put together with others it would be copied.
    if (bytes.byteLength > writeSize) this.#flush();
    this.#waiting.set(this.#size, bytes);
    this.#size += bytes.byteLength;
    this.#waitingSize += bytes.byteLength;
    if (this.#waitingSize > writeSize) this.#flush();
  }

  #flush(): void {
    const [first = new Uint8Array(), ...others] = this.#waiting.values();
    const bytes = others.length === 0 ? first : Buffer.concat([first, ...others]);
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    this.#waiting.clear();
    this.#waitingSize = 0;
  }
}

/** How the name of a pack begins that is being written. */
export const unfinished = ".new-";
