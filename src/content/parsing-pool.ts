import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";

import { Tinypool } from "tinypool";

import { packageRoot } from "#package.ts";
import { beginStep } from "#read/steps.ts";
import type { Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Document } from "#shared/document.ts";

import { timeLimit, withoutContent } from "./parse-document.ts";
import type { PageTask, SharedParts } from "./parse-worker.ts";

/** Markdown makes garbage faster than V8's usual young generation collects it; with 48 a build is 3 % faster and takes 40 MB more. */
const resourceLimits = { maxYoungGenerationSizeMb: 36 };

interface Machine {
  readonly cores: number;
  /** The process's limit in bytes: the container's, if it has one. */
  readonly memory: number;
}

/** Other steps of a build run on one thread: more workers cost memory and gain little. */
const maxWorkers = 4;
/** In bytes. A thread's young generation alone may reach 108 MB, three times its limit, and the build needs as much. */
const memoryOfWorker = 256 * 1024 * 1024;

/** Threads for parsing pages, at least one. */
export function countWorkers(pages: number, { cores, memory }: Machine = thisMachine()): number {
  return Math.max(1, Math.min(maxWorkers, cores, pages, Math.floor(memory / memoryOfWorker)));
}

function thisMachine(): Machine {
  // 0 means that the limit is unknown; without a limit it's more than the machine has.
  const limit = process.constrainedMemory();
  return { cores: availableParallelism(), memory: Math.min(totalmem(), limit > 0 ? limit : Infinity) };
}

/**
 * Parses pages on as many threads as the machine has cores and memory for. A page that takes too long ends its thread
 * and gets a finding.
 */
export async function parseInPool<T extends PageTask>(
  tasks: ReadonlySet<T>,
  shared: SharedParts,
  take: (task: T, parsed: Outcome<Document>) => void,
): Promise<void> {
  const threads = countWorkers(tasks.size);
  const filename = join(packageRoot, "lib/parse-worker.js");
  const pool = new Tinypool({ filename, workerData: shared, minThreads: threads, maxThreads: threads, resourceLimits });
  const waiting = tasks.values();
  // Each thread gets a page at a time, so that a page's time limit starts with its parsing.
  const feed = async (): Promise<void> => {
    for (const task of waiting) {
      beginStep(task.page.file);
      take(task, await parse(task, pool));
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, feed));
  } finally {
    await pool.destroy();
  }
}

async function parse({ page, parts, directives }: PageTask, pool: Tinypool): Promise<Outcome<Document>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeLimit);
  try {
    const task: PageTask = { page, parts, directives };
    const parsed: Outcome<Document> = await pool.run(task, { name: "parse", signal: timeout.signal });
    return parsed;
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    return withoutContent(page, `the Markdown takes longer than ${timeLimit / 1000} seconds to parse`);
  } finally {
    clearTimeout(timer);
  }
}
