import { faultKey } from "#shared/diagnostics/diagnostic.ts";

import type { Builder, BuilderAnswer } from "./start-builder.ts";

interface LoopEvents {
  /** A build has ended: what it made can be shown. */
  readonly onMade: (answer: BuilderAnswer) => void;
  /** A build takes so long that a reader should know. */
  readonly onSlow: () => void;
  /** A build has ended that says how things are. `paths` are the files that moved before it. */
  readonly onBuilt: (answer: BuilderAnswer, paths: readonly string[]) => void;
}

/** In milliseconds. */
const times = {
  /** New errors are told this late: the build may have seen a half-written file, and the next one is on its way. */
  doubt: 120,
  /** After this time errors are shown, though files go on changing. */
  doubtTimeout: 700,
  /** After this time a build counts as slow. */
  slow: 300,
  /** Builds begin this far from each other while many files change: the rest of them is on its way. */
  pace: 1_000,
} as const;

/** So many files are not saved by hand: another branch is checked out, or a folder moves. */
const many = 20;

/**
 * Builds again whenever files changed, one build at a time. Every build ends, and what it remembers is kept; changes during
 * a build lead to one more, which begins at once.
 */
export class RebuildLoop {
  readonly #builder: Pick<Builder, "build">;
  readonly #events: LoopEvents;
  readonly #moved = new Set<string>();
  #isRunning = false;
  /** The errors that were told last. */
  #told: ReadonlySet<string> = new Set();
  /** When a build began last that many files had moved before. */
  #paced = -Infinity;
  #wake: () => void = () => undefined;

  constructor(builder: Pick<Builder, "build">, events: LoopEvents) {
    this.#builder = builder;
    this.#events = events;
  }

  /** Builds for the first time; what changes meanwhile is built after it. */
  async start(): Promise<BuilderAnswer> {
    this.#isRunning = true;
    const answer = await this.#build();
    this.#tell(answer, []);
    void this.#run();
    return answer;
  }

  /** Files changed. */
  request(paths: readonly string[]): void {
    for (const path of paths) this.#moved.add(path);
    this.#wake();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let doubtedSince: number | null = null;
    while (this.#moved.size > 0) {
      const early = this.#paced + times.pace - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      if (this.#moved.size > many) this.#paced = performance.now();
      const paths = [...this.#moved].sort();
      this.#moved.clear();
      const answer = await this.#build();
      const isFinal = answer.kind === "stalled" || !this.#hasNewErrors(answer);
      doubtedSince = isFinal ? null : (doubtedSince ?? performance.now());
      if (!isFinal) await this.#quiet(times.doubt);
      const isDoubted = doubtedSince !== null && performance.now() - doubtedSince < times.doubtTimeout;
      if (isDoubted && this.#moved.size > 0) {
        for (const path of paths) this.#moved.add(path);
      } else {
        this.#tell(answer, paths);
        doubtedSince = null;
      }
    }
    this.#isRunning = false;
  }

  async #build(): Promise<BuilderAnswer> {
    const slow = setTimeout(this.#events.onSlow, times.slow);
    const answer = await this.#builder.build();
    clearTimeout(slow);
    this.#events.onMade(answer);
    return answer;
  }

  #tell(answer: BuilderAnswer, paths: readonly string[]): void {
    this.#told = errorsOf(answer);
    this.#events.onBuilt(answer, paths);
  }

  #hasNewErrors(answer: BuilderAnswer): boolean {
    return answer.kind === "crashed" || [...errorsOf(answer)].some((error) => !this.#told.has(error));
  }

  /** Waits, but not longer than until the next change. */
  async #quiet(milliseconds: number): Promise<void> {
    if (this.#moved.size > 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Wherever they are: an edit above an error moves it. */
function errorsOf(answer: BuilderAnswer): ReadonlySet<string> {
  if (answer.kind === "crashed") return new Set();
  return new Set(answer.findings.diagnostics.filter(({ severity }) => severity === "error").map(faultKey));
}
