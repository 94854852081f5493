import { lstat, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { BuildError, diagnose, type Outcome } from "#shared/diagnostics/diagnostic.ts";

import { flushFolder, isSystemError, makeFolder } from "./durable-files.ts";
import type { OutputFile } from "./output-file.ts";
import { StagingFolder } from "./staging-folder.ts";

/** The files of a new site; null if it can't be made. */
export interface NewSite extends Outcome<readonly OutputFile[] | null> {
  readonly texts: ReadonlyMap<string, string>;
}

/** The files that don't exist yet and that no symbolic link would put elsewhere. */
export async function notThere(files: readonly OutputFile[], folder: string): Promise<readonly OutputFile[]> {
  const free = await Promise.all(files.map(async ({ path }) => (await missingPart(path, folder)) !== null));
  return files.filter((_, index) => free[index]);
}

/**
 * Writes a new site's files into a folder that may hold other files. Writes all of them or none: they're staged inside
 * the folder, then renamed. Existing files are never touched.
 * @throws BuildError if something is in the way or the disk refuses.
 */
export async function writeNew(
  site: readonly OutputFile[],
  folder: string,
  extraFiles: readonly OutputFile[] = [],
): Promise<void> {
  const files = [...site, ...extraFiles];
  const own = site.map(({ path }) => path.split("/")[0] ?? "");
  const beside = await Promise.all(extraFiles.map(async ({ path }) => missingPart(path, folder)));
  const names = [...new Set([...own, ...beside.filter((name) => name !== null)])];
  const staged = join(folder, `.init.docs-build-${process.pid}`);
  const staging = new StagingFolder(staged, null);
  const moved: string[] = [];
  try {
    await refuseOccupied([...new Set(own)], folder);
    makeFolder(folder);
    for (const file of files) await staging.add(file);
    await staging.flush();
    for (const name of names) {
      await rename(join(staged, name), join(folder, name));
      moved.push(name);
    }
    for (const changed of new Set(names.map((name) => dirname(join(folder, name))))) await flushFolder(changed);
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true, force: true });
    throw toFailure(error, folder);
  } finally {
    // The error has been reported already.
    await rm(staged, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function missingPart(path: string, folder: string): Promise<string | null> {
  const names = path.split("/");
  for (const count of names.keys()) {
    const part = names.slice(0, count + 1).join("/");
    const entry = await lstat(join(folder, part)).catch(() => null);
    if (entry === null) return part;
    if (!entry.isDirectory()) return null;
  }
  return null;
}

async function refuseOccupied(names: readonly string[], folder: string): Promise<void> {
  const occupied: string[] = [];
  for (const name of names) {
    const entry = await lstat(join(folder, name)).catch(() => null);
    const isFree = entry === null || (entry.isDirectory() && (await readdir(join(folder, name))).length === 0);
    if (!isFree) occupied.push(`${name}/`);
  }
  if (occupied.length === 0) return;
  const message = `${occupied.join(" and ")} ${occupied.length === 1 ? "is" : "are"} already there`;
  const hint = `nothing was written; name another folder (docs-build init my-docs), or move ${occupied.length === 1 ? "it" : "them"} away`;
  throw new BuildError([diagnose("init/occupied", message, null, hint)]);
}

function toFailure(error: unknown, folder: string): unknown {
  if (!isSystemError(error)) return error;
  const isFile = error.code === "ENOTDIR" || error.code === "EEXIST";
  const message = `${folder} can't be written: ${isFile ? "a file is in the way" : String(error.code)}`;
  return new BuildError([diagnose("output/failed", message, null, "nothing was written; name another folder")]);
}
