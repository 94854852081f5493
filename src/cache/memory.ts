/**
 * Results of earlier builds. A build gives the same bytes and findings whatever its memory holds. Each name has a
 * single value, and failures aren't remembered.
 */
export interface Memory {
  /**
   * Returns the value that was made under this name from the same inputs, or makes it. Inputs are ids (hashes of a
   * file's text, a contract, a theme) and small plain values, and they must cover everything that `make` reads. If the
   * name's kind is in `storedKinds`, the value is plain data and may come from another process.
   */
  readonly memo: <T>(name: string, inputs: readonly unknown[], make: () => T | Promise<T>) => Promise<T>;
  /**
   * The same for a value that may be late: a build in a hurry returns the last value for the name, whatever its inputs
   * were, unless the subject is awaited (`/guide` in `page /guide`).
   */
  readonly late: Memory["memo"];
}

/**
 * Kinds of values that go to disk, by the first word of a name such as `page /guide`. All other values are faster to
 * make than to load.
 */
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

const makeAgain: Memory["memo"] = async (_name, _inputs, make) => make();

/** Remembers nothing, for a single build. */
export const noMemory: Memory = { memo: makeAgain, late: makeAgain };

export interface FileStage {
  readonly file: string;
  readonly stage: string;
}

/**
 * The last good results of each file, which stand in while the file can't be read or parsed. `serve` keeps them; the
 * command has none, so what can't be parsed is left out.
 */
export interface LastState {
  /** Records a new result. For null, returns the last one, or null if there never was one. */
  readonly of: <T extends object>(what: FileStage, value: T | null) => T | null;
  /** Whether the site shows an earlier version of a file; findings about it would be wrong. */
  readonly isStale: (file: string) => boolean;
}

export const noLastState: LastState = { of: (_what, value) => value, isStale: () => false };
