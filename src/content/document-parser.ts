import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { packageRoot } from "#package.ts";
import { beginStep } from "#read/steps.ts";
import type { Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Document } from "#shared/document.ts";

import type { Highlight } from "./highlight/highlight-code.ts";
import type { HighlightSample } from "./highlight/highlight-once.ts";
import type { PageTask, SharedParts } from "./parse-worker.ts";

/**
 * From here on threads pay for their start. Measured with the pages of `tests/bench` on two cores: with threads a build
 * takes 0.95 times as long at 30 pages, 0.88 at 60, 0.85 at 150, and a sixth more of the processor and 60 MB.
 */
const manyPages = 60;

interface WaitingPage extends PageTask {
  readonly resolve: (parsed: Outcome<Document>) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = new Map<SharedParts, Set<WaitingPage>>();

/**
 * Parses a page. Pages of the same turn of the event loop are parsed together: a few on this thread, many on several.
 */
export async function parsePage(task: PageTask, shared: SharedParts): Promise<Outcome<Document>> {
  return new Promise((resolve, reject) => {
    const page = { ...task, resolve, reject };
    const batch = waiting.get(shared);
    if (batch) batch.add(page);
    else void parseTogether(new Set([page]), shared);
  });
}

async function parseTogether(pages: Set<WaitingPage>, shared: SharedParts): Promise<void> {
  waiting.set(shared, pages);
  await setImmediate();
  waiting.delete(shared);
  try {
    await (pages.size < manyPages ? parseHere(pages, shared) : parseOnThreads(pages, shared));
  } catch (error) {
    for (const { reject } of pages) reject(error);
  }
}

async function parseHere(pages: ReadonlySet<WaitingPage>, shared: SharedParts): Promise<void> {
  const [{ parseDocument }, { loadDirectives }, highlight] = await Promise.all([
    import("./parse-document.ts"),
    import("./own/own-directive.ts"),
    loadHighlight(),
  ]);
  const loaded = await loadDirectives(new Set([...pages].flatMap(({ directives }) => directives)));
  const tools = { highlight, loaded };
  for (const { page, parts, directives, resolve } of pages) {
    beginStep(page.file);
    resolve(parseDocument(page, { ...shared, parts, directives }, tools));
  }
}

/** Markdown makes garbage faster than V8's usual young generation collects it; with 48 a build is 3 % faster and takes 40 MB more. */
const resourceLimits = { maxYoungGenerationSizeMb: 36 };

/** A page that takes too long ends its thread and gets a finding. */
async function parseOnThreads(pages: Set<WaitingPage>, workerData: SharedParts): Promise<void> {
  const [{ Tinypool }, { timeLimit, withoutContent }] = await Promise.all([
    import("tinypool"),
    import("./parse-document.ts"),
  ]);
  const threads = countThreads();
  const filename = join(packageRoot, "lib/parse-worker.js");
  const pool = new Tinypool({ filename, workerData, minThreads: threads, maxThreads: threads, resourceLimits });
  const parse = async ({ page, parts, directives }: PageTask): Promise<Outcome<Document>> => {
    const timeout = AbortSignal.timeout(timeLimit);
    try {
      const task: PageTask = { page, parts, directives };
      const parsed: Outcome<Document> = await pool.run(task, { name: "parse", signal: timeout });
      return parsed;
    } catch (error) {
      if (!timeout.aborted) throw error;
      return withoutContent(page, `the Markdown takes longer than ${timeLimit / 1000} seconds to parse`);
    }
  };
  const queue = pages.values();
  // Each thread gets a page at a time, so that a page's time limit starts with its parsing.
  const feed = async (): Promise<void> => {
    for (const task of queue) {
      beginStep(task.page.file);
      task.resolve(await parse(task));
      // Its promise would keep the document in memory.
      pages.delete(task);
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, feed));
  } finally {
    await pool.destroy();
  }
}

/** Other steps of a build run on one thread: more threads cost memory and gain little. */
const maxThreads = 4;
/** In bytes. A thread's young generation alone may reach 108 MB, three times its limit, and the build needs as much. */
const memoryOfThread = 256 * 1024 * 1024;

function countThreads(): number {
  // 0 means that the limit is unknown; without a limit it's more than the machine has.
  const limit = process.constrainedMemory();
  const memory = Math.min(totalmem(), limit > 0 ? limit : Infinity);
  return Math.max(1, Math.min(maxThreads, availableParallelism(), Math.floor(memory / memoryOfThread)));
}

/** The highlighter remembers code that it has seen. */
export async function loadHighlight(): Promise<Highlight> {
  return (await import("./highlight/highlight-once.ts")).highlightOnce;
}

export async function loadSampleHighlight(): Promise<HighlightSample> {
  return (await import("./highlight/highlight-once.ts")).highlightSample;
}
