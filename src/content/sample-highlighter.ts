import { join } from "node:path";

import { packageRoot } from "#package.ts";
import type { CodeSample } from "#shared/contract/operation.ts";
import type { Html } from "#shared/html.ts";
import type { Memory } from "#shared/memory.ts";

import { loadHighlight } from "./document-parser.ts";

/**
 * So many samples take longer than starting a thread for them. Measured with the contract of `tests/bench` in five
 * languages on two cores: the build takes 1.04 times as long with a thread at 500 samples, 0.96 at 1,500, 0.88 at 2,500,
 * and up to a tenth more of the processor.
 */
const manySamples = 2_000;

/** V8's usual young generation is no faster here, and takes 40 MB more. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

type HighlightSamples = (samples: readonly CodeSample[]) => readonly Html[] | Promise<readonly Html[]>;

interface WaitingSamples {
  readonly samples: readonly CodeSample[];
  readonly resolve: (html: Promise<readonly Html[]>) => void;
}

/** Highlights the samples of a site's pages: a few on this thread, many on another, while this one does what is next. */
export class SampleHighlighter {
  readonly #memory: Memory;
  #waiting: WaitingSamples[] = [];

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Samples that are asked for in one go are counted together, and highlighted in this order. */
  async highlight(samples: readonly CodeSample[]): Promise<readonly Html[]> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) queueMicrotask(() => this.#begin());
      this.#waiting.push({ samples, resolve });
    });
  }

  #begin(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const count = waiting.reduce((sum, { samples }) => sum + samples.length, 0);
    const loading = count < manySamples ? this.#loadHere() : loadThread();
    for (const { samples, resolve } of waiting) resolve(loading.then(async (highlight) => highlight(samples)));
  }

  async #loadHere(): Promise<HighlightSamples> {
    const highlight = await loadHighlight(this.#memory);
    return (samples) => samples.map(({ code, language }) => highlight(code, language));
  }
}

/** The thread ends when it has nothing left to do. */
async function loadThread(): Promise<HighlightSamples> {
  const { Tinypool } = await import("tinypool");
  const filename = join(packageRoot, "lib/highlight-worker.js");
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, resourceLimits });
  return async (samples) => pool.run(samples, { name: "highlight" });
}
