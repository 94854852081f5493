import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { toHtml, type Html } from "../model/html.ts";
import { packageRoot } from "../package-root.ts";

/** A piece of code on its way to the highlighting thread. `marked` holds line numbers from 1. */
export interface HighlightRequest {
  readonly index: number;
  readonly code: string;
  readonly language: string;
  readonly marked: readonly number[];
}

export interface HighlightReply {
  readonly index: number;
  readonly html: Html;
}

/**
 * Takes code to be highlighted. What it returns is a mark that stands for the highlighted code until `fill` puts it
 * in: the work is done on a second thread while this one goes on.
 */
export type Highlight = (code: string, language: string, marked?: ReadonlySet<number>) => Html;

export interface Highlighter {
  readonly highlight: Highlight;
  /** How many pieces of code it has taken. */
  readonly size: number;
  /**
   * Replaces the marks in finished HTML by the highlighted code.
   * @throws Error when the thread could not start or has stopped.
   */
  readonly fill: (html: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/* Authors' comments never reach the output, so nobody can write a mark. */
const mark = /<!--code:(\d+)-->/g;

const packagedWorker = join(packageRoot, "lib/highlight-worker.js");

/** Starts the highlighting thread. The same code is highlighted once, however often it is shown. */
export function startHighlighter(file = packagedWorker): Highlighter {
  const thread = new HighlightingThread(file);
  const indexByRequest = new Map<string, number>();
  const results: Promise<Html>[] = [];
  return {
    highlight(code, language, marked = new Set()) {
      const request = { code, language, marked: [...marked] };
      const key = JSON.stringify(request);
      const index = indexByRequest.get(key) ?? results.push(thread.ask({ index: results.length, ...request })) - 1;
      indexByRequest.set(key, index);
      return toHtml(`<!--code:${index}-->`);
    },
    get size() {
      return results.length;
    },
    async fill(html) {
      const wanted = [...new Set([...html.matchAll(mark)].map(([, index]) => Number(index)))];
      const answers = thread.waitFor(wanted.map(async (index) => [index, await results[index]] as const));
      const filled = new Map(await answers);
      return html.replace(mark, (_, index) => filled.get(Number(index)) ?? "");
    },
    stop: () => thread.stop(),
  };
}

interface Question {
  readonly resolve: (html: Html) => void;
  readonly reject: (error: Error) => void;
}

/** The thread with the questions it has not answered. Whatever ends it, nobody waits for an answer that cannot come. */
class HighlightingThread {
  readonly #worker: Worker;
  readonly #open = new Map<number, Question>();
  #failure: Error | null = null;
  #waiting = 0;

  constructor(file: string) {
    this.#worker = new Worker(file);
    this.#worker.on("message", ({ index, html }: HighlightReply) => {
      this.#open.get(index)?.resolve(html);
      this.#open.delete(index);
    });
    this.#worker.on("error", (error) =>
      this.#fail(`failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    this.#worker.on("exit", (code) => this.#fail(`ended with code ${code}`));
    // After the listeners: they hold the process open again.
    this.#worker.unref();
  }

  ask(request: HighlightRequest): Promise<Html> {
    const answer = new Promise<Html>((resolve, reject) => {
      if (this.#failure === null) this.#open.set(request.index, { resolve, reject });
      else reject(this.#failure);
    });
    // Who shows the code hears of a failure when the page is filled; code that no page shows fails nothing.
    answer.catch(() => undefined);
    if (this.#failure === null) this.#worker.postMessage(request);
    return answer;
  }

  /** The thread keeps the process alive only while somebody waits for it. */
  async waitFor<T>(answers: readonly Promise<T>[]): Promise<readonly T[]> {
    if (++this.#waiting === 1) this.#worker.ref();
    try {
      return await Promise.all(answers);
    } finally {
      if (--this.#waiting === 0) this.#worker.unref();
    }
  }

  async stop(): Promise<void> {
    this.#fail("was stopped");
    await this.#worker.terminate();
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(`the thread that highlights code ${reason}`);
    for (const { reject } of this.#open.values()) reject(this.#failure);
    this.#open.clear();
  }
}
