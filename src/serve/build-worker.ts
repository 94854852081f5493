import { parentPort, workerData } from "node:worker_threads";

import type { BuilderOptions } from "./builder-answer.ts";
import { SiteBuilder } from "./site-builder.ts";

/* The building thread of `serve`: builds when it is told to, and answers how it went. */
const options: BuilderOptions = workerData;
const builder = new SiteBuilder(options);

parentPort?.on("message", () => void builder.build().then((answer) => parentPort?.postMessage(answer)));
