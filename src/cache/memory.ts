/**
 * What earlier builds made. What comes out is the same, byte for byte and finding for finding, whoever remembers. There is
 * one value a name; what fails isn't remembered.
 */
export interface Memory {
  /**
   * Gives what was made under this name of the same inputs before, and makes it otherwise. Inputs are ids (the hash of a
   * file's text, of a contract, of a theme) and small plain values; `make` reads nothing that they don't tell apart. The
   * value may come from another process: it's plain data where the name's kind is one of `storedKinds`.
   */
  readonly memo: <T>(name: string, inputs: readonly unknown[], make: () => T | Promise<T>) => Promise<T>;
  /** The same for a large value, which is read again where it needs no memory in between. */
  readonly recall: <T>(name: string, inputs: readonly unknown[], make: () => T | Promise<T>) => Promise<Recalled<T>>;
  /**
   * The same for what may come a moment later: a build in a hurry gets what was made under the name last, of whatever
   * inputs, unless somebody waits for its subject (`/guide` of `page /guide`). Absent where no build is in a hurry.
   */
  readonly late?: Memory["memo"] | undefined;
}

export interface Recalled<T> {
  readonly value: T;
  readonly again: () => Promise<T>;
}

/** What the command keeps on disk, by the first word of a name: `page /guide`. The rest is made faster than it's read, and needs no library. */
export const storedKinds: ReadonlySet<string> = new Set([
  "settings",
  "front",
  "line",
  "contracts",
  "reference",
  "document",
  "names",
  "judgment",
  "page",
  "theme",
  "search",
  "site",
]);

/** Remembers nothing: for a single build. */
export const noMemory: Memory = {
  memo: async (_name, _inputs, make) => make(),
  recall: async (_name, _inputs, make) => {
    const value = await make();
    return { value, again: async () => value };
  },
};
