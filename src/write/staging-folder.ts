import { linkSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { readFile, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { flushFolder, makeFolder, writeFlushed } from "./durable-files.ts";
import { type FileMark, markerName, type OutputFile } from "./output-file.ts";
import { type FileHashes, hashOf, listSite, toMarker } from "./output-folder.ts";

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

/** Whether a file system begins at a folder, as at a volume of a container: it can be filled, and nothing can take its place. */
export async function isMountPoint(folder: string): Promise<boolean> {
  const path = await realpath(folder).catch(() => null);
  if (path === null) return false;
  const mounts = await readFile("/proc/self/mountinfo", "utf8").catch(() => null);
  if (mounts === null) return (await stat(path)).dev !== (await stat(dirname(path))).dev;
  return mounts.split("\n").some((line) => unescapeOctal(line.split(" ")[4] ?? "") === path);
}

/** Linux writes spaces in names as `\040` (proc_pid_mountinfo(5)). */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}

export interface Filling {
  /** A finished site on the same file system. */
  readonly staged: string;
  readonly out: string;
  /** The files of the new site by their paths, with the marker. */
  readonly hashes: ReadonlyMap<string, FileHashes>;
}

/**
 * Makes a folder hold a staged site, file by file; each of them is there whole. Files that no page leads to any more go
 * first, what pages need comes before them, and what the old ones needed goes last. The marker names the files of both
 * sites meanwhile, so that the next build may go on where a killed one ended.
 */
export async function fillFolder({ staged, out, hashes }: Filling): Promise<void> {
  const before = await listSite(out);
  const both = toMarker([...before.map((path) => [hashOf(path), ""] as const), ...hashes.values()]);
  await writeFlushed(join(staged, `new-${markerName}`), both.content, "wx");
  await rename(join(staged, `new-${markerName}`), join(out, markerName));
  await flushFolder(out);
  const stale = before.filter((path) => !hashes.has(path));
  for (const path of stale.filter((file) => !isAsset(file))) await removeFile(path, out);
  const pages = [...hashes.keys()].filter((path) => !isAsset(path) && path !== markerName);
  for (const path of [...[...hashes.keys()].filter(isAsset), ...pages]) {
    await makeFolder(dirname(join(out, path)));
    await rename(join(staged, path), join(out, path));
  }
  for (const path of stale.filter(isAsset)) await removeFile(path, out);
  for (const folder of new Set([...hashes.keys()].map((path) => dirname(join(out, path))))) await flushFolder(folder);
  await rename(join(staged, markerName), join(out, markerName));
  await flushFolder(out);
}

function isAsset(path: string): boolean {
  return path.startsWith("assets/");
}

async function removeFile(path: string, out: string): Promise<void> {
  await rm(join(out, path), { force: true });
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const isGone = await rmdir(join(out, folder)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
