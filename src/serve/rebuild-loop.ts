import type { Builder, BuilderAnswer } from "./start-builder.ts";

type BuildThread = Pick<Builder, "build" | "stop">;

interface LoopEvents {
  /** A build takes so long that a reader should know. */
  readonly onSlow: () => void;
  /** A build has ended that says how things are. `paths` are the files that moved before it. */
  readonly onBuilt: (answer: BuilderAnswer, paths: readonly string[]) => void;
}

/** In milliseconds. */
const times = {
  /** A build with errors is shown this late: it may have seen a half-written file, and the next one is on its way. */
  doubt: 120,
  /** After this time a build counts as slow. */
  slow: 300,
  /** A build that still runs after this time when files change again is taken to hang. */
  hang: 10_000,
} as const;

/** Builds again whenever files changed, one build at a time; changes during a build lead to one more after it. */
export class RebuildLoop {
  readonly #builder: BuildThread;
  readonly #events: LoopEvents;
  readonly #moved = new Set<string>();
  #runningSince: number | null = null;
  #wake: () => void = () => undefined;

  constructor(builder: BuildThread, events: LoopEvents) {
    this.#builder = builder;
    this.#events = events;
  }

  /** Builds for the first time; what changes meanwhile is built after it. */
  async start(): Promise<BuilderAnswer> {
    const answer = await this.#build();
    this.#events.onBuilt(answer, []);
    void this.#run();
    return answer;
  }

  /** Files changed. */
  request(paths: readonly string[]): void {
    for (const path of paths) this.#moved.add(path);
    this.#wake();
    if (this.#runningSince === null) void this.#run();
    else if (performance.now() - this.#runningSince > times.hang) this.#builder.stop();
  }

  async #run(): Promise<void> {
    while (this.#moved.size > 0) {
      const paths = [...this.#moved].sort();
      this.#moved.clear();
      const answer = await this.#build();
      if (answer.kind !== "built") await this.#quiet(times.doubt);
      if (answer.kind === "built" || this.#moved.size === 0) this.#events.onBuilt(answer, paths);
      else for (const path of paths) this.#moved.add(path);
    }
    this.#runningSince = null;
  }

  async #build(): Promise<BuilderAnswer> {
    this.#runningSince = performance.now();
    const slow = setTimeout(this.#events.onSlow, times.slow);
    const answer = await this.#builder.build();
    clearTimeout(slow);
    return answer;
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
