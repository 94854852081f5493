import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { packageRoot } from "#package.ts";
import type { BuildResult } from "#build.ts";
import type { CacheOptions } from "#cache/open-cache.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { Stale } from "#shared/reload-message.ts";
import type { OutputFile } from "#write/output-file.ts";

import { progressTimeout, StepBoard, watchSteps } from "./build-steps.ts";
import type { ModelChange } from "./model-change.ts";
import type { SiteChange } from "./site-change.ts";

/** What the building thread is started with. */
export interface BuilderData extends BuilderOptions {
  /** The memory of its `StepBoard`. */
  readonly steps: SharedArrayBuffer;
}

export interface BuilderOptions extends CacheOptions {
  readonly flags: { readonly baseUrl?: string | undefined; readonly siteUrl?: string | undefined };
  readonly strict: boolean;
}

/** What a build found, with the texts that code frames show. */
export interface BuildFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  /** What is wrong with addresses, where pages were made. */
  readonly broken?: BuildResult["broken"];
}

/** How a build ended: `built` has pages, and what is wrong with them; of `refused` nothing can be shown. */
export type BuilderAnswer =
  | {
      readonly kind: "built";
      readonly findings: BuildFindings;
      /** What differs from the last one that was `built`. */
      readonly change: SiteChange;
      /** The contract that the sandbox simulates; left out while it is the same as before. */
      readonly contract?: Contract | null;
      /** What is shown as it was, because it cannot be made of the files now. */
      readonly stale?: readonly Stale[];
      readonly pageCount: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "refused"; readonly findings: BuildFindings }
  /** It made no progress, and was ended. */
  | { readonly kind: "stalled"; readonly findings: BuildFindings }
  | Crash;

/** A fault of ours or of a site's template; `stack` is for whoever mends it. */
interface Crash {
  readonly kind: "crashed";
  readonly message: string;
  readonly stack: string;
}

/** The files of the last build that no page needs; null where the thread knows of no such build. */
export type DeferredAnswer = { readonly kind: "deferred"; readonly files: readonly OutputFile[] | null } | Crash;

/** What of the last build's model is not as it was told before. */
export type ModelAnswer = { readonly kind: "model"; readonly change: ModelChange } | Crash;

/** Texts on a screen by path, which lie over the folder. */
export type Unsaved = ReadonlyMap<string, string>;

/** What the building thread is told to make. */
export type BuilderTask =
  { readonly kind: "build"; readonly unsaved: Unsaved } | { readonly kind: "deferred" } | { readonly kind: "model" };

/** Does one thing after the other, and never rejects. */
export interface Builder {
  /** Builds the folder as it is now. A build that makes no progress is ended; the next one is another thread's. */
  readonly build: (unsaved?: Unsaved) => Promise<BuilderAnswer>;
  readonly makeDeferred: () => Promise<DeferredAnswer>;
  /** What the site is made of, for who asks about names and places. A new thread tells all of it. */
  readonly tellModel: () => Promise<ModelAnswer>;
  /** Ends the thread, in the middle of a build too: a thread started after it would keep the process alive. */
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
  let isStopped = false;
  const board = new StepBoard();
  const workerData: BuilderData = { ...options, steps: board.buffer };
  let idle: Promise<unknown> = Promise.resolve();
  const start = (): Worker => {
    const started = new Worker(join(packageRoot, "lib/build-worker.js"), { workerData, resourceLimits });
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
  const nothingBuilt: DeferredAnswer = { kind: "deferred", files: null };
  return {
    build: async (unsaved = new Map()) =>
      inTurn(async () => (isStopped ? stopped : buildOn((worker ??= start()), board, unsaved))),
    makeDeferred: async () =>
      inTurn(async () => (worker === null ? nothingBuilt : askThread<DeferredAnswer>(worker, { kind: "deferred" }))),
    tellModel: async () =>
      inTurn(async () => (worker === null ? stopped : askThread<ModelAnswer>(worker, { kind: "model" }))),
    stop() {
      isStopped = true;
      void worker?.terminate();
    },
  };
}

const stopped = toCrash("the building thread was stopped");

async function buildOn(worker: Worker, board: StepBoard, unsaved: Unsaved): Promise<BuilderAnswer> {
  const found: Diagnostic[] = [];
  const spent = (): number => timeSpentBy(worker);
  const endWatch = watchSteps(board, spent, () => {
    found.push(stalledAt(board.name));
    void worker.terminate();
  });
  const answer = await askThread<BuilderAnswer>(worker, { kind: "build", unsaved });
  endWatch();
  if (answer.kind !== "crashed" || found.length === 0) return answer;
  return { kind: "stalled", findings: { diagnostics: found, texts: new Map() } };
}

/** What the process has had of the processor, and how long a thread has waited for what others do, in milliseconds. */
function timeSpentBy(worker: Worker): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + worker.performance.eventLoopUtilization().idle;
}

function stalledAt(step: string): Diagnostic {
  const message = `the build made no progress for ${progressTimeout} seconds at \`${step}\`, and was ended`;
  const hint = "look for a loop without an end in templates/, or make what is there smaller";
  return diagnose("serve/stalled", message, /^(?:content|openapi|templates)\//.test(step) ? startOf(step) : null, hint);
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
