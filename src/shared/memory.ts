/** What earlier builds made. What comes out is the same, byte for byte and finding for finding, whoever remembers. */
export interface Memory {
  /**
   * Gives what was made under this key of equal inputs before, and makes it otherwise. Inputs and value are plain data,
   * and the value is made of nothing but the inputs: it may have been made on another machine.
   */
  readonly remember: Recall;
  /** The same for what is large and seldom wanted whole: gives the way to each of its parts, which lie where they need no memory. */
  readonly rememberParts: RecallParts;
  /** The same for what cannot leave the process, or is not worth it. Inputs are compared by content, functions by identity. */
  readonly keep: Recall;
}

/** There is one value a key. What fails is not remembered. */
export type Recall = <T>(key: string, inputs: readonly unknown[], make: () => T | Promise<T>) => Promise<T>;

export type RecallParts = <T extends object>(
  key: string,
  inputs: readonly unknown[],
  making: { readonly parts: readonly PartName<T>[]; readonly make: () => Promise<T> },
) => Promise<PartOf<T>>;

type PartName<T> = keyof T & string;

/** Gives a part of a value by its name. */
export type PartOf<T> = <Name extends PartName<T>>(name: Name) => Promise<T[Name]>;

const makeAnew: Recall = async (_key, _inputs, make) => make();

/** For who builds once. */
export const forget: Memory = {
  remember: makeAnew,
  keep: makeAnew,
  rememberParts: async (_key, _inputs, { make }) => {
    const value = await make();
    return async (name) => value[name];
  },
};
