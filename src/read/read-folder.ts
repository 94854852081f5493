import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";

import { browserFolders, packageRoot } from "#package.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";

import { type FileBytes, sourceFolders } from "./sources.ts";
import { beginStep } from "./steps.ts";

/** In bytes. All files of a site are in memory at once: larger files belong on another host. */
export const sizeLimit = 100_000_000;

type Content = Uint8Array | string;

/** A file with the same stamp is unchanged. */
interface FileStamp {
  readonly ino: number;
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** A unique text for a file that changed too recently for its times to show another change. */
  readonly again: string | null;
}

type ReadFile = (path: string, stamp: FileStamp) => Content | Promise<Content>;

/**
 * Reads every file of a root's source folders. It follows symbolic links only to files inside of the root and leaves out
 * all others with a warning, so that no foreign file is published. A file that can't be read is a finding. `readFile` may
 * remember files by their stamps.
 */
export async function readFolder(root: string, readFile: ReadFile = readBounded): Promise<Outcome<FileBytes>> {
  const diagnostics: Diagnostic[] = [];
  const paths: string[] = [];
  const realRoot = await realpath(root).catch(() => root);
  for (const folder of sourceFoldersOf(root)) {
    const walk = { root, realRoot, folder, paths, diagnostics };
    const entry = await lstat(join(root, folder)).catch(() => null);
    const isStray = entry?.isSymbolicLink() === true && (await targetInside(walk, folder)) === null;
    if (isStray) diagnostics.push(strayLink(folder));
    else if (entry !== null) await collect(walk);
  }
  paths.sort();
  const files = new Map<string, Uint8Array>();
  // In sequence: reading a small file takes less time than handing it to a thread pool.
  for (const path of paths) {
    const content = await readStamped(join(root, path), readFile).catch(toFault);
    if (content instanceof Uint8Array) files.set(path, content);
    else if (typeof content === "string") diagnostics.push(unreadable(path, content));
  }
  return { value: files, diagnostics };
}

/** Adds the texts that an editor hasn't saved yet. */
export function withUnsaved(files: FileBytes, unsaved: ReadonlyMap<string, string>): FileBytes {
  if (unsaved.size === 0) return files;
  const written = [...unsaved].filter(
    ([path]) => sourceFolders.some((folder) => path.startsWith(`${folder}/`)) && !isIgnored(path),
  );
  return new Map([...files, ...written.map(([path, text]) => [path, Buffer.from(text)] as const)]);
}

interface FolderWalk {
  readonly root: string;
  readonly realRoot: string;
  readonly folder: string;
  readonly paths: string[];
  readonly diagnostics: Diagnostic[];
}

async function collect(walk: FolderWalk): Promise<void> {
  const entries = await readdir(join(walk.root, walk.folder), { withFileTypes: true }).catch(toFault);
  if (typeof entries === "string") walk.diagnostics.push(unreadable(walk.folder, entries));
  if (!Array.isArray(entries)) return;
  for (const entry of entries) {
    const path = `${walk.folder}/${entry.name}`;
    if (isIgnored(path)) continue;
    const fault = fileNameFault(entry.name);
    if (fault !== null) walk.diagnostics.push(misnamed(path, fault));
    else if (entry.isDirectory()) await collect({ ...walk, folder: path });
    else if (entry.isFile()) walk.paths.push(path);
    else if (entry.isSymbolicLink()) {
      const target = await targetInside(walk, path);
      const linked = target === null ? null : await stat(target).catch(() => null);
      if (linked?.isFile() === true) walk.paths.push(path);
      else walk.diagnostics.push(strayLink(path));
    }
  }
}

async function targetInside({ root, realRoot }: FolderWalk, path: string): Promise<string | null> {
  const target = await realpath(join(root, path)).catch(() => null);
  return target?.startsWith(realRoot + sep) === true ? target : null;
}

/** In milliseconds. The clocks of some file systems tick only every two seconds. */
const coarsestTick = 2_500;

/**
 * A file is unchanged while its inode, size and times are. A file that changed just now may change again within the same
 * tick of the file system's clock, so it's read again next time (as git does with its index).
 */
async function readStamped(path: string, readFile: ReadFile): Promise<Content> {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > coarsestTick;
  return readFile(path, { ino, size, mtimeMs, ctimeMs, again: isSettled ? null : randomUUID() });
}

/** Returns the bytes of a file, or the reason not to read it. */
export function readBounded(path: string, { size }: FileStamp): Content {
  beginStep(path);
  return size > sizeLimit ? `it is larger than ${sizeLimit / 1_000_000} MB` : readFileSync(path);
}

function toFault(error: NodeJS.ErrnoException): string | null {
  if (error.code === "ENOENT") return null;
  if (error.code === "EACCES" || error.code === "EPERM") return "permission denied";
  if (error.syscall === undefined) throw error;
  return error.code ?? error.message;
}

function unreadable(file: string, fault: string): Diagnostic {
  return diagnose("content/unreadable", `this can't be read: ${fault}`, startOf(file));
}

function misnamed(path: string, fault: string): Diagnostic {
  // A name may hold control codes of terminals.
  const file = path.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return diagnose("content/file-name", `the name ${fault}`, startOf(file), "rename it");
}

function strayLink(file: string): Diagnostic {
  const message = "a symbolic link that doesn't lead to a file of this site is left out";
  return diagnose("content/symlink", message, startOf(file), "copy the file into the folder");
}

/** Node puts U+FFFD into names that aren't UTF-8. */
function fileNameFault(name: string): string | null {
  if (name.includes("\u{FFFD}")) return "isn't valid UTF-8";
  if (/\p{Cc}/u.test(name)) return `holds a control character: ${JSON.stringify(name)}`;
  return name.includes("\\") ? "holds a backslash, which browsers take for a slash" : null;
}

/** The package's own root is a site too, whose sources include the browser's code. */
export function sourceFoldersOf(root: string): readonly string[] {
  return resolve(root) === resolve(packageRoot) ? [...sourceFolders, ...browserFolders] : sourceFolders;
}

/**
 * True for files that editors and systems leave beside sources for a while (swap files, backups, unfinished copies, vim's
 * probe `4913`), and for hidden files, except those below `content/static/`, which are published.
 */
export function isIgnored(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === ".DS_Store" || name === "4913" || leftover.test(name)) return true;
  return name.startsWith(".") && !path.startsWith("content/static/");
}

const leftover = /~$|^#.*#$|\.(?:sw[opx]|tmp)$|\.tmp[.-]\d+$|___jb_\w+___$/;
