import { BuildError, diagnose, type Position } from "#shared/diagnostics/diagnostic.ts";

/** In milliseconds per 10 MB. */
const share = 30_000;

/** In bytes. Smaller files take time as well. */
const smallest = 4_000;

/** The time limit of a whole migration, whatever the site holds. */
export class Deadline {
  readonly #now: () => number;
  readonly #start: number;
  #size = 0;

  /** `now` returns milliseconds since some moment. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** In milliseconds. */
  get left(): number {
    const shares = Math.max(1, Math.ceil(this.#size / 10_000_000));
    return this.#start + share * shares - this.#now();
  }

  /** A larger site may take longer. `size` is in bytes. */
  extend(size: number): void {
    this.#size += Math.max(size, smallest);
  }

  /**
   * Each step calls this with its name before it goes on.
   * @throws BuildError if the time is up.
   */
  check(step: string, at: Position): void {
    if (this.left > 0) return;
    const message = `the site takes longer than ${share / 1000} seconds for each 10 MB: the time ran out ${step}`;
    throw new BuildError([
      diagnose("init/source", message, at, "name a part of it, or try again when the machine is less busy"),
    ]);
  }
}

/** Reports an omission at its position, or at the configuration by default. */
export type Report = (message: string, at?: Position) => void;

export interface MigrationTools {
  readonly report: Report;
  readonly deadline: Deadline;
}
