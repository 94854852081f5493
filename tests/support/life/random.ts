/** Numbers and choices that a seed decides: the same seed gives the same ones on every machine. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(choices: Iterable<T>) => T;
  /** The choices in random order. */
  readonly shuffle: <T>(choices: Iterable<T>) => readonly T[];
}

/** Mulberry32: small, and random enough for choices. */
export function seededRandom(seed: number): Random {
  const state = { value: seed >>> 0 };
  const below = (limit: number): number => {
    state.value = (state.value + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state.value ^ (state.value >>> 15), state.value | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const shuffle = <T>(choices: Iterable<T>): readonly T[] => {
    const all = [...choices];
    const rest = [...all];
    return all.flatMap(() => rest.splice(below(rest.length), 1));
  };
  const pick = <T>(choices: Iterable<T>): T => {
    const [first] = shuffle(choices);
    if (first === undefined) throw new Error("there is nothing to choose from");
    return first;
  };
  return { below, pick, shuffle };
}
