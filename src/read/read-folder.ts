import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";

import { browserFolders, packageRoot } from "#package.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";

import { sourceFolders } from "./sources.ts";
import { beginStep } from "./steps.ts";

/** The author's files as bytes, by path relative to the root, with `/`. */
export type FileBytes = ReadonlyMap<string, Uint8Array>;

/** Larger files belong on another host; all files of a site are in memory at once. */
export const sizeLimit = 100_000_000;

type Content = Uint8Array | string;

/** What tells whether a file is as it was. */
interface FileStamp {
  readonly ino: number;
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** Equal to no other where the times cannot tell yet. */
  readonly again: string | null;
}

type ReadFile = (path: string, stamp: FileStamp) => Content | Promise<Content>;

/**
 * Reads every file of a root's source folders. Symbolic links are followed only to files inside the root's own folder;
 * others are left out with a warning, so that nothing from elsewhere is published. What cannot be read is a finding. A file
 * of the same stamp as before is the same: `readFile` may know it.
 */
export async function readFolder(root: string, readFile: ReadFile = readBounded): Promise<Outcome<FileBytes>> {
  const diagnostics: Diagnostic[] = [];
  const paths: string[] = [];
  const realRoot = await realpath(root).catch(() => root);
  for (const folder of sourceFoldersOf(root)) await collectTop({ root, realRoot, folder, paths, diagnostics });
  paths.sort();
  const files = new Map<string, Uint8Array>();
  // One after the other: a small file is read before a thread pool has been asked for it.
  for (const path of paths) {
    const content = await readStamped(join(root, path), readFile).catch(toFault);
    if (content instanceof Uint8Array) files.set(path, content);
    else if (typeof content === "string") diagnostics.push(unreadable(path, content));
  }
  return { value: files, diagnostics };
}

/** The files with what somebody is writing in the place of theirs, or beside them. */
export function withUnsaved(files: FileBytes, unsaved: ReadonlyMap<string, string>): FileBytes {
  if (unsaved.size === 0) return files;
  const written = [...unsaved].filter(([path]) => isSource(path));
  return new Map([...files, ...written.map(([path, text]) => [path, Buffer.from(text)] as const)]);
}

function isSource(path: string): boolean {
  return sourceFolders.some((folder) => path.startsWith(`${folder}/`)) && !isIgnored(path);
}

interface FolderWalk {
  readonly root: string;
  /** The root without symbolic links on the way. */
  readonly realRoot: string;
  readonly folder: string;
  readonly paths: string[];
  readonly diagnostics: Diagnostic[];
}

/** A source folder may itself be a symbolic link, within the root. */
async function collectTop(walk: FolderWalk): Promise<void> {
  const entry = await lstat(join(walk.root, walk.folder)).catch(() => null);
  if (entry === null) return;
  if (entry.isSymbolicLink() && (await targetInside(walk, walk.folder)) === null) {
    walk.diagnostics.push(strayLink(walk.folder));
    return;
  }
  await collect(walk);
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
    else if (entry.isSymbolicLink()) await collectLink(walk, path);
  }
}

async function collectLink(walk: FolderWalk, path: string): Promise<void> {
  const target = await targetInside(walk, path);
  const entry = target === null ? null : await stat(target).catch(() => null);
  if (entry?.isFile() === true) walk.paths.push(path);
  else walk.diagnostics.push(strayLink(path));
}

/** Where a symbolic link leads; null when that is outside the root or nowhere. */
async function targetInside({ root, realRoot }: FolderWalk, path: string): Promise<string | null> {
  const target = await realpath(join(root, path)).catch(() => null);
  return target?.startsWith(realRoot + sep) === true ? target : null;
}

/** Clocks of file systems tick as slowly as every two seconds. In milliseconds. */
const coarsestTick = 2_500;

/**
 * A file is as it was while its inode, size and times are. One that was changed a moment before may change again within the
 * same tick of its file system's clock, so it is read again next time (as git does with its index).
 */
async function readStamped(path: string, readFile: ReadFile): Promise<Content> {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > coarsestTick;
  return readFile(path, { ino, size, mtimeMs, ctimeMs, again: isSettled ? null : randomUUID() });
}

/** The bytes of a file, or why they are not read. */
export function readBounded(path: string, { size }: FileStamp): Content {
  beginStep(path);
  return size > sizeLimit ? `it is larger than ${sizeLimit / 1_000_000} MB` : readFileSync(path);
}

/** Why a file could not be read; null for one that is gone by the time it is read: it is not there. */
function toFault(error: NodeJS.ErrnoException): string | null {
  if (error.code === "ENOENT") return null;
  if (error.code === "EACCES" || error.code === "EPERM") return "permission denied";
  if (error.syscall === undefined) throw error;
  return error.code ?? error.message;
}

function unreadable(file: string, fault: string): Diagnostic {
  return diagnose("content/unreadable", `this cannot be read: ${fault}`, startOf(file));
}

function misnamed(path: string, fault: string): Diagnostic {
  // A name may hold what a terminal obeys.
  const file = path.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return diagnose("content/file-name", `the name ${fault}`, startOf(file), "rename it");
}

function strayLink(file: string): Diagnostic {
  const message = "a symbolic link that does not lead to a file of this site is left out";
  return diagnose("content/symlink", message, startOf(file), "copy the file into the folder");
}

/** Why a file of that name cannot be published; null when it can. Names that are no text come from the system with U+FFFD in them. */
function fileNameFault(name: string): string | null {
  if (name.includes("\u{FFFD}")) return "is not valid UTF-8";
  if (/\p{Cc}/u.test(name)) return `holds a control character: ${JSON.stringify(name)}`;
  return name.includes("\\") ? "holds a backslash, which browsers take for a slash" : null;
}

/** The folders of a root that are read. The package's own root is a site too: there, the browser's code is source. */
export function sourceFoldersOf(root: string): readonly string[] {
  return resolve(root) === resolve(packageRoot) ? [...sourceFolders, ...browserFolders] : sourceFolders;
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
