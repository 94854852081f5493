import type { LastState, MadeOf } from "#pipeline/last-state.ts";
import type { Stale } from "#shared/reload-message.ts";

/** What the builds of `serve` made of each file while it could be read, and since when it cannot. */
export class KeptState implements LastState {
  readonly #made = new Map<string, unknown>();
  readonly #since = new Map<string, Date>();
  /** The template that is at fault by file; null where the file is. */
  #stale = new Map<string, string | null>();

  /** Begins a build: what cannot be made in it is stale again. */
  begin(): void {
    this.#stale = new Map();
  }

  /** Ends a build. Returns what is shown as it was, in the order of files. */
  end(): readonly Stale[] {
    for (const file of this.#since.keys()) if (!this.#stale.has(file)) this.#since.delete(file);
    const inOrder = [...this.#stale].sort(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.map(([file, template]) => ({
      file,
      since: this.#sinceOf(file).toISOString(),
      ...(template !== null && { template }),
    }));
  }

  readonly of: LastState["of"] = (what, made) => this.#recall(what, made);

  readonly isStale = (file: string): boolean => this.#stale.has(file);

  /** Something of a file is shown as it was: it cannot be read, or a template fails on its page. */
  note(file: string, template: string | null = null): void {
    if (this.#stale.get(file) !== null) this.#stale.set(file, template);
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
