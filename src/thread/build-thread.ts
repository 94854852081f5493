import { parentPort } from "node:worker_threads";

import type { BuildResult } from "#build-options.ts";
import { build } from "#build.ts";
import { BuildError, type Diagnostic } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";

import type { BuildMessage, BuiltSite, ThreadOptions } from "./build-message.ts";

/** Builds once and tells how it went. What nobody expected is an error of the thread. */
export async function buildAndTell(options: ThreadOptions): Promise<void> {
  const transferred: ArrayBuffer[] = [];
  const message = await attempt(options, transferred);
  parentPort?.postMessage(message, transferred);
}

async function attempt(options: ThreadOptions, transferred: ArrayBuffer[]): Promise<BuildMessage> {
  try {
    const result = await build({
      ...options,
      onStage: (stage) => tell({ kind: "stage", stage }),
      onFile: (file) => tell({ kind: "file", file }),
    });
    return { kind: "built", site: toSite(result, transferred) };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { diagnostics, texts } = error;
    return { kind: "refused", diagnostics, texts: textsFor(diagnostics, texts) };
  }
}

function tell(message: BuildMessage): void {
  parentPort?.postMessage(message);
}

function toSite(result: BuildResult, transferred: ArrayBuffer[]): BuiltSite {
  const { documents, pageCount, hosting, diagnostics } = result;
  const files = result.files.map((file) => toBytes(file, transferred));
  return { documents, pageCount, hosting, diagnostics, files, texts: textsFor(diagnostics, result.texts) };
}

/** Texts travel as bytes, which are handed over instead of copied; they are written as bytes in any case. */
function toBytes({ path, content }: OutputFile, transferred: ArrayBuffer[]): OutputFile {
  if (typeof content !== "string") return { path, content };
  const bytes = new TextEncoder().encode(content);
  transferred.push(bytes.buffer);
  return { path, content: bytes };
}

function textsFor(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const files = new Set(diagnostics.map(({ position }) => position?.file));
  return new Map([...texts].filter(([file]) => files.has(file)));
}
