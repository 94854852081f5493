import { availableParallelism } from "node:os";
import { join } from "node:path";

import { Tinypool } from "tinypool";

import { packageRoot } from "#package.ts";
import type { Outcome } from "#shared/diagnostic.ts";
import type { Document } from "#shared/document.ts";

import { timeLimit, withoutContent } from "./parse-document.ts";
import type { PageTask, Surroundings } from "./parse-worker.ts";

/** Markdown makes garbage faster than V8's usual young generation takes it; with 48 a build is 3 % faster and takes 40 MB more. */
const resourceLimits = { maxYoungGenerationSizeMb: 36 };

/** Parses pages on as many threads as there are cores. A page that takes too long ends its thread and has a finding. */
export async function parseInPool<T extends PageTask>(
  tasks: ReadonlySet<T>,
  around: Surroundings,
  take: (task: T, parsed: Outcome<Document>) => void,
): Promise<void> {
  const threads = Math.min(availableParallelism(), tasks.size);
  const filename = join(packageRoot, "lib/parse-worker.js");
  const pool = new Tinypool({ filename, workerData: around, minThreads: threads, maxThreads: threads, resourceLimits });
  const waiting = tasks.values();
  // One at a time for each thread, so that a page's time begins when it does.
  const feed = async (): Promise<void> => {
    for (const task of waiting) take(task, await parse(task, pool));
  };
  try {
    await Promise.all(Array.from({ length: threads }, feed));
  } finally {
    await pool.destroy();
  }
}

async function parse({ page, parts }: PageTask, pool: Tinypool): Promise<Outcome<Document>> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), timeLimit);
  try {
    const task: PageTask = { page, parts };
    const parsed: Outcome<Document> = await pool.run(task, { name: "parse", signal: patience.signal });
    return parsed;
  } catch (error) {
    if (!patience.signal.aborted) throw error;
    return withoutContent(page, `the Markdown takes longer than ${timeLimit / 1000} seconds to parse`);
  } finally {
    clearTimeout(timer);
  }
}
