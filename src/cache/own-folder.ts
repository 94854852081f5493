import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a cache is called below the folder that is named for it: whatever else lies there is somebody's. */
export const ownName = "docs-build-cache";

/** https://bford.info/cachedir: backups leave out a folder with such a file. Its text tells ours from those of others. */
const tag = {
  name: "CACHEDIR.TAG",
  text: "Signature: 8a477f597d28d172789f06886806bc55\n# docs-build can make this again: docs-build explain cache\n",
} as const;

/** Whether a folder is a cache of ours: only what lies in such a one is read, replaced or removed. */
export function isOurs(path: string): boolean {
  return hasOurOwner(path) && readTag(path) === tag.text;
}

/** Anybody can write the mark, so the folder must belong to this user or root. */
function hasOurOwner(path: string): boolean {
  const user = process.geteuid?.();
  try {
    return user === undefined || [user, 0].includes(statSync(path).uid);
  } catch {
    return false;
  }
}

/**
 * Makes a folder ours that isn't there or empty, and those above it. Returns whether it is ours now.
 * @throws the error of the file system
 */
export function makeOurs(path: string): boolean {
  if (isOurs(path)) return true;
  makeFolder(path);
  if (!hasOurOwner(path)) return false;
  // A build that was killed here left a start of the text.
  const isNew = namesIn(path).every((name) => name === tag.name) && tag.text.startsWith(readTag(path) ?? "");
  if (isNew) writeFileSync(join(path, tag.name), tag.text);
  return isNew;
}

function readTag(path: string): string | null {
  const file = join(path, tag.name);
  try {
    return statSync(file).isFile() ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  }
}

/** Empty for what can't be read. */
export function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Node's own recursive `mkdir` never ends in places like `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another build was faster.
    if (!existsSync(path)) throw error;
  }
}
