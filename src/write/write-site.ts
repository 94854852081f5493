import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { OutputFile } from "../model/output-file.ts";
import { assertReplaceable, markerName } from "./assert-replaceable.ts";
import { withLock } from "./with-lock.ts";

/** Where a site goes. Paths are absolute. */
export interface Target {
  readonly root: string;
  readonly out: string;
}

/**
 * Replaces the output folder by the given files: staged beside it, then swapped in by two renames. Killed at any
 * moment, the old or the new site is whole; the next build finishes what a killed one left. (Between the two renames
 * the folder is away for a moment.)
 * @throws BuildError when the folder is not one that docs-build made, or another build is writing it.
 */
export async function writeSite(files: readonly OutputFile[], { root, out }: Target): Promise<void> {
  const beside = (suffix: string): string => join(dirname(out), `.${basename(out)}.docs-build-${suffix}`);
  await mkdir(dirname(out), { recursive: true });
  await withLock(beside("lock"), async () => {
    const [staged, previous] = [beside("new"), beside("old")];
    await recover(out, previous);
    await assertReplaceable(out, root);
    await rm(staged, { recursive: true, force: true });
    await stage(files, staged);
    if (await exists(out)) await rename(out, previous);
    await rename(staged, out);
    await rm(previous, { recursive: true, force: true });
  });
}

/** A build that was killed between the renames left the previous site aside: put it back, or remove it when it was replaced. */
async function recover(out: string, previous: string): Promise<void> {
  if (!(await exists(previous))) return;
  if (await exists(out)) await rm(previous, { recursive: true, force: true });
  else await rename(previous, out);
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

async function stage(files: readonly OutputFile[], folder: string): Promise<void> {
  const folders = new Set(files.map(({ path }) => dirname(join(folder, path))));
  for (const path of [folder, ...[...folders].sort()]) await mkdir(path, { recursive: true });
  for (const { path, content } of [...files, marker(files)]) await writeFile(join(folder, path), content);
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Says that the folder is ours and which files are: nothing else in it may ever be removed. */
function marker(files: readonly OutputFile[]): OutputFile {
  const hashes = files.map(({ path, content }) => [path, createHash("sha256").update(content).digest("hex")] as const);
  return { path: markerName, content: `${JSON.stringify({ generator: "docs-build", files: Object.fromEntries(hashes) }, null, 1)}\n` };
}
