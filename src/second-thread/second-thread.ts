import { join } from "node:path";
import { Worker } from "node:worker_threads";

import type { CodeToHighlight } from "#content/create-highlighter.ts";
import type { ParserQuestion } from "#contract/check/validate-document.ts";
import { packageRoot } from "#package.ts";
import type { Html } from "#shared/html.ts";

import type { Answer, Task, Tasks } from "./tasks.ts";

const packagedWorker = join(packageRoot, "lib/second-worker.js");

interface Question {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The thread with the questions it has not answered. Whatever ends it, nobody waits for an answer that cannot come. */
export class SecondThread implements Tasks {
  readonly #worker: Worker;
  readonly #open = new Map<number, Question>();
  #asked = 0;
  #failure: Error | null = null;
  #waiting = 0;

  constructor(file = packagedWorker) {
    this.#worker = new Worker(file);
    this.#worker.on("message", ({ index, value }: Answer) => {
      this.#open.get(index)?.resolve(value);
      this.#open.delete(index);
    });
    this.#worker.on("error", (error) =>
      this.#fail(`failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    this.#worker.on("exit", (code) => this.#fail(`ended with code ${code}`));
    // After the listeners: they hold the process open again.
    this.#worker.unref();
  }

  readonly highlight = async (input: CodeToHighlight): Promise<Html> =>
    this.#ask({ index: this.#asked++, name: "highlight", input });

  readonly askParser = async (input: ParserQuestion): Promise<readonly string[]> =>
    this.waitFor(this.#ask<readonly string[]>({ index: this.#asked++, name: "askParser", input }));

  /** The thread keeps the process alive only while somebody waits for it. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    if (++this.#waiting === 1) this.#worker.ref();
    try {
      return await answer;
    } finally {
      if (--this.#waiting === 0) this.#worker.unref();
    }
  }

  async stop(): Promise<void> {
    this.#fail("was stopped");
    await this.#worker.terminate();
  }

  async #ask<T>(task: Task): Promise<T> {
    if (this.#failure !== null) throw this.#failure;
    this.#worker.postMessage(task);
    return new Promise<T>((resolve, reject) => void this.#open.set(task.index, { resolve, reject }));
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(`the second thread ${reason}`);
    for (const question of this.#open.values()) question.reject(this.#failure);
    this.#open.clear();
  }
}
