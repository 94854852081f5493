import { basename, join, relative, resolve } from "node:path";

import pico from "picocolors";

import { build, type BuildResult, type Stage } from "../build.ts";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";
import { createProgress } from "../report/progress.ts";
import { reportBuild, type ReportFormat, type Summary } from "../report/report-build.ts";
import { writeSite } from "../write/write-site.ts";

/** The options of `docs-build` and `docs-build check`, as the command line gives them. */
export interface BuildFlags {
  readonly root: string;
  readonly out: string;
  readonly baseUrl?: string;
  readonly siteUrl?: string;
  readonly strict?: boolean;
  readonly report: ReportFormat;
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

/**
 * Builds a site, tells what was found and, in mode `write`, replaces the output folder when there is no error.
 * Returns whether the site is free of errors.
 */
export async function buildCommand(flags: BuildFlags, mode: "write" | "check"): Promise<boolean> {
  const root = resolve(flags.root);
  const out = resolve(root, flags.out);
  const progress = createProgress({ quiet: flags.quiet === true, debug: flags.debug === true });
  const result = await attempt(flags, root, progress.enter);
  const diagnostics = [...result.diagnostics];
  if (mode === "write" && !hasErrors(diagnostics)) {
    progress.enter("write");
    diagnostics.push(...(await write(result, { root, out })));
  }
  progress.end();
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const written = mode === "write" && errors === 0;
  const summary = {
    pages: result.pageCount,
    errors,
    warnings: diagnostics.length - errors,
    bytes: result.files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    milliseconds: Math.round(performance.now()),
    out: written ? shortPath(out) : null,
    samples: samplesOf(result),
  };
  const lines = reportBuild({ diagnostics, texts: result.texts, summary }, flags.report, pico);
  for (const line of lines.stderr) process.stderr.write(`${line}\n`);
  if (flags.quiet !== true || flags.report === "json")
    for (const line of lines.stdout) process.stdout.write(`${line}\n`);
  return errors === 0;
}

const nothing: BuildResult = {
  files: [],
  diagnostics: [],
  pageCount: 0,
  documents: [],
  contract: null,
  hosting: null,
  texts: new Map(),
};

async function attempt(flags: BuildFlags, root: string, onStage: (stage: Stage) => void): Promise<BuildResult> {
  const { baseUrl, siteUrl, strict = false } = flags;
  try {
    return await build({ root, flags: { baseUrl, siteUrl }, strict, onStage });
  } catch (error) {
    if (error instanceof BuildError) return { ...nothing, diagnostics: error.diagnostics, texts: error.texts };
    throw error;
  }
}

async function write({ files }: BuildResult, target: { root: string; out: string }): Promise<readonly Diagnostic[]> {
  try {
    await writeSite(files, target);
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostics;
    throw error;
  }
}

/** Blocks that say what they are; a block included in two pages counts twice, as it is published. */
function samplesOf({ documents }: BuildResult): Summary["samples"] {
  const uses = documents.flatMap((document) => document.uses);
  const checked = uses.filter(({ kind }) => kind === "request" || kind === "response" || kind === "body").length;
  return { checked, unchecked: documents.flatMap(({ unchecked }) => unchecked) };
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? basename(path) : short.startsWith("..") ? path : join(short);
}
