export interface PatternUse {
  readonly pattern: string;
  readonly text: string;
}

/** `unknown`: the expression is none, or took too long. */
export type PatternVerdict = "match" | "mismatch" | "unknown";

/** File name of the compiled worker, beside this file; written in by the compiler. */
declare const PATTERN_WORKER: string;

/** Milliseconds that all expressions of one check may take together. */
const patience = 250;

/** Runs expressions in a worker, which is ended when they take too long. */
export async function matchPatterns(uses: readonly PatternUse[]): Promise<readonly PatternVerdict[]> {
  const verdicts: PatternVerdict[] = [];
  const worker = new Worker(new URL(PATTERN_WORKER, import.meta.url));
  const finished = new Promise<void>((resolve) => {
    worker.addEventListener("error", () => resolve());
    worker.addEventListener("message", ({ data }) => {
      // Loading the worker must not count: it says when it begins.
      if (data === "begin") setTimeout(resolve, patience);
      else verdicts.push(data === true ? "match" : data === false ? "mismatch" : "unknown");
      if (verdicts.length === uses.length) resolve();
    });
  });
  worker.postMessage(uses);
  await finished;
  worker.terminate();
  return uses.map((_, index) => verdicts[index] ?? "unknown");
}
