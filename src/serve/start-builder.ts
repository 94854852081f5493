import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { packageRoot } from "#package.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Diagnostic } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

import type { SiteChange } from "./served-site.ts";

/** What the building thread is started with. */
export interface BuilderOptions {
  readonly root: string;
  readonly flags: { readonly baseUrl?: string | undefined; readonly siteUrl?: string | undefined };
  readonly strict: boolean;
  /** The folder that the command line names for what builds keep; false for none. */
  readonly cache?: string | false | undefined;
}

/** What a build found, with the texts that code frames show. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
}

/** How a build ended. */
export type BuilderAnswer =
  | {
      readonly kind: "built";
      readonly findings: Findings;
      /** What differs from the last good build. */
      readonly change: SiteChange;
      /** The contract that the sandbox simulates; left out while it is the same as before. */
      readonly contract?: Contract | null;
      readonly pageCount: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "refused"; readonly findings: Findings }
  | Crash;

/** A fault of ours or of a site's template; `stack` is for whoever mends it. */
interface Crash {
  readonly kind: "crashed";
  readonly message: string;
  readonly stack: string;
}

/** The files of the last good build that no page needs; null where the thread knows of no such build. */
export type RestAnswer = { readonly kind: "rest"; readonly files: readonly OutputFile[] | null } | Crash;

/** What the building thread is told to make. */
export type BuilderTask = "build" | "rest";

/** Does one thing after the other, and never rejects. */
export interface Builder {
  /** Builds the folder as it is now. */
  readonly build: () => Promise<BuilderAnswer>;
  readonly makeRest: () => Promise<RestAnswer>;
  /** Ends the thread, in the middle of a build too. */
  readonly stop: () => void;
}

/** A page or two of Markdown makes garbage faster than V8's usual young generation takes it. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

/**
 * Starts a thread that builds. A build is one long computation: on the main thread it would hold up requests, and
 * Ctrl-C would be heard after it. Yielding between the stages was rejected: a stage may take seconds on a large
 * contract, and no yield helps against a template that never returns or takes all memory. A thread can be ended at
 * any moment; one that died is followed by a new one.
 */
export function startBuilder(options: BuilderOptions): Builder {
  let worker: Worker | null = null;
  let idle: Promise<unknown> = Promise.resolve();
  const start = (): Worker => {
    const started = new Worker(join(packageRoot, "lib/build-worker.js"), { workerData: options, resourceLimits });
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  };
  const inTurn = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = idle.then(ask);
    idle = answer;
    return answer;
  };
  const nothingBuilt: RestAnswer = { kind: "rest", files: null };
  return {
    build: async () => inTurn(async () => askThread<BuilderAnswer>((worker ??= start()), "build")),
    makeRest: async () => inTurn(async () => (worker === null ? nothingBuilt : askThread<RestAnswer>(worker, "rest"))),
    stop: () => void worker?.terminate(),
  };
}

async function askThread<Answer>(worker: Worker, task: BuilderTask): Promise<Answer | Crash> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | Crash): void => {
      worker.off("message", settle).off("error", fail).off("exit", end);
      resolve(answer);
    };
    const fail = (error: Error): void => settle(toCrash(error));
    const end = (): void => settle(toCrash("the building thread ended"));
    worker.on("message", settle).on("error", fail).on("exit", end);
    worker.postMessage(task);
  });
}

export function toCrash(error: unknown): Crash {
  return error instanceof Error
    ? { kind: "crashed", message: error.message, stack: error.stack ?? "" }
    : { kind: "crashed", message: String(error), stack: "" };
}
