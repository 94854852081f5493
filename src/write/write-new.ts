import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { BuildError, diagnose, type Outcome } from "#shared/diagnostic.ts";

import { flushFolder, makeFolder } from "./durable-files.ts";
import type { OutputFile } from "./output-file.ts";
import { StagingFolder } from "./staging-folder.ts";

/** The files of a new site; null when it cannot be made. */
export interface NewSite extends Outcome<readonly OutputFile[] | null> {
  /** What was read, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Writes files into a folder that has nothing of theirs: all of them or none. They are staged inside the folder and
 * moved in by their first segments; what stands there already is never touched, but for empty folders.
 * @throws BuildError when something stands in the way, or the disk does not take them.
 */
export async function writeNew(files: readonly OutputFile[], folder: string): Promise<void> {
  const names = [...new Set(files.map(({ path }) => path.split("/")[0] ?? ""))];
  const staged = join(folder, `.init.docs-build-${process.pid}`);
  const staging = new StagingFolder(staged, null);
  const moved: string[] = [];
  try {
    await refuseTaken(names, folder);
    await makeFolder(folder);
    for (const file of files) await staging.add(file);
    await staging.flush();
    for (const name of names) {
      await rename(join(staged, name), join(folder, name));
      moved.push(name);
    }
    await flushFolder(folder);
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true, force: true });
    throw toFailure(error, folder);
  } finally {
    // What stands in the way of the folder has been told, and is in the way of this as well.
    await rm(staged, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function refuseTaken(names: readonly string[], folder: string): Promise<void> {
  const taken: string[] = [];
  for (const name of names) if (await isTaken(join(folder, name))) taken.push(`${name}/`);
  if (taken.length === 0) return;
  const message = `${taken.join(" and ")} ${taken.length === 1 ? "is" : "are"} already there`;
  const hint = `nothing was written; name another folder (docs-build init my-docs), or move ${taken.length === 1 ? "it" : "them"} away`;
  throw new BuildError([diagnose("init/occupied", message, null, hint)]);
}

/** An empty folder is in nobody's way. */
async function isTaken(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => null);
  if (entry === null) return false;
  return !entry.isDirectory() || (await readdir(path)).length > 0;
}

function toFailure(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const isFile = error.code === "ENOTDIR" || error.code === "EEXIST";
  const message = `${folder} cannot be written: ${isFile ? "a file is in the way" : String(error.code)}`;
  return new BuildError([diagnose("output/failed", message, null, "nothing was written; name another folder")]);
}
