import { readFile, stat } from "node:fs/promises";

import type { Memo } from "./memo.ts";

/** Clocks of file systems tick as slowly as every two seconds. In milliseconds. */
const coarsestTick = 2_500;

/**
 * Reads a file again only when its inode, size or times say that it changed. A file that was changed a moment before it
 * was read may be changed again within the same tick of its file system's clock, so it is read again next time (as git
 * does with its index).
 */
export function createRememberingReader(memo: Memo<Promise<Uint8Array>>): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > coarsestTick;
    return memo.recall(path, [ino, size, mtimeMs, ctimeMs, isSettled || Symbol("read again")], async () =>
      readFile(path),
    );
  };
}
