import type { Stage } from "#build-options.ts";
import { diagnose } from "#shared/diagnostic.ts";

import type { BuildMessage, BuiltSite, ThreadOptions } from "./build-message.ts";
import { takeThread } from "./building-thread.ts";

export interface ThreadEvents {
  /** Called as each stage begins. */
  readonly onStage: (stage: Stage) => void;
  /** Ends the build at once. */
  readonly stop: AbortSignal;
}

/**
 * Builds the site of a folder on a thread of its own, so that this one hears signals in the middle of the longest
 * computation. A folder that cannot be built gives a site without files, and the findings.
 * @throws the reason of `stop` when it is aborted.
 */
export async function buildOnThread(options: ThreadOptions, { onStage, stop }: ThreadEvents): Promise<BuiltSite> {
  stop.throwIfAborted();
  const worker = takeThread();
  let at: Place = { stage: "read", file: null };
  try {
    return await new Promise<BuiltSite>((resolve, reject) => {
      stop.addEventListener("abort", () => reject(stop.reason), { once: true });
      worker.on("message", (message: BuildMessage) => {
        switch (message.kind) {
          case "stage":
            at = { stage: message.stage, file: null };
            return onStage(message.stage);
          case "file":
            return void (at = { ...at, file: message.file });
          case "built":
            return resolve(message.site);
          case "refused":
            return resolve({ ...nothing, diagnostics: message.diagnostics, texts: message.texts });
        }
      });
      worker.on("error", (error) => (isOutOfMemory(error) ? resolve(outOfMemory(at)) : reject(error)));
      worker.on("exit", (code) => reject(new Error(`the building thread ended with code ${code}`)));
      worker.postMessage(options);
    });
  } finally {
    void worker.terminate();
  }
}

const nothing: BuiltSite = { files: [], diagnostics: [], pageCount: 0, documents: [], hosting: null, texts: new Map() };

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Where a build is. */
interface Place {
  readonly stage: Stage;
  /** The page that is being parsed; null in the stages that look at all of them. */
  readonly file: string | null;
}

function outOfMemory({ stage, file }: Place): BuiltSite {
  const hint = "split the largest files, or give Node more memory with NODE_OPTIONS=--max-old-space-size=4096";
  const position = file === null ? null : { file, line: 1, column: 1 };
  const message = `the memory ran out in the stage ${stage}${file === null ? "" : ", at this file"}`;
  return { ...nothing, diagnostics: [diagnose("content/limit", message, position, hint)] };
}
