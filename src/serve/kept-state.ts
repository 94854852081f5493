import type { LastState, MadeOf } from "#pipeline/last-state.ts";
import type { Stale } from "#shared/reload-message.ts";

/** The last good results of each file, and the time since when it's broken. */
export class KeptState implements LastState {
  readonly #lastGood = new Map<string, unknown>();
  readonly #since = new Map<string, Date>();
  /** The broken template by file; null if the file itself is broken. */
  #stale = new Map<string, string | null>();

  /** Begins a build, which notes stale files anew. */
  begin(): void {
    this.#stale = new Map();
  }

  /** Ends a build, and returns its stale files in order. */
  end(): readonly Stale[] {
    for (const file of this.#since.keys()) if (!this.#stale.has(file)) this.#since.delete(file);
    const inOrder = [...this.#stale].sort(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.map(([file, template]) => ({
      file,
      since: this.#sinceOf(file).toISOString(),
      ...(template !== null && { template }),
    }));
  }

  readonly of: LastState["of"] = (what, value) => this.#keep(what, value);

  readonly isStale = (file: string): boolean => this.#stale.has(file);

  /** A file is shown as it was, because it can't be read or a template fails on its page. */
  note(file: string, template: string | null = null): void {
    if (this.#stale.get(file) !== null) this.#stale.set(file, template);
  }

  #keep<T>(what: MadeOf, value: T | null): T | null;
  #keep({ file, stage }: MadeOf, value: unknown): unknown {
    const key = `${stage} of ${file}`;
    if (value !== null) {
      this.#lastGood.set(key, value);
      return value;
    }
    const last = this.#lastGood.get(key) ?? null;
    if (last !== null) this.note(file);
    return last;
  }

  #sinceOf(file: string): Date {
    const since = this.#since.get(file) ?? new Date();
    this.#since.set(file, since);
    return since;
  }
}
