import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { OutputFile } from "../model/output-file.ts";

/** Bounds the open files, so that thousands of pages are written under a small descriptor limit. */
const filesAtOnce = 16;

/**
 * Writes files into a new folder and waits until the disk has them: after a power cut, a folder that was swapped in is
 * whole.
 * @throws the reason of `stop` when it is aborted; the folder then holds some of the files.
 */
export async function stageFiles(files: readonly OutputFile[], folder: string, stop: AbortSignal): Promise<void> {
  for (const { path } of files) assertInside(path);
  const folders = [...new Set([folder, ...files.flatMap(({ path }) => foldersOf(join(folder, path), folder))])].sort();
  for (const path of folders) await mkdir(path, { recursive: true });
  for (let start = 0; start < files.length; start += filesAtOnce) {
    stop.throwIfAborted();
    const batch = files.slice(start, start + filesAtOnce);
    await Promise.all(batch.map(async ({ path, content }) => writeFlushed(join(folder, path), content)));
  }
  for (const path of folders) await flushFolder(path);
}

/** Waits until the disk knows what is in a folder. Some systems cannot do that, and need not. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** The last gate before the disk: no path that got this far may lead elsewhere. */
function assertInside(path: string): void {
  const segments = path.split(/[\\/]/);
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    throw new Error(`a path outside the site: ${path}`);
}

function foldersOf(path: string, root: string): string[] {
  const folder = dirname(path);
  return folder.length <= root.length ? [] : [folder, ...foldersOf(folder, root)];
}

async function writeFlushed(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
