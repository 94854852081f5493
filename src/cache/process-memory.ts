import { idOf } from "./id-of.ts";
import { noMemory, type Memory } from "./memory.ts";

interface MemoryEntry {
  readonly id: string;
  readonly value: Promise<unknown>;
}

/** Remembers while the process lives; what it doesn't know, it gets from the next memory. */
export class ProcessMemory implements Memory {
  readonly #next: Memory;
  readonly #entries = new Map<string, MemoryEntry>();
  readonly #used = new Set<string>();

  constructor(next: Memory = noMemory) {
    this.#next = next;
  }

  readonly memo: Memory["memo"] = async <T>(name: string, inputs: readonly unknown[], make: () => T | Promise<T>) =>
    this.#recall(name, idOf(...inputs), async () => this.#next.memo(name, inputs, make));

  readonly recall: Memory["recall"] = async (name, inputs, make) => {
    const value = await this.memo(name, inputs, make);
    return { value, again: async () => value };
  };

  /** Forgets what wasn't used since the last sweep: what was made of files that are gone. */
  sweep(): void {
    for (const name of this.#entries.keys()) if (!this.#used.has(name)) this.#entries.delete(name);
    this.#used.clear();
  }

  async #recall<T>(name: string, id: string, make: () => Promise<T>): Promise<T>;
  async #recall(name: string, id: string, make: () => Promise<unknown>): Promise<unknown> {
    this.#used.add(name);
    const known = this.#entries.get(name);
    if (known?.id === id) return known.value;
    const entry = { id, value: make() };
    this.#entries.set(name, entry);
    entry.value.catch(() => this.#forget(name, entry));
    return entry.value;
  }

  #forget(name: string, entry: MemoryEntry): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
  }
}
