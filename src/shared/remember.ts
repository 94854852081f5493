/**
 * Gives what was made under this key before, if it was made of the same inputs, and makes it otherwise. There is one
 * value a key. Inputs are compared by content, functions by identity. What comes out is the same, byte for byte and
 * finding for finding, whoever remembers.
 */
export type Remember = <T>(key: string, inputs: readonly unknown[], make: () => T) => T;

/** For who builds once. */
export const forget: Remember = (_key, _inputs, make) => make();
