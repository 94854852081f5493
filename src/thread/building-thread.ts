import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { packageRoot } from "#package.ts";

/** Parsing makes garbage faster than V8's usual young generation takes it. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

let prepared: Worker | null = null;

/** Has a building thread get ready while the command line is still being read. */
export function prepareThread(): void {
  prepared = startThread();
  prepared.unref();
}

/** The thread that was prepared, once; or a new one. */
export function takeThread(): Worker {
  const thread = prepared ?? startThread();
  prepared = null;
  thread.ref();
  return thread;
}

function startThread(): Worker {
  return new Worker(join(packageRoot, "lib/start-build-thread.js"), { resourceLimits });
}
