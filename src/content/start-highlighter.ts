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
  /** Replaces the marks in finished HTML by the highlighted code. */
  readonly fill: (html: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/* Authors' comments never reach the output, so nobody can write a mark. */
const mark = /<!--code:(\d+)-->/g;

/** Starts the highlighting thread. The same code is highlighted once, however often it is shown. */
export function startHighlighter(): Highlighter {
  const worker = new Worker(join(packageRoot, "lib/highlight-worker.js"));
  const indexByRequest = new Map<string, number>();
  const results: PromiseWithResolvers[] = [];
  let waiting = 0;
  worker.on("message", ({ index, html }: HighlightReply) => results[index]?.resolve(html));
  worker.on("error", (error) => results.forEach(({ reject }) => reject(error)));
  // After the listeners: they hold the process open again.
  worker.unref();
  return {
    highlight(code, language, marked = new Set()) {
      const request = { code, language, marked: [...marked] };
      const key = JSON.stringify(request);
      const known = indexByRequest.get(key);
      if (known !== undefined) return toMark(known);
      const index = results.push(pending()) - 1;
      indexByRequest.set(key, index);
      worker.postMessage({ index, ...request } satisfies HighlightRequest);
      return toMark(index);
    },
    async fill(html) {
      // The thread keeps the process alive only while somebody waits for it.
      if (++waiting === 1) worker.ref();
      const wanted = [...new Set([...html.matchAll(mark)].map(([, index]) => Number(index)))];
      const filled = new Map(await Promise.all(wanted.map(async (index) => [index, await results[index]?.promise] as const)));
      if (--waiting === 0) worker.unref();
      return html.replace(mark, (_, index) => filled.get(Number(index)) ?? "");
    },
    async stop() {
      await worker.terminate();
    },
  };
}

function toMark(index: number): Html {
  return toHtml(`<!--code:${index}-->`);
}

interface PromiseWithResolvers {
  readonly promise: Promise<Html>;
  readonly resolve: (html: Html) => void;
  readonly reject: (error: unknown) => void;
}

/** `Promise.withResolvers` of later Node versions. */
function pending(): PromiseWithResolvers {
  let resolve: (html: Html) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Html>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
