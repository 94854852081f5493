import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

import type { ThreadOptions } from "./build-message.ts";
import { codeCache, readScript, runScript } from "./thread-script.ts";

/* The building thread of the commands. It gets ready at once, and builds when it is told what. */
const { buildAndTell } = runScript(readScript(readCache()));

parentPort?.once("message", (options: ThreadOptions) => void buildAndTell(options));

function readCache(): Buffer | undefined {
  try {
    return readFileSync(codeCache);
  } catch {
    return undefined;
  }
}
