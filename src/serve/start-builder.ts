import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { packageRoot } from "#package.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Diagnostic } from "#shared/diagnostic.ts";

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
  /** A fault of ours or of a site's template; `stack` is for whoever mends it. */
  | { readonly kind: "crashed"; readonly message: string; readonly stack: string };

export interface Builder {
  /** Builds the folder as it is now. One at a time. Never rejects. */
  readonly build: () => Promise<BuilderAnswer>;
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
  const start = (): Worker => {
    const started = new Worker(join(packageRoot, "lib/build-worker.js"), { workerData: options, resourceLimits });
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  };
  return {
    build() {
      const current = (worker ??= start());
      return new Promise((resolve) => {
        const settle = (answer: BuilderAnswer): void => {
          current.off("message", settle).off("error", fail).off("exit", end);
          resolve(answer);
        };
        const fail = (error: Error): void =>
          settle({ kind: "crashed", message: error.message, stack: error.stack ?? "" });
        const end = (): void => settle({ kind: "crashed", message: "the building thread ended", stack: "" });
        current.on("message", settle).on("error", fail).on("exit", end);
        current.postMessage("build");
      });
    },
    stop: () => void worker?.terminate(),
  };
}
