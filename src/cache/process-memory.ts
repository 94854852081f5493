import { idOf } from "./id-of.ts";
import { inProcess, type Memory, noMemory } from "./memory.ts";

interface MemoryEntry {
  readonly id: string;
  readonly value: Promise<unknown>;
}

/** Builds that do without a value before it's forgotten. */
const mostUnused = 20;

/** Remembers while the process lives; what it doesn't know, it gets from the next memory. */
export class ProcessMemory implements Memory {
  readonly #next: Memory;
  readonly #entries = new Map<string, MemoryEntry>();
  /** The number of sweeps since a name was used. */
  readonly #unused = new Map<string, number>();
  #awaited: ReadonlySet<string> | null = null;
  #isBehind = false;

  constructor(next: Memory = noMemory) {
    this.#next = next;
  }

  readonly memo: Memory["memo"] = async <T>(name: string, inputs: readonly unknown[], make: () => T | Promise<T>) =>
    this.#recall(name, idOf(...inputs), async () => this.#next.memo(name, inputs, make));

  readonly #recallLate: Memory["memo"] = async (name, inputs, make) => {
    const known = this.#entries.get(name);
    const isAwaited = this.#awaited?.has(name.slice(name.indexOf(" ") + 1)) === true;
    if (known === undefined || isAwaited || known.id === idOf(...inputs)) return this.memo(name, inputs, make);
    this.#isBehind = true;
    return this.#recall(name, known.id, async () => make());
  };

  readonly recall: Memory["recall"] = async (name, inputs, make) => inProcess(await this.memo(name, inputs, make));

  get late(): Memory["late"] {
    return this.#awaited === null ? undefined : this.#recallLate;
  }

  /** Begins a build; one in a hurry makes what these subjects wait for, and leaves as it was what may be late. */
  begin(awaited: ReadonlySet<string> | null): void {
    this.#awaited = awaited;
    this.#isBehind = false;
  }

  /** Whether the build since `begin` left something as it was. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /**
   * Forgets what wasn't used for some sweeps: what was made of files that are gone. Parts of a value that is still known
   * aren't asked for, and the next edit of its file needs them.
   */
  sweep(): void {
    for (const name of this.#entries.keys()) {
      const sweeps = (this.#unused.get(name) ?? 0) + 1;
      this.#unused.set(name, sweeps);
      if (sweeps <= mostUnused) continue;
      this.#entries.delete(name);
      this.#unused.delete(name);
    }
  }

  async #recall<T>(name: string, id: string, make: () => Promise<T>): Promise<T>;
  async #recall(name: string, id: string, make: () => Promise<unknown>): Promise<unknown> {
    this.#unused.set(name, 0);
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
