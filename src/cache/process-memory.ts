import { isDeepStrictEqual } from "node:util";

import { noMemory, type Memory, type Recall, type RecallParts, type RecallWhole } from "./memory.ts";

interface MemoryEntry {
  readonly inputs: readonly unknown[];
  readonly value: Promise<unknown>;
}

/** Remembers while the process lives; what it does not know, it asks the next memory for. */
export class ProcessMemory implements Memory {
  readonly #next: Memory;
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #asked = new Set<string>();
  readonly #comparisons = new Comparisons();

  constructor(next: Memory = noMemory) {
    this.#next = next;
  }

  readonly remember: RecallWhole = async (key, inputs, making) =>
    this.#recall(key, inputs, async () => this.#next.remember(key, inputs, making));

  readonly rememberParts: RecallParts = async (key, inputs, making) =>
    this.#recall(key, inputs, async () => this.#next.rememberParts(key, inputs, making));

  readonly keep: Recall = async (key, inputs, make) => this.#recall(key, inputs, async () => make(...inputs));

  /** Forgets what nobody asked for since the last sweep: what was made of files that are gone. */
  sweep(): void {
    for (const key of this.#entries.keys()) if (!this.#asked.has(key)) this.#entries.delete(key);
    this.#asked.clear();
  }

  async #recall<T>(key: string, inputs: readonly unknown[], make: () => Promise<T>): Promise<T>;
  async #recall(key: string, inputs: readonly unknown[], make: () => Promise<unknown>): Promise<unknown> {
    this.#asked.add(key);
    const known = this.#entries.get(key);
    if (known !== undefined && this.#comparisons.isEqual(known.inputs, inputs)) return known.value;
    const entry = { inputs, value: make() };
    this.#entries.set(key, entry);
    entry.value.catch(() => this.#forget(key, entry));
    return entry.value;
  }

  #forget(key: string, entry: MemoryEntry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}

/** How far below a list of inputs its parts are compared one by one. */
const partsDepth = 2;

/** A contract that was read again is an input of a thousand pages: it is compared with the one before once, and not for each. */
class Comparisons {
  readonly #known = new WeakMap<object, WeakMap<object, boolean>>();

  isEqual(before: unknown, now: unknown, depth = 0): boolean {
    if (before === now) return true;
    if (typeof before !== "object" || typeof now !== "object" || before === null || now === null)
      return Object.is(before, now);
    if (depth < partsDepth && Array.isArray(before) && Array.isArray(now))
      return before.length === now.length && before.every((part, index) => this.isEqual(part, now[index], depth + 1));
    const others = this.#known.get(before) ?? new WeakMap<object, boolean>();
    const isEqual = others.get(now) ?? isDeepStrictEqual(before, now);
    this.#known.set(before, others.set(now, isEqual));
    return isEqual;
  }
}
