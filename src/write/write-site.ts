import { lstat, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { BuildError, diagnose } from "#shared/diagnostic.ts";
import type { FileMark, OutputFile } from "#shared/files.ts";

import { flushFolder, makeFolder } from "./durable-files.ts";
import { holdLock } from "./lock.ts";
import { checkReplaceable, type FileHashes, hashFile, hashOf, listFiles, toMarker } from "./output-folder.ts";
import { StagingFolder } from "./staging-folder.ts";

/** Where a site goes. Paths are absolute. */
interface Target {
  readonly root: string;
  readonly out: string;
}

/**
 * Replaces the output folder by the files it is given: staged beside it as they come, flushed, then swapped in by two
 * renames. Killed at any moment, the old or the new site is whole; the next build finishes what a killed one left.
 * (Between the two renames the folder is away for a moment.) Files that are as they were are not written again, and a
 * folder in which all are stays as it is.
 */
export class SiteWriter {
  readonly #target: Target;
  readonly #paths: { readonly staged: string; readonly previous: string; readonly lock: string };
  readonly #hashes: FileHashes[] = [];
  #staging: Promise<StagingFolder> | null = null;
  #unlock: () => Promise<void> = async () => undefined;
  #failure: { readonly error: unknown } | null = null;

  constructor(target: Target) {
    this.#target = target;
    const { out } = target;
    this.#paths = { staged: beside(out, "new"), previous: beside(out, "old"), lock: beside(out, "lock") };
  }

  /** Takes a file of the new site. What the disk has against it is told at the end: a build finds its own faults first. */
  readonly add = async (file: OutputFile): Promise<void> => {
    if (this.#failure !== null) return;
    this.#hashes.push(hashFile(file));
    try {
      const staging = await (this.#staging ??= this.#begin());
      await staging.add(file);
    } catch (error) {
      this.#failure ??= { error };
    }
  };

  /** Takes a file that the old site has, if it is so. */
  readonly reuse = async (file: FileMark): Promise<boolean> => {
    try {
      const staging = await (this.#staging ??= this.#begin());
      const isReused = staging.reuse(file);
      if (isReused) this.#hashes.push([hashOf(file.path), file.hash]);
      return isReused;
    } catch (error) {
      this.#failure ??= { error };
      return true;
    }
  };

  /**
   * Puts the new site in the place of the old one.
   * @throws BuildError when the folder is not one that docs-build made, another build is writing it, or the disk does
   * not take it. The old site is as it was then, and nothing lies beside it.
   */
  async finish(): Promise<void> {
    await this.add(toMarker(this.#hashes));
    try {
      if (this.#failure !== null) throw this.#failure.error;
      const staging = await (this.#staging ??= this.#begin());
      const isSame = (await staging.settle()) && (await listFiles(this.#target.out)).length === this.#hashes.length;
      if (isSame) return;
      await staging.flush();
      await swap({ ...this.#paths, out: this.#target.out });
    } catch (error) {
      throw toWriteFailure(error, this.#target.out);
    } finally {
      await this.discard();
    }
  }

  /** Leaves the old site where it is, and nothing beside it. */
  async discard(): Promise<void> {
    const { staged } = this.#paths;
    const staging = await this.#staging?.catch(() => null);
    if (staging) {
      await staging.settle().catch(() => undefined);
      await remove(staged);
      if (await exists(this.#target.out)) await remove(this.#paths.previous);
    }
    await this.#unlock();
  }

  async #begin(): Promise<StagingFolder> {
    const { out, root } = this.#target;
    const { staged, previous, lock } = this.#paths;
    await checkReplaceable(out, root);
    await makeFolder(dirname(out));
    this.#unlock = await holdLock(lock);
    // A build that was killed between the renames left the previous site aside.
    if ((await exists(previous)) && !(await exists(out))) await rename(previous, out);
    await checkReplaceable(out, root);
    for (const leftover of [previous, staged, `${lock}-dead`]) await remove(leftover);
    return new StagingFolder(staged, (await exists(out)) ? out : null);
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

function beside(out: string, suffix: string): string {
  return join(dirname(out), `.${basename(out)}.docs-build-${suffix}`);
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
  ["EBUSY", "it is in use, or the root of a mounted file system; a folder inside it works"],
  ["EXDEV", "it is the root of a mounted file system; a folder inside it works"],
  ["ENOTDIR", "a part of its path is a file"],
  ["EEXIST", "a part of its path is a file"],
  ["ENAMETOOLONG", "a name in it is too long"],
]);

/** What the file system refused, as a finding. Errors that are not its own are returned as they are. */
function toWriteFailure(error: unknown, out: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const code = String(error.code);
  const path = "path" in error ? ` (${String(error.path)})` : "";
  const message = `the site could not be written to ${out}: ${reasons.get(code) ?? code}${path}`;
  return new BuildError([diagnose("output/failed", message, null, "what was there before is as it was")]);
}
