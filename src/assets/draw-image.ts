import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import { packageRoot } from "#package.ts";

import type { ImageSize } from "./render-image.ts";

/** A picture to be drawn. */
export interface ImageRequest {
  readonly svg: string;
  readonly size: ImageSize;
}

/** A picture, or why there is none; `fault` ends the sentence "the picture …". */
export type ImageReply = { readonly png: Uint8Array<ArrayBuffer> } | { readonly fault: string };

/** Draws an SVG as a PNG on a thread of its own, which is ended when it takes too long: filters can take hours. */
export async function drawImage(request: ImageRequest, seconds = 10): Promise<ImageReply> {
  const worker = new Worker(join(packageRoot, "lib/image-worker.js"), { workerData: request });
  const settled = new AbortController();
  try {
    return await Promise.race([
      new Promise<ImageReply>((resolve, reject) => {
        worker.on("message", resolve);
        worker.on("error", reject);
        worker.on("exit", (code) => reject(new Error(`the thread that draws pictures ended with code ${code}`)));
      }),
      setTimeout(seconds * 1000, { fault: `takes longer than ${seconds} seconds to draw` }, { signal: settled.signal }),
    ]);
  } finally {
    settled.abort();
    void worker.terminate();
  }
}
