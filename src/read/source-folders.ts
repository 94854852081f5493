import { resolve } from "node:path";

import { browserFolders, packageRoot } from "#package.ts";

/** The folders of a root that are read. The package's own root is a site too: there, the browser's code is source. */
export function sourceFoldersOf(root: string): readonly string[] {
  const folders = ["content", "openapi", "templates"];
  return resolve(root) === resolve(packageRoot) ? [...folders, ...browserFolders] : folders;
}

/**
 * What editors and systems leave beside files for a while is no source: swap files, backups, half-made copies, vim's
 * probe `4913`. Hidden files are none either, but for those below `content/static/`, which are published.
 */
export function isIgnored(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === ".DS_Store" || name === "4913" || leftover.test(name)) return true;
  return name.startsWith(".") && !path.startsWith("content/static/");
}

const leftover = /~$|^#.*#$|\.(?:sw[opx]|tmp)$|\.tmp[.-]\d+$|___jb_\w+___$/;
