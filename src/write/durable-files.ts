import { closeSync, fsync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { chmod, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

/* Files and folders that survive a power cut: content is flushed to the disk before a rename makes it visible. */

const flush = promisify(fsync);

/** An error of the system, such as a full disk; any other one is a bug of ours. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

/**
 * Writes a file and waits until it's on the disk. Only flushing is asynchronous, because asking another thread to open
 * and write takes longer than doing it.
 */
export async function writeFlushed(path: string, content: string | Uint8Array, flags: "w" | "wx"): Promise<void> {
  const file = openSync(path, flags);
  try {
    writeFileSync(file, content);
    await flush(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a folder's entries. Some systems can't, and don't need to. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Creates or replaces a file in one step: the text is written beside it and renamed over it. A killed process leaves
 * the old text whole. Symbolic links and permissions stay. The path is absolute. Returns false, and leaves the old
 * file, if `isDue` returns false once the new text is on the disk.
 * @throws the error of the file system; the old file is as it was.
 */
export async function replaceFile(
  path: string,
  text: string | Uint8Array,
  isDue = async (): Promise<boolean> => true,
): Promise<boolean> {
  const file = await realpath(path).catch(() => path);
  const before = await stat(file).catch(() => null);
  makeFolder(dirname(file));
  const staged = join(dirname(file), `.${basename(file)}.docs-build-${process.pid}`);
  try {
    await writeFlushed(staged, text, "w");
    if (before !== null) await chmod(staged, before.mode);
    if (await isDue()) {
      await rename(staged, file);
      return true;
    }
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
  await rm(staged, { force: true });
  return false;
}

/**
 * Creates a folder and those above it. Node's own recursive `mkdir` never ends in folders like `/proc`, which report a
 * missing folder but accept no new one.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process created it first.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
