import type { Memory } from "#cache/memory.ts";
import { beginStep } from "#read/steps.ts";
import type { Outcome } from "#shared/diagnostic.ts";
import type { Document } from "#shared/document.ts";

import type { Highlight, HighlightSample } from "./highlight/highlight-code.ts";
import type { PageTask, Surroundings } from "./parse-worker.ts";

/**
 * So many pages take longer than starting threads for them. Measured with the pages of `tests/bench` on two cores: the
 * build takes 0.95 times as long with threads at 30 pages, 0.88 at 60, 0.85 at 150, and a sixth more of the processor and
 * 60 MB.
 */
const manyPages = 60;

interface WaitingPage extends PageTask {
  readonly resolve: (parsed: Outcome<Document>) => void;
  readonly reject: (error: unknown) => void;
}

/** Parses the pages of a site: a few on this thread, many on others. The libraries are loaded for the first one. */
export class DocumentParser {
  readonly #memory: Memory;
  readonly #waiting = new Map<Surroundings, Set<WaitingPage>>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Pages that are asked for in one go are parsed together. */
  async parse(task: PageTask, around: Surroundings): Promise<Outcome<Document>> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(around) ?? this.#gather(around);
      waiting.add({ ...task, resolve, reject });
    });
  }

  #gather(around: Surroundings): Set<WaitingPage> {
    const waiting = new Set<WaitingPage>();
    this.#waiting.set(around, waiting);
    queueMicrotask(() => {
      this.#waiting.delete(around);
      const parsing = waiting.size < manyPages ? this.#parseHere(waiting, around) : parseOnThreads(waiting, around);
      parsing.catch((error: unknown) => {
        for (const { reject } of waiting) reject(error);
      });
    });
    return waiting;
  }

  async #parseHere(tasks: ReadonlySet<WaitingPage>, around: Surroundings): Promise<void> {
    const [{ parseDocument }, sections] = await Promise.all([
      import("./parse-document.ts"),
      this.#memory.keep("sections", [], async () => new (await import("./section-memory.ts")).SectionMemory()),
    ]);
    const tools = { parseMarkdown: sections.parse, highlight: highlighter.highlight };
    const parse = ({ page, parts }: PageTask) => parseDocument(page, { ...around, parts }, tools);
    for (const task of tasks) {
      beginStep(task.page.file);
      try {
        task.resolve(parse(task));
      } catch (error) {
        if (!(error instanceof HighlighterMissing)) throw error;
        await highlighter.load();
        task.resolve(parse(task));
      }
    }
    sections.sweep();
  }
}

/** A page that is done waits no longer: who knows its promise would keep its document in memory. */
async function parseOnThreads(tasks: Set<WaitingPage>, around: Surroundings): Promise<void> {
  const { parseInPool } = await import("./parsing-pool.ts");
  await parseInPool(tasks, around, (task, parsed) => {
    tasks.delete(task);
    task.resolve(parsed);
  });
}

/** The highlighter, which knows the code that it has seen. */
export async function loadHighlight(): Promise<Highlight> {
  return highlighter.load();
}

/** The same highlighter, for samples of requests. */
export async function loadSampleHighlight(): Promise<HighlightSample> {
  const [highlight, { toHighlightSample }] = [await loadHighlight(), await import("./highlight/highlight-code.ts")];
  return toHighlightSample(highlight);
}

/**
 * A highlighter whose library is loaded when code first wants it. Loading takes a moment and pages are parsed in one go:
 * so the first page with code that is parsed before that ends with this error, and is parsed again.
 */
class HighlighterMissing extends Error {
  override readonly name = "HighlighterMissing";
}

class LazyHighlighter {
  #loaded: Highlight | null = null;

  /** @throws HighlighterMissing before it is loaded. */
  readonly highlight: Highlight = (code, language, marked) => {
    if (this.#loaded === null) throw new HighlighterMissing();
    return this.#loaded(code, language, marked);
  };

  async load(): Promise<Highlight> {
    const { createHighlighter } = await import("./highlight/highlight-code.ts");
    this.#loaded ??= createHighlighter();
    return this.#loaded;
  }
}

/** One for all sites of the process: the same code looks the same in each. */
const highlighter = new LazyHighlighter();
