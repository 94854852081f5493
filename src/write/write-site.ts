import { lstat, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { BuildError, diagnose } from "#shared/diagnostics/diagnostic.ts";

import { flushFolder, isSystemError, makeFolder } from "./durable-files.ts";
import { fillFolder, type Filling, isMountPoint, StagingFolder } from "./staging-folder.ts";
import { type Lock, holdLock } from "./lock.ts";
import { type FileMark, hashOf, type OutputFile } from "./output-file.ts";
import { checkReplaceable, type FileHashes, hashFile, listSite, passingPrefix, toMarker } from "./output-folder.ts";

/** Absolute paths of a site. */
interface OutputPaths {
  readonly root: string;
  readonly out: string;
}

interface BegunWrite {
  readonly lock: Lock;
  readonly staged: string;
  readonly staging: StagingFolder;
  /**
   * Where the old site waits while the new one replaces it; null for a mount point, whose files are replaced one by
   * one.
   */
  readonly previous: string | null;
}

/**
 * Replaces the output folder. Files are staged beside it as they come, flushed, and swapped in by two renames; for a
 * moment between the two there's no folder. If the process is killed at any time, the old or the new site is whole, and
 * the next build cleans up. Unchanged files aren't written again, and an unchanged folder stays. A mount point is
 * filled file by file, and its files are staged within.
 */
export class SiteWriter {
  readonly #target: OutputPaths;
  /** By path, because the build may offer a file twice. */
  #hashes = new Map<string, FileHashes>();
  #writing: Promise<BegunWrite> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(target: OutputPaths) {
    this.#target = target;
  }

  /**
   * Adds a file of the new site. An error of the disk is thrown at the end, so that the build can report its own
   * findings first.
   */
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

  /** Reuses a file if the old site has it unchanged. */
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
   * Replaces the old site by the new one. Returns true if that took a single step.
   * @throws BuildError if the folder isn't ours, another build is writing it, or the disk refuses. The old site stays,
   * and nothing is left beside it.
   */
  async finish(): Promise<boolean> {
    await this.add(toMarker([...this.#hashes.values()]));
    const { out } = this.#target;
    try {
      if (this.#failure !== null) throw this.#failure.error;
      const { staging, staged, lock, previous } = await (this.#writing ??= this.#begin());
      if ((await staging.settle()) && (await listSite(out)).length === this.#hashes.size) return true;
      await staging.flush();
      // If a build was suspended for long, another machine may have taken over its lock.
      if (!(await lock.isIntact())) {
        const message = `the lock of the output folder ${out} is gone: another build has taken it over`;
        const hint = "build again; what the other one wrote is as it left it";
        throw new BuildError([diagnose("output/refused", message, null, hint)]);
      }
      if (previous === null) await fill({ ...this.#target, staged, hashes: this.#hashes });
      else await swap({ staged, out, previous });
      return previous !== null;
    } catch (error) {
      throw toWriteFailure(error, out);
    } finally {
      await this.discard();
    }
  }

  /** Removes the staged files and leaves the old site. A new site may be written afterwards. */
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
    makeFolder(dirname(out));
    const isMounted = await isMountPoint(out);
    const pathOf = (suffix: string): string =>
      isMounted ? join(out, passingPrefix + suffix) : join(dirname(out), `.${basename(out)}${passingPrefix}${suffix}`);
    const lock = await holdLock(pathOf("lock"));
    try {
      const [staged, previous] = [pathOf(`new-${lock.id}`), isMounted ? null : pathOf("old")];
      await this.#clear(pathOf);
      return { lock, staged, previous, staging: new StagingFolder(staged, (await exists(out)) ? out : null) };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async #clear(pathOf: (suffix: string) => string): Promise<void> {
    const { out, root } = this.#target;
    const previous = pathOf("old");
    // A build was killed between the two renames.
    if ((await exists(previous)) && !(await exists(out))) await rename(previous, out);
    await checkReplaceable(out, root);
    const leftovers = [previous, pathOf("new"), pathOf("lock-")];
    for (const name of await readdir(dirname(previous)).catch(() => [])) {
      const path = join(dirname(previous), name);
      if (leftovers.some((leftover) => path.startsWith(leftover))) await remove(path);
    }
  }
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

/**
 * A mount point can't be renamed, so its files are replaced. Files that somebody added since the build began stop that.
 */
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
  if (!isSystemError(error)) return error;
  const code = String(error.code);
  const path = error.path === undefined ? "" : ` (${error.path})`;
  const message = `the site couldn't be written to ${out}: ${reasons.get(code) ?? code}${path}`;
  const hint = code === "ENOENT" ? "build the site again" : state;
  return new BuildError([diagnose("output/failed", message, null, hint)]);
}
