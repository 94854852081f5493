import { readFile, realpath, rename, rmdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { flushFolder, makeFolder, writeFlushed } from "./durable-files.ts";
import { type FileHashes, hashOf, listSite, toMarker } from "./output-folder.ts";
import { markerName } from "./output-file.ts";

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
  for (const path of stale.filter((one) => !isAsset(one))) await removeFile(path, out);
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
