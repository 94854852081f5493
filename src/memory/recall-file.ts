import { statSync } from "node:fs";

import type { Memo } from "./memo.ts";

/** Clocks of file systems tick as slowly as every two seconds. In milliseconds. */
const coarsestTick = 2_500;

/**
 * Has a file read again only when its inode, size or times say that it changed. A file that was changed a moment before
 * it was read may change again within the same tick of its file system's clock, so it is read again next time (as git
 * does with its index). Looking is synchronous: it takes microseconds, and a thread pool would take longer to be asked.
 */
export function createFileRecall<T>(memo: Memo<Promise<T>>): (path: string, read: () => Promise<T>) => Promise<T> {
  return async (path, read) => {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > coarsestTick;
    return memo.recall(path, [ino, size, mtimeMs, ctimeMs, isSettled || Symbol("read again")], read);
  };
}
