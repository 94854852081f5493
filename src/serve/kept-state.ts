import type { LastState, MadeOf } from "#build/last-state.ts";
import type { Stale } from "#shared/reload-message.ts";

/** What the builds of `serve` made of each file while it could be read, and since when it cannot. */
export class KeptState implements LastState {
  readonly #made = new Map<string, unknown>();
  readonly #since = new Map<string, Date>();
  #stale = new Set<string>();

  /** Begins a build: what cannot be made in it is stale again. */
  begin(): void {
    this.#stale = new Set();
  }

  /** Ends a build. Returns what is shown as it was, in the order of files. */
  end(): readonly Stale[] {
    for (const file of this.#since.keys()) if (!this.#stale.has(file)) this.#since.delete(file);
    return [...this.#stale].sort().map((file) => ({ file, since: this.#sinceOf(file).toISOString() }));
  }

  readonly of: LastState["of"] = (what, made) => this.#recall(what, made);

  readonly isStale = (file: string): boolean => this.#stale.has(file);

  /** Something of a file is shown as it was. */
  note(file: string): void {
    this.#stale.add(file);
  }

  #recall<T>(what: MadeOf, made: T | null): T | null;
  #recall({ file, stage }: MadeOf, made: unknown): unknown {
    const key = `${stage} of ${file}`;
    if (made !== null) {
      this.#made.set(key, made);
      return made;
    }
    const last = this.#made.get(key) ?? null;
    if (last !== null) this.note(file);
    return last;
  }

  #sinceOf(file: string): Date {
    const since = this.#since.get(file) ?? new Date();
    this.#since.set(file, since);
    return since;
  }
}
