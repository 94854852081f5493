import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file by another text, or makes it: written beside it, then renamed over it, so that a killed process leaves
 * the old text whole. A symbolic link stays one. The path is absolute.
 * @throws the error of the file system; the old file is as it was.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const file = await realpath(path).catch(() => path);
  await mkdir(dirname(file), { recursive: true });
  const staged = join(dirname(file), `.${basename(file)}.docs-build-${process.pid}`);
  try {
    const handle = await open(staged, "w");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, file);
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}
