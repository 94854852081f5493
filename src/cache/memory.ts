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

/** A value that stays in the memory of the process. */
export function inProcess<T>(value: T): Recalled<T> {
  return { value, again: async () => value };
}

/** Remembers nothing: for a single build. */
export const noMemory: Memory = {
  memo: async (_name, _inputs, make) => make(),
  recall: async (_name, _inputs, make) => inProcess(await make()),
};

export interface FileStage {
  readonly file: string;
  readonly stage: string;
}

/**
 * What stands in for what can't be made of a file now: what was made of it last. `serve` hands in what its builds before
 * have made; the command knows of nothing, so that what can't be made isn't there.
 */
export interface LastState {
  /** Gives what was made, and for null what was made last; null where nothing ever was. */
  readonly of: <T extends object>(what: FileStage, value: T | null) => T | null;
  /** Whether something stands in for what a file is now: what else is found in it isn't of its text. */
  readonly isStale: (file: string) => boolean;
}

export const noLastState: LastState = { of: (_what, value) => value, isStale: () => false };
