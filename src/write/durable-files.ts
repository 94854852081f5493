import { closeSync, fsync, openSync, writeFileSync } from "node:fs";
import { chmod, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

/*
 * Files and folders that survive a power cut: what was written is flushed before anything is renamed to it.
 */

const flush = promisify(fsync);

/**
 * Writes a file and waits until the disk has it. Only that takes long: for the rest, which the system keeps in memory,
 * asking another thread takes more time than doing it.
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

/** Waits until the disk knows what is in a folder. Some systems can't do that, and need not. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Replaces a file by another text, or makes it: written beside it, then renamed over it, so that a killed process leaves
 * the old text whole. A symbolic link stays one, and who may read the file still may. The path is absolute. What is
 * `isDue` no more once the text is on the disk isn't replaced; returns whether it was.
 * @throws the error of the file system; the old file is as it was.
 */
export async function replaceFile(
  path: string,
  text: string | Uint8Array,
  isDue = async (): Promise<boolean> => true,
): Promise<boolean> {
  const file = await realpath(path).catch(() => path);
  const before = await stat(file).catch(() => null);
  await makeFolder(dirname(file));
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
 * Makes a folder and those above it. Node's own recursive `mkdir` never ends in places like `/proc`, which take no new
 * folder and say that it wasn't found; this one asks each folder once.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  await mkdir(path).catch(async (error: unknown) => {
    // Somebody else was faster.
    if (!(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
