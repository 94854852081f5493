import { parentPort, workerData } from "node:worker_threads";

import { build, type BuildResult } from "../build.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";
import type { OutputFile } from "../model/output-file.ts";
import type { BuildMessage, BuiltSite, ThreadOptions } from "./build-message.ts";

/* The building thread of the commands: builds once and tells how it went. What nobody expected is an error of the thread. */
const options: ThreadOptions = workerData;
const transferred: ArrayBuffer[] = [];
parentPort?.postMessage(await attempt(), transferred);

async function attempt(): Promise<BuildMessage> {
  try {
    const result = await build({
      ...options,
      onStage: (stage) => tell({ kind: "stage", stage }),
      onFile: (file) => tell({ kind: "file", file }),
    });
    return { kind: "built", site: toSite(result) };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { diagnostics, texts } = error;
    return { kind: "refused", diagnostics, texts: textsFor(diagnostics, texts) };
  }
}

function tell(message: BuildMessage): void {
  parentPort?.postMessage(message);
}

function toSite({ files, documents, pageCount, hosting, diagnostics, texts }: BuildResult): BuiltSite {
  const rest = { documents, pageCount, hosting, diagnostics };
  return { ...rest, files: files.map(toBytes), texts: textsFor(diagnostics, texts) };
}

/** Texts travel as bytes, which are handed over instead of copied; they are written as bytes in any case. */
function toBytes({ path, content }: OutputFile): OutputFile {
  if (typeof content !== "string") return { path, content };
  const bytes = new TextEncoder().encode(content);
  transferred.push(bytes.buffer);
  return { path, content: bytes };
}

function textsFor(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const files = new Set(diagnostics.map(({ position }) => position?.file));
  return new Map([...texts].filter(([file]) => files.has(file)));
}
