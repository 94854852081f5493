/**
 * What earlier builds made. What comes out is the same, byte for byte and finding for finding, whoever remembers: a maker is
 * given its inputs, and closes over nothing that can change (`tests/unit/architecture` holds it to that).
 */
export interface Memory {
  /**
   * Gives what was made under this key of equal inputs before, and makes it otherwise. Inputs and value are plain data,
   * and the value is made of nothing but the inputs: it may have been made on another machine. What comes from there and
   * is of another shape is made anew.
   */
  readonly remember: RecallWhole;
  /** The same for what is large and seldom wanted whole: gives the way to each of its parts, which lie where they need no memory. */
  readonly rememberParts: RecallParts;
  /** The same for what cannot leave the process, or is not worth it. Inputs are compared by content, functions by identity. */
  readonly keep: Recall;
}

/** There is one value a key. What fails is not remembered. */
export type Recall = <Inputs extends unknown[], T>(
  key: string,
  inputs: readonly [...Inputs],
  make: (...inputs: NoInfer<Inputs>) => T | Promise<T>,
) => Promise<T>;

export type RecallWhole = <Inputs extends unknown[], T extends object>(
  key: string,
  inputs: readonly [...Inputs],
  making: { readonly shape: Members<T>; readonly make: (...inputs: NoInfer<Inputs>) => T | Promise<T> },
) => Promise<T>;

export type RecallParts = <Inputs extends unknown[], T extends object>(
  key: string,
  inputs: readonly [...Inputs],
  making: { readonly shapes: PartShapes<T>; readonly make: (...inputs: NoInfer<Inputs>) => Promise<T> },
) => Promise<PartOf<T>>;

/** What tells each part of a value at a glance from what it is not. */
export type PartShapes<T> = { readonly [Name in PartName<T>]: T[Name] extends Uint8Array ? "bytes" : Members<T[Name]> };

/** Members that a value has. */
type Members<T> = readonly PartName<T>[];

type PartName<T> = keyof T & string;

/** Gives a part of a value by its name. */
export type PartOf<T> = <Name extends PartName<T>>(name: Name) => Promise<T[Name]>;

/** The very object that an earlier build had, while nothing changed in it: what is made of it is then known at a glance. */
export async function sameAsBefore<T>({ keep }: Memory, key: string, value: T): Promise<T> {
  return keep(key, [value], (first) => first);
}

/** Remembers nothing: for a single build. */
export const noMemory: Memory = {
  remember: async (_key, inputs, { make }) => make(...inputs),
  keep: async (_key, inputs, make) => make(...inputs),
  rememberParts: async (_key, inputs, { make }) => {
    const value = await make(...inputs);
    return async (name) => value[name];
  },
};
