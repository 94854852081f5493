export interface Strike {
  /** The output folder: calls on it and on what docs-build keeps beside it count. */
  readonly out: string;
  /** A file that gets a line for each call. */
  readonly log?: string;
  /** Number of the call that is struck, from 1; 0 for none. */
  readonly at: number;
  /**
   * `kill` (SIGKILL), an errno name such as `ENOSPC` (this call and every later one fails, removals aside),
   * `once:<errno>` (only this call fails), `hold:<file>` (waits until the file is there) or `slow` (from this call on,
   * each takes a while); empty for none.
   */
  readonly fault: string;
}

/** Strikes the calls of this process from now on, until the returned function is called. */
export function strikeFiles(strike: Strike): () => void;
