import { BuildError, diagnose, type Position } from "#shared/diagnostics/diagnostic.ts";

/** In milliseconds, for each 10 MB. */
const share = 30_000;

/** In bytes. A file that holds less takes its time as well. */
const smallest = 4_000;

/** The time that a site may take as a whole, from its first folder to its last page, whatever it holds. */
export class Deadline {
  readonly #now: () => number;
  readonly #start: number;
  #size = 0;

  /** `now` tells the milliseconds since some moment. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** In milliseconds. */
  get left(): number {
    const shares = Math.max(1, Math.ceil(this.#size / 10_000_000));
    return this.#start + share * shares - this.#now();
  }

  /** More was read, in bytes: a larger site may take longer. */
  extend(size: number): void {
    this.#size += Math.max(size, smallest);
  }

  /**
   * Every step asks before it goes on, and says where it is.
   * @throws BuildError when the time is over.
   */
  check(step: string, at: Position): void {
    if (this.left > 0) return;
    const message = `the site takes longer than ${share / 1000} seconds for each 10 MB: the time was over ${step}`;
    throw new BuildError([
      diagnose("init/source", message, at, "name a part of it, or try again with less to do beside"),
    ]);
  }
}

/** Tells what is left out, at its place; without one, at the configuration. */
export type Report = (message: string, at?: Position) => void;

/** What whoever takes a part of the site over is given. */
export interface MigrationTools {
  readonly report: Report;
  readonly deadline: Deadline;
}
