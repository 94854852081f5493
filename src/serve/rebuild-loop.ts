import { faultKey } from "#shared/diagnostics/diagnostic.ts";

import type { BuilderAnswer } from "./start-builder.ts";

/** A build in a hurry may leave something as it was, and says so. */
type BuildSite = (isHurried: boolean) => Promise<BuilderAnswer>;

interface LoopEvents {
  /** A build has ended, and its files can be shown. */
  readonly onReady: (answer: BuilderAnswer) => void;
  readonly onSlow: () => void;
  /** A build has ended whose findings count. `paths` are the files that changed before it. */
  readonly onBuilt: (answer: BuilderAnswer, paths: readonly string[]) => void;
}

/** In milliseconds. */
const times = {
  /** New errors wait this long: the build may have read a half-written file, and the next build is on its way. */
  doubt: 120,
  /** Errors are shown after this time even if files go on changing. */
  doubtTimeout: 700,
  /** A longer build counts as slow. */
  slow: 300,
  /** The time between builds while many files change, because more changes are on their way. */
  pace: 1_000,
} as const;

/** More files than anybody saves by hand: a checkout, or a folder that moves. */
const many = 20;

/**
 * Builds again after changes, one build at a time. The first build is in a hurry: pages are shown at once, and what only
 * follows from the change, with all findings, comes with a second build right behind. Each build runs to its end, which
 * keeps its memory; changes during a build start another one at once.
 */
export class RebuildLoop {
  readonly #build: BuildSite;
  readonly #events: LoopEvents;
  readonly #moved = new Set<string>();
  #isRunning = false;
  /** The errors of the last report. */
  #reported: ReadonlySet<string> = new Set();
  /** The start of the last build after many changes. */
  #paced = -Infinity;
  #wake: () => void = () => undefined;

  constructor(build: BuildSite, events: LoopEvents) {
    this.#build = build;
    this.#events = events;
  }

  /** Builds for the first time, then builds changes that came meanwhile. */
  async start(): Promise<BuilderAnswer> {
    this.#isRunning = true;
    const answer = await this.#make(false);
    this.#report(answer, []);
    void this.#run();
    return answer;
  }

  request(paths: readonly string[]): void {
    for (const path of paths) this.#moved.add(path);
    this.#wake();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let doubtedSince: number | null = null;
    let isLeftBehind = false;
    while (this.#moved.size > 0) {
      const early = this.#paced + times.pace - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      if (this.#moved.size > many) this.#paced = performance.now();
      const paths = [...this.#moved].sort();
      this.#moved.clear();
      const first = await this.#make(!isLeftBehind);
      isLeftBehind = isBehind(first) && this.#moved.size > 0;
      if (isLeftBehind) {
        for (const path of paths) this.#moved.add(path);
        continue;
      }
      const answer = isBehind(first) ? joinAnswers(first, await this.#make(false)) : first;
      const isFinal = answer.kind === "stalled" || !this.#hasNewErrors(answer);
      doubtedSince = isFinal ? null : (doubtedSince ?? performance.now());
      if (!isFinal) await this.#quiet(times.doubt);
      const isDoubted = doubtedSince !== null && performance.now() - doubtedSince < times.doubtTimeout;
      if (isDoubted && this.#moved.size > 0) {
        for (const path of paths) this.#moved.add(path);
      } else {
        this.#report(answer, paths);
        doubtedSince = null;
      }
    }
    this.#isRunning = false;
  }

  async #make(isHurried: boolean): Promise<BuilderAnswer> {
    const slow = setTimeout(this.#events.onSlow, times.slow);
    const answer = await this.#build(isHurried);
    clearTimeout(slow);
    this.#events.onReady(answer);
    return answer;
  }

  #report(answer: BuilderAnswer, paths: readonly string[]): void {
    this.#reported = errorsOf(answer);
    this.#events.onBuilt(answer, paths);
  }

  #hasNewErrors(answer: BuilderAnswer): boolean {
    return answer.kind === "crashed" || [...errorsOf(answer)].some((error) => !this.#reported.has(error));
  }

  /** Waits, but at most until the next change. */
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

function isBehind(answer: BuilderAnswer): boolean {
  return answer.kind === "built" && answer.isBehind === true;
}

function joinAnswers(hurried: BuilderAnswer, whole: BuilderAnswer): BuilderAnswer {
  if (hurried.kind !== "built" || whole.kind !== "built") return whole;
  const files = new Map([...hurried.change.files, ...whole.change.files].map((file) => [file.path, file]));
  const removed = [...new Set([...hurried.change.removed, ...whole.change.removed])];
  const change = { ...whole.change, files: [...files.values()], removed };
  return { ...whole, change, milliseconds: hurried.milliseconds + whole.milliseconds };
}

/** Ignores positions, because an edit above an error moves it. */
function errorsOf(answer: BuilderAnswer): ReadonlySet<string> {
  if (answer.kind === "crashed") return new Set();
  return new Set(answer.findings.diagnostics.filter(({ severity }) => severity === "error").map(faultKey));
}
