import { linkSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { readFile, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { flushFolder, makeFolder, writeFlushed } from "./durable-files.ts";
import { type FileMark, hashOf, markerName, type OutputFile } from "./output-file.ts";
import { type FileHashes, listSite, toMarker } from "./output-folder.ts";

/** Bounds the open files, so that thousands of pages are written under a low descriptor limit. */
const filesAtOnce = 16;

/** A folder that receives files as they come, and is renamed once all of them are on the disk. */
export class StagingFolder {
  readonly #path: string;
  readonly #previous: string | null;
  readonly #folders = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  /** Unchanged files. They're linked into this folder only if any file changed. */
  readonly #kept = new Set<string>();
  #failure: { readonly error: unknown } | null = null;
  #isSame = true;

  /** `previous` is a folder whose unchanged files are reused. */
  constructor(path: string, previous: string | null) {
    this.#path = path;
    this.#previous = previous;
  }

  /**
   * Adds a file, and returns when there's room for the next.
   * @throws the error of the file system, also of an earlier file.
   */
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

  /** Reuses an unchanged file of the previous folder. Returns false if that lacks it. */
  reuse({ path, size, hash }: FileMark): boolean {
    return this.#keep(path, size, (before) => hashOf(before) === hash);
  }

  /** Waits for all files. Returns whether every file is unchanged. */
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

  /** Reading a small file takes less time than asking the thread pool for it. */
  #keep(path: string, size: number, isSame: (before: Buffer) => boolean): boolean {
    // The last check before the disk: no path may lead out of the folder.
    if (path.split(/[\\/]/).some((segment) => segment === "" || segment === "." || segment === ".."))
      throw new Error(`a path outside the site: ${path}`);
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

  /** A hard link costs nothing, but some file systems lack them. */
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

/** Whether a folder is a mount point, such as a container's volume: it can be filled but not replaced. */
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
 * Replaces the content of a folder file by file; each file is whole at any moment. Pages that are gone are removed
 * first, assets come before the pages that need them, and old assets are removed last. Meanwhile the marker names the
 * files of both sites, so that the next build can go on where a killed one stopped.
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
    makeFolder(dirname(join(out, path)));
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
