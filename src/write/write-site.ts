import { lstat, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { OutputFile } from "../model/output-file.ts";
import { assertReplaceable } from "./assert-replaceable.ts";
import { makeFolder } from "./make-folder.ts";
import { toMarker } from "./marker.ts";
import { flushFolder, stageFiles } from "./stage-files.ts";
import { toWriteFailure } from "./to-write-failure.ts";
import { withLock } from "./with-lock.ts";

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
 * not take it; the reason of `stop` when that is aborted. The old site is as it was then, and nothing lies beside it.
 */
export async function writeSite(files: readonly OutputFile[], target: Target, stop: AbortSignal): Promise<void> {
  const { out, root } = target;
  await assertReplaceable(out, root);
  try {
    await makeFolder(dirname(out));
    await withLock(beside(out, "lock"), async () => replace(files, target, stop));
  } catch (error) {
    throw toWriteFailure(error, out);
  }
}

async function replace(files: readonly OutputFile[], { out, root }: Target, stop: AbortSignal): Promise<void> {
  const [staged, previous] = [beside(out, "new"), beside(out, "old")];
  // A build that was killed between the renames left the previous site aside.
  if ((await exists(previous)) && !(await exists(out))) await rename(previous, out);
  await assertReplaceable(out, root);
  for (const leftover of [previous, staged, `${beside(out, "lock")}-dead`]) await remove(leftover);
  try {
    await stageFiles([...files, toMarker(files)], staged, stop);
    stop.throwIfAborted();
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
