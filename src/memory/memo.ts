import { isDeepStrictEqual } from "node:util";

interface Entry<T> {
  readonly inputs: readonly unknown[];
  readonly value: T;
}

/**
 * What was made before, by name, to be taken again while everything it was made from is the same. There is one value
 * a name, so it holds no more than the last build did. Inputs are compared by content; functions, and everything in a
 * memo made with `Object.is`, by identity.
 */
export class Memo<T> {
  readonly #isSame: (a: unknown, b: unknown) => boolean;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #recalled = new Set<string>();

  constructor(isSame: (a: unknown, b: unknown) => boolean = isDeepStrictEqual) {
    this.#isSame = isSame;
  }

  /** The value of that name, made anew when an input changed. A promise that fails is not remembered. */
  recall(name: string, inputs: readonly unknown[], make: () => T): T {
    this.#recalled.add(name);
    const known = this.#entries.get(name);
    if (known !== undefined && this.#areSame(known.inputs, inputs)) return known.value;
    const entry = { inputs, value: make() };
    this.#entries.set(name, entry);
    if (entry.value instanceof Promise) entry.value.catch(() => this.#forgetEntry(name, entry));
    return entry.value;
  }

  /** The value of that name, whatever it was made from. */
  last(name: string): T | undefined {
    return this.#entries.get(name)?.value;
  }

  forget(name: string): void {
    this.#entries.delete(name);
  }

  /** Forgets what nobody recalled since the last sweep: what was made of files that are gone. */
  sweep(): void {
    for (const name of this.#entries.keys()) if (!this.#recalled.has(name)) this.#entries.delete(name);
    this.#recalled.clear();
  }

  #areSame(known: readonly unknown[], inputs: readonly unknown[]): boolean {
    return known.length === inputs.length && inputs.every((input, index) => this.#isSame(input, known[index]));
  }

  #forgetEntry(name: string, entry: Entry<T>): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
  }
}
