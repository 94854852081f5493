/** What earlier builds made. What comes out is the same, byte for byte and finding for finding, whoever remembers. */
export interface Memory {
  /**
   * Gives what was made under this key of equal inputs before, and makes it otherwise. Inputs and value are plain data,
   * and the value is made of nothing but the inputs: it may have been made on another machine.
   */
  readonly remember: Recall;
  /** The same for what cannot leave the process, or is not worth it. Inputs are compared by content, functions by identity. */
  readonly keep: Recall;
}

/** There is one value a key. What fails is not remembered. */
export type Recall = <T>(key: string, inputs: readonly unknown[], make: () => T | Promise<T>) => Promise<T>;

const makeAnew: Recall = async (_key, _inputs, make) => make();

/** For who builds once. */
export const forget: Memory = { remember: makeAnew, keep: makeAnew };
