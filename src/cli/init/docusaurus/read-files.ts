import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { type ModuleValue, readModule } from "./read-module.ts";

/** Files below a folder, by path relative to the site, with `/`: none of what tools make. */
export async function listFiles(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !/(?:^|\/)(?:node_modules|\.docusaurus|\.git)\//.test(path) && !path.endsWith(".DS_Store"))
    .sort();
}

/** The text of a file; null when there is none. */
export async function readText(root: string, path: string): Promise<string | null> {
  return readFile(join(root, path), "utf8").catch(() => null);
}

/** What a file of JavaScript, TypeScript or JSON holds; null when there is none that can be read. */
export async function readExport(root: string, path: string): Promise<ModuleValue | null> {
  const text = await readText(root, path);
  return text === null ? null : readModule(path.endsWith(".json") ? `export default ${text}` : text);
}
