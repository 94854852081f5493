import { join } from "node:path";
import { Worker } from "node:worker_threads";

import type { BuildResult } from "#build.ts";
import type { CacheOptions } from "#cache/disk-memory.ts";
import { packageRoot } from "#package.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import type { Stale } from "#shared/reload-message.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { ModelChange, SiteChange } from "./build-state.ts";

export interface BuilderOptions extends CacheOptions {
  readonly flags: { readonly baseUrl?: string | undefined; readonly siteUrl?: string | undefined };
  readonly strict: boolean;
}

/** A build's findings, with texts for code frames. */
export interface BuildFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  /** Broken addresses, if the build made pages. */
  readonly broken?: BuildResult["broken"];
}

/** `built` has pages and their findings; `refused` has nothing to show. */
export type BuilderAnswer =
  | {
      readonly kind: "built";
      readonly findings: BuildFindings;
      /** Changes since the last `built` answer. */
      readonly change: SiteChange;
      /** The sandbox's contract; absent while it stays the same. */
      readonly contract?: Contract | null;
      /** Files that are shown as they were, because they can't be built now. */
      readonly stale?: readonly Stale[];
      readonly pageCount: number;
      readonly milliseconds: number;
      /** True for a build in a hurry that left something as it was. */
      readonly isBehind?: boolean;
    }
  | { readonly kind: "refused"; readonly findings: BuildFindings }
  /** The build made no progress, and its thread was ended. */
  | { readonly kind: "stalled"; readonly findings: BuildFindings }
  | Crash;

/** A fault of ours or of a site's template. */
interface Crash {
  readonly kind: "crashed";
  readonly message: string;
  readonly stack: string;
}

/** Files of the last build that no page needs; null without a build. */
export type DeferredAnswer = { readonly kind: "deferred"; readonly files: readonly OutputFile[] | null } | Crash;

/** Changes of the model since the last answer. */
export type ModelAnswer = { readonly kind: "model"; readonly change: ModelChange } | Crash;

export interface BuildOrder {
  /** Unsaved texts of an editor, by path. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Routes and files that are made first, where the rest may come with the next build. */
  readonly awaited?: readonly string[] | null;
}

export type BuilderTask =
  ({ readonly kind: "build" } & BuildOrder) | { readonly kind: "deferred" } | { readonly kind: "model" };

/** Handles one task at a time, and never rejects. */
export interface Builder {
  /** A build without progress is ended, and the next build gets a new thread. */
  readonly build: (order?: BuildOrder) => Promise<BuilderAnswer>;
  readonly makeDeferred: () => Promise<DeferredAnswer>;
  /** The model answers questions about names and positions. A new thread sends all of it. */
  readonly getModel: () => Promise<ModelAnswer>;
  /** Ends the thread for good, even during a build: a new thread would keep the process alive. */
  readonly stop: () => void;
}

/** A page or two of Markdown makes garbage faster than V8's usual young generation collects it. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

/**
 * Starts a thread that builds. A build is one long computation: on the main thread it would hold up requests and
 * Ctrl-C. Yielding between the stages was rejected: a stage may take seconds on a large contract, and no yield helps
 * against a template that never returns or takes all memory. A thread can be ended at any moment, and a new one
 * replaces it.
 */
export function startBuilder(options: BuilderOptions): Builder {
  let worker: Worker | null = null;
  let isStopped = false;
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
  const nothingBuilt: DeferredAnswer = { kind: "deferred", files: null };
  return {
    build: async (order = {}) => inTurn(async () => (isStopped ? stopped : buildOn((worker ??= start()), order))),
    makeDeferred: async () =>
      inTurn(async () => (worker === null ? nothingBuilt : askThread<DeferredAnswer>(worker, { kind: "deferred" }))),
    getModel: async () =>
      inTurn(async () => (worker === null ? stopped : askThread<ModelAnswer>(worker, { kind: "model" }))),
    stop() {
      isStopped = true;
      void worker?.terminate();
    },
  };
}

const stopped = toCrash("the building thread was stopped");

/** In milliseconds between two steps. A page's own limit is half of it, and a busy machine makes steps longer. */
const longestStep = 20_000;

async function buildOn(worker: Worker, order: BuildOrder): Promise<BuilderAnswer> {
  const found: Diagnostic[] = [];
  let step = "";
  const timer = setTimeout(() => {
    const message = `the build made no progress for ${longestStep / 1_000} seconds at \`${step}\`, and was ended`;
    const position = /^(?:content|openapi|templates)\//.test(step) ? startOf(step) : null;
    const hint = "look for an endless loop in templates/, or make what is there smaller";
    found.push(diagnose("serve/stalled", message, position, hint));
    void worker.terminate();
  }, longestStep);
  const answer = await askThread<BuilderAnswer>(worker, { kind: "build", ...order }, (next) => {
    step = next;
    timer.refresh();
  });
  clearTimeout(timer);
  if (answer.kind !== "crashed" || found.length === 0) return answer;
  return { kind: "stalled", findings: { diagnostics: found, texts: new Map() } };
}

/** What a build begins with next. The thread sends it while it's busy. */
export interface BuildStep {
  readonly step: string;
}

async function askThread<Answer extends object>(
  worker: Worker,
  task: BuilderTask,
  onStep: (step: string) => void = () => undefined,
): Promise<Answer | Crash> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | Crash): void => {
      worker.off("message", hear).off("error", fail).off("exit", end);
      resolve(answer);
    };
    const hear = (message: Answer | BuildStep): void => (isStep(message) ? onStep(message.step) : settle(message));
    const fail = (error: Error): void => settle(toCrash(error));
    const end = (): void => settle(toCrash("the building thread ended"));
    worker.on("message", hear).on("error", fail).on("exit", end);
    worker.postMessage(task);
  });
}

function isStep(message: object): message is BuildStep {
  return "step" in message;
}

export function toCrash(error: unknown): Crash {
  return error instanceof Error
    ? { kind: "crashed", message: error.message, stack: error.stack ?? "" }
    : { kind: "crashed", message: String(error), stack: "" };
}
