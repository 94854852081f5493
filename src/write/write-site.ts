import { lstat, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { BuildError, diagnose } from "#shared/diagnostics/diagnostic.ts";

import { flushFolder, makeFolder } from "./durable-files.ts";
import { fillFolder, type Filling, isMountPoint, StagingFolder } from "./staging-folder.ts";
import { type Lock, holdLock } from "./lock.ts";
import type { FileMark, OutputFile } from "./output-file.ts";
import {
  checkReplaceable,
  type FileHashes,
  hashFile,
  hashOf,
  listSite,
  passingPrefix,
  toMarker,
} from "./output-folder.ts";

/** Where a site goes. Paths are absolute. */
interface OutputPaths {
  readonly root: string;
  readonly out: string;
}

interface BegunWrite {
  readonly lock: Lock;
  readonly staged: string;
  readonly staging: StagingFolder;
  /** Where the old site is for the moment in which the new one takes its place; null for a mount point, which is filled. */
  readonly previous: string | null;
}

/**
 * Replaces the output folder by the files it is given: staged beside it as they come, flushed, then swapped in by two
 * renames. Killed at any moment, the old or the new site is whole; the next build finishes what a killed one left.
 * (Between the two renames the folder is away for a moment.) Files that are as they were aren't written again, and a
 * folder in which all are stays as it is. A mount point is filled file by file, and what is written is staged in it.
 */
export class SiteWriter {
  readonly #target: OutputPaths;
  /** By path: a file may be asked for again. */
  #hashes = new Map<string, FileHashes>();
  #writing: Promise<BegunWrite> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(target: OutputPaths) {
    this.#target = target;
  }

  /** Takes a file of the new site. What the disk has against it is told at the end: a build finds its own faults first. */
  readonly add = async (file: OutputFile): Promise<void> => {
    if (this.#failure !== null) return;
    this.#hashes.set(file.path, hashFile(file));
    try {
      const { staging } = await (this.#writing ??= this.#begin());
      await staging.add(file);
    } catch (error) {
      this.#failure ??= { error };
    }
  };

  /** Takes a file that the old site has, if it is so. */
  readonly reuse = async (file: FileMark): Promise<boolean> => {
    try {
      const { staging } = await (this.#writing ??= this.#begin());
      const isReused = staging.reuse(file);
      if (isReused) this.#hashes.set(file.path, [hashOf(file.path), file.hash]);
      return isReused;
    } catch (error) {
      this.#failure ??= { error };
      return true;
    }
  };

  /**
   * Puts the new site in the place of the old one. Returns whether that took one step, or none.
   * @throws BuildError when the folder isn't one that docs-build made, another build is writing it, or the disk
   * doesn't take it. The old site is as it was then, and nothing lies beside it.
   */
  async finish(): Promise<boolean> {
    await this.add(toMarker([...this.#hashes.values()]));
    const { out } = this.#target;
    try {
      if (this.#failure !== null) throw this.#failure.error;
      const { staging, staged, lock, previous } = await (this.#writing ??= this.#begin());
      if ((await staging.settle()) && (await listSite(out)).length === this.#hashes.size) return true;
      await staging.flush();
      await refuseLost(lock, out);
      if (previous === null) await fill({ ...this.#target, staged, hashes: this.#hashes });
      else await swap({ staged, out, previous });
      return previous !== null;
    } catch (error) {
      throw toWriteFailure(error, out);
    } finally {
      await this.discard();
    }
  }

  /** Leaves the old site where it is, and nothing beside it. Another one may be written then. */
  readonly discard = async (): Promise<void> => {
    const writing = await this.#writing?.catch(() => null);
    if (writing) {
      const { staging, staged, lock, previous } = writing;
      await staging.settle().catch(() => undefined);
      await remove(staged);
      if (previous !== null && (await lock.isIntact()) && (await exists(this.#target.out))) await remove(previous);
      await lock.release();
    }
    [this.#writing, this.#hashes, this.#failure] = [null, new Map(), null];
  };

  async #begin(): Promise<BegunWrite> {
    const { out, root } = this.#target;
    await checkReplaceable(out, root);
    await makeFolder(dirname(out));
    const isMounted = await isMountPoint(out);
    const place = (suffix: string): string =>
      isMounted ? join(out, passingPrefix + suffix) : join(dirname(out), `.${basename(out)}${passingPrefix}${suffix}`);
    const lock = await holdLock(place("lock"));
    try {
      const [staged, previous] = [place(`new-${lock.id}`), isMounted ? null : place("old")];
      await this.#clear(place);
      return { lock, staged, previous, staging: new StagingFolder(staged, (await exists(out)) ? out : null) };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #clear(place: (suffix: string) => string): Promise<void> {
    const { out, root } = this.#target;
    const previous = place("old");
    // It was killed between the renames.
    if ((await exists(previous)) && !(await exists(out))) await rename(previous, out);
    await checkReplaceable(out, root);
    const leftovers = [previous, place("new"), place("lock-")];
    for (const name of await readdir(dirname(previous)).catch(() => [])) {
      const path = join(dirname(previous), name);
      if (leftovers.some((leftover) => path.startsWith(leftover))) await remove(path);
    }
  }
}

/** Another machine may have replaced a build that was suspended for long. */
async function refuseLost(lock: Lock, out: string): Promise<void> {
  if (await lock.isIntact()) return;
  const message = `the lock of the output folder ${out} is gone: another build has taken it over`;
  const hint = "build again; what the other one wrote is as it left it";
  throw new BuildError([diagnose("output/refused", message, null, hint)]);
}

async function swap({ staged, out, previous }: { staged: string; out: string; previous: string }): Promise<void> {
  const replaces = await exists(out);
  if (replaces) await rename(out, previous);
  try {
    await rename(staged, out);
  } catch (error) {
    if (replaces) await rename(previous, out);
    throw error;
  }
  await flushFolder(dirname(out));
}

/** A mount point can't be renamed. A file that somebody added since the build began stops it. */
async function fill({ root, ...filling }: Filling & OutputPaths): Promise<void> {
  const { out } = filling;
  await checkReplaceable(out, root);
  try {
    await fillFolder(filling);
  } catch (error) {
    throw toWriteFailure(error, out, "part of it is the new site; build again, which goes on from here");
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EBUSY", "it is in use"],
  ["ENOTDIR", "a part of its path is a file"],
  ["EEXIST", "a part of its path is a file"],
  ["ENAMETOOLONG", "a name in it is too long"],
  ["ENOENT", "a file or folder of it was moved or removed meanwhile"],
]);

function toWriteFailure(error: unknown, out: string, state = "what was there before is as it was"): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const code = String(error.code);
  const path = "path" in error ? ` (${String(error.path)})` : "";
  const message = `the site couldn't be written to ${out}: ${reasons.get(code) ?? code}${path}`;
  const hint = code === "ENOENT" ? "build the site again" : state;
  return new BuildError([diagnose("output/failed", message, null, hint)]);
}
