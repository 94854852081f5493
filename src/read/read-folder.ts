import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

import { diagnose, type Diagnostic } from "../model/diagnostic.ts";
import type { Outcome } from "../model/outcome.ts";
import { isIgnored, sourceFoldersOf } from "../source-folders.ts";

/** The author's files as bytes, by path relative to the root, with `/`. */
export type FileBytes = ReadonlyMap<string, Uint8Array>;

/** Bounds the open files, so that thousands of pages build under a small descriptor limit. */
const filesAtOnce = 32;

/** Reads one file. A caller that remembers files gives its own. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/**
 * Reads every file of a root's source folders. Symbolic links are followed only to files inside the root's own folder;
 * others are left out with a warning, so that nothing from elsewhere is published.
 */
export async function readFolder(root: string, read: ReadFile = readFile): Promise<Outcome<FileBytes>> {
  const diagnostics: Diagnostic[] = [];
  const paths: string[] = [];
  for (const folder of sourceFoldersOf(root)) await collect({ root, folder, paths, diagnostics });
  paths.sort();
  const files = new Map<string, Uint8Array>();
  for (let start = 0; start < paths.length; start += filesAtOnce) {
    const batch = paths.slice(start, start + filesAtOnce);
    const contents = await Promise.all(batch.map(async (path) => read(join(root, path)).catch(ifMissing)));
    batch.forEach((path, index) => {
      const content = contents[index];
      if (content instanceof Uint8Array) files.set(path, content);
    });
  }
  return { value: files, diagnostics };
}

interface Walk {
  readonly root: string;
  readonly folder: string;
  readonly paths: string[];
  readonly diagnostics: Diagnostic[];
}

async function collect(walk: Walk): Promise<void> {
  const entries = await readdir(join(walk.root, walk.folder), { withFileTypes: true }).catch(ifMissing);
  for (const entry of entries) {
    const path = `${walk.folder}/${entry.name}`;
    if (isIgnored(path)) continue;
    if (entry.isDirectory()) await collect({ ...walk, folder: path });
    else if (entry.isFile()) walk.paths.push(path);
    else if (entry.isSymbolicLink()) await collectLink(walk, path);
  }
}

async function collectLink(walk: Walk, path: string): Promise<void> {
  const target = await realpath(join(walk.root, path)).catch(() => null);
  const root = await realpath(walk.root);
  const inside = target !== null && !relative(root, target).startsWith("..") && target.startsWith(root + sep);
  if (inside && (await stat(target)).isFile()) {
    walk.paths.push(path);
    return;
  }
  const position = { file: path, line: 1, column: 1 };
  walk.diagnostics.push(
    diagnose(
      "content/symlink",
      "a symbolic link that does not lead to a file of this site is left out",
      position,
      "copy the file into the folder",
    ),
  );
}

/** A file or folder that is gone by the time it is read is not there. */
function ifMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
