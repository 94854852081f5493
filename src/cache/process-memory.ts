import { idOf } from "./id-of.ts";
import { type Memory, noMemory } from "./memory.ts";

interface MemoryEntry {
  readonly id: string;
  readonly value: Promise<unknown>;
  /** The number of builds since the last use. */
  unused: number;
}

/** A value is forgotten after this many builds without a use. */
const mostUnused = 20;

/** Remembers values while the process lives, and asks the next memory for everything else. */
export class ProcessMemory implements Memory {
  readonly #next: Memory;
  readonly #entries = new Map<string, MemoryEntry>();
  /** Null for a build that isn't in a hurry: it awaits everything. */
  #awaited: ReadonlySet<string> | null = null;
  #isBehind = false;

  constructor(next: Memory = noMemory) {
    this.#next = next;
  }

  readonly memo: Memory["memo"] = async <T>(name: string, inputs: readonly unknown[], make: () => T | Promise<T>) =>
    this.#recall(name, idOf(...inputs), async () => this.#next.memo(name, inputs, make));

  readonly late: Memory["memo"] = async (name, inputs, make) => {
    const known = this.#entries.get(name);
    const isAwaited = this.#awaited?.has(name.slice(name.indexOf(" ") + 1)) ?? true;
    if (known === undefined || isAwaited || known.id === idOf(...inputs)) return this.memo(name, inputs, make);
    this.#isBehind = true;
    return this.#recall(name, known.id, async () => make());
  };

  /**
   * Begins a build. A build in a hurry makes only the values of the awaited subjects, and returns old values for others
   * that may be late.
   */
  begin(awaited: ReadonlySet<string> | null): void {
    this.#awaited = awaited;
    this.#isBehind = false;
  }

  /** Whether the build since `begin` returned an old value. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /**
   * Forgets values that several builds didn't use, such as those of deleted files. Parts of a known value go unused
   * while it's known, yet the next edit needs them, so they stay for some builds.
   */
  sweep(): void {
    for (const [name, entry] of this.#entries) {
      entry.unused += 1;
      if (entry.unused > mostUnused) this.#entries.delete(name);
    }
  }

  async #recall<T>(name: string, id: string, make: () => Promise<T>): Promise<T>;
  async #recall(name: string, id: string, make: () => Promise<unknown>): Promise<unknown> {
    const known = this.#entries.get(name);
    if (known?.id === id) {
      known.unused = 0;
      return known.value;
    }
    const entry = { id, value: make(), unused: 0 };
    this.#entries.set(name, entry);
    entry.value.catch(() => {
      if (this.#entries.get(name) === entry) this.#entries.delete(name);
    });
    return entry.value;
  }
}
