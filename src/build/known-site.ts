import { hash } from "node:crypto";

import type { Memory } from "#cache/memory.ts";
import type { FileMark, OutputFile } from "#write/output-file.ts";

/** What takes the files of a site: those that are made, and those that are where they go already. */
interface FileTaker {
  readonly emit: (file: OutputFile) => void | Promise<void>;
  readonly reuse: (file: FileMark) => boolean | Promise<boolean>;
}

interface SiteMaking<T> {
  /** All that decides what comes of it, besides what the memory knows of its own. */
  readonly inputs: readonly unknown[];
  readonly taker: FileTaker;
  readonly make: (taker: FileTaker) => Promise<T>;
}

/**
 * Makes a site, or takes it over as it is where the same was made before and every file of it is where it goes: then nothing
 * is planned, and nothing read but the files. Null where it was taken over: `known` is what is remembered of the result.
 */
export async function makeUnknown<T, Known extends object>(
  { inputs, taker, make }: SiteMaking<T>,
  toKnown: (result: T) => Known,
  { remember }: Memory,
): Promise<{ readonly result: T } | { readonly result: null; readonly known: Known }> {
  const made: T[] = [];
  const makeMarked = async () => {
    const { marks, ...marking } = markFiles(taker);
    const result = await make(marking);
    made.push(result);
    return { known: toKnown(result), files: [...marks.values()] };
  };
  const { known, files } = await remember("site", [inputs], {
    shape: ["known", "files"],
    make: async (_inputs) => makeMarked(),
  });
  const [result] = made;
  if (result !== undefined) return { result };
  for (const file of files) if (!(await taker.reuse(file))) return { result: await make(taker) };
  return { result: null, known };
}

/** Notes what tells each file that is taken. */
function markFiles({ emit, reuse }: FileTaker): FileTaker & { readonly marks: ReadonlyMap<string, FileMark> } {
  const marks = new Map<string, FileMark>();
  return {
    marks,
    emit: async (file) => {
      const { path, content } = file;
      // Of a file that was asked for it is known.
      if (!marks.has(path))
        marks.set(path, { path, size: Buffer.byteLength(content), hash: hash("sha256", content, "hex") });
      await emit(file);
    },
    reuse: async (mark) => {
      marks.set(mark.path, mark);
      return reuse(mark);
    },
  };
}
