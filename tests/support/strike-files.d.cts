export interface Strike {
  /** The output folder: calls on it and on docs-build's temporary files next to it count. */
  readonly out: string;
  /** A file that gets a line for each call. */
  readonly log?: string;
  /** Number of the call that fails, from 1; 0 for none. */
  readonly at: number;
  /**
   * `kill` (SIGKILL), an errno name such as `ENOSPC` (this call and every later one fails, removals aside),
   * `once:<errno>` (only this call fails) or `slow` (from this call on, each takes a while); empty for none.
   */
  readonly fault: string;
}

/** Makes calls of this process fail from now on, until the returned function is called. */
export function strikeFiles(strike: Strike): () => void;
