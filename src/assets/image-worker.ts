import { parentPort, workerData } from "node:worker_threads";
import { setFlagsFromString } from "node:v8";

import type { ImageReply, ImageRequest } from "./draw-image.ts";
import { findOutsideImage } from "./find-outside-image.ts";
import { createImageRenderer, ImageError } from "./render-image.ts";

/*
 * Draws one picture on a thread of its own. V8 would compile the renderer a second time, optimised, while it draws:
 * for a single picture that costs 200 ms and 50 MB more than it saves. The setting is the whole process's, so it is
 * taken back for the highlighter of a server.
 */
setFlagsFromString("--liftoff-only");
const request: ImageRequest = workerData;
const reply = await attempt(request);
setFlagsFromString("--no-liftoff-only");
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
