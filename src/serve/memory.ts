import { isDeepStrictEqual } from "node:util";

import type { Remember } from "#shared/remember.ts";

interface Entry {
  readonly inputs: readonly unknown[];
  readonly value: unknown;
}

/** Remembers while the process lives. */
export class Memory {
  readonly #entries = new Map<string, Entry>();
  readonly #asked = new Set<string>();

  /** A promise that fails is not remembered. */
  recall<T>(key: string, inputs: readonly unknown[], make: () => T): T;
  recall(key: string, inputs: readonly unknown[], make: () => unknown): unknown {
    this.#asked.add(key);
    const known = this.#entries.get(key);
    if (known !== undefined && isDeepStrictEqual(known.inputs, inputs)) return known.value;
    const entry = { inputs, value: make() };
    this.#entries.set(key, entry);
    if (entry.value instanceof Promise) entry.value.catch(() => this.#forget(key, entry));
    return entry.value;
  }

  readonly remember: Remember = (key, inputs, make) => this.recall(key, inputs, make);

  /** Forgets what nobody asked for since the last sweep: what was made of files that are gone. */
  sweep(): void {
    for (const key of this.#entries.keys()) if (!this.#asked.has(key)) this.#entries.delete(key);
    this.#asked.clear();
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}
