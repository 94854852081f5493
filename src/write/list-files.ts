import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Paths of everything in a folder that is not a folder, at any depth, relative to it, with `/`, sorted. Symbolic links are not followed. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}
