import { lstat, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { BuildError, diagnose } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

import { flushFolder, makeFolder, stageFiles } from "./durable-files.ts";
import { withLock } from "./lock.ts";
import { checkReplaceable, toMarker } from "./output-folder.ts";

/** Where a site goes. Paths are absolute. */
export interface Target {
  readonly root: string;
  readonly out: string;
}

/**
 * Replaces the output folder by the given files: staged beside it, flushed, then swapped in by two renames. Killed at
 * any moment, the old or the new site is whole; the next build finishes what a killed one left. (Between the two
 * renames the folder is away for a moment.)
 * @throws BuildError when the folder is not one that docs-build made, another build is writing it, or the disk does
 * not take it. The old site is as it was then, and nothing lies beside it.
 */
export async function writeSite(files: readonly OutputFile[], target: Target): Promise<void> {
  const { out, root } = target;
  await checkReplaceable(out, root);
  try {
    await makeFolder(dirname(out));
    await withLock(beside(out, "lock"), async () => replace(files, target));
  } catch (error) {
    throw toWriteFailure(error, out);
  }
}

async function replace(files: readonly OutputFile[], { out, root }: Target): Promise<void> {
  const [staged, previous] = [beside(out, "new"), beside(out, "old")];
  // A build that was killed between the renames left the previous site aside.
  if ((await exists(previous)) && !(await exists(out))) await rename(previous, out);
  await checkReplaceable(out, root);
  for (const leftover of [previous, staged, `${beside(out, "lock")}-dead`]) await remove(leftover);
  try {
    await stageFiles([...files, toMarker(files)], staged);
    await swap({ staged, out, previous });
  } catch (error) {
    await remove(staged);
    throw error;
  }
  await remove(previous);
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
