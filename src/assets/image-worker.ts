import "#tune-v8.ts";

import { parentPort, workerData } from "node:worker_threads";

import type { ImageReply, ImageRequest } from "./draw-image.ts";
import { findOutsideImage } from "./find-outside-image.ts";
import { createImageRenderer, ImageError } from "./render-image.ts";

/* Draws one picture on a thread of its own. */
const request: ImageRequest = workerData;
const reply = await attempt(request);
parentPort?.postMessage(reply, "png" in reply ? [reply.png.buffer] : []);

async function attempt({ svg, size }: ImageRequest): Promise<ImageReply> {
  const render = await createImageRenderer();
  try {
    const png = render(svg, size);
    const outside = findOutsideImage(svg);
    return outside === null ? { png } : { fault: `holds the image \`${outside}\`, which is not drawn` };
  } catch (error) {
    if (error instanceof ImageError) return { fault: error.message };
    if (error instanceof Error && error.name === "RuntimeError")
      return { fault: "cannot be drawn: the renderer gave up" };
    throw error;
  }
}
