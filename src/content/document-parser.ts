import { setImmediate } from "node:timers/promises";

import { beginStep } from "#read/steps.ts";
import type { Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Document } from "#shared/document.ts";

import type { Highlight } from "./highlight/highlight-code.ts";
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

/** Drops finished pages from the set, because their promises would keep the documents in memory. */
async function parseOnThreads(tasks: Set<WaitingPage>, shared: SharedParts): Promise<void> {
  const { parseInPool } = await import("./parsing-pool.ts");
  await parseInPool(tasks, shared, (task, parsed) => {
    tasks.delete(task);
    task.resolve(parsed);
  });
}

/** The highlighter remembers code that it has seen. */
export async function loadHighlight(): Promise<Highlight> {
  return (await import("./highlight/highlight-code.ts")).highlightOnce;
}
