import { resolve } from "node:path";

import type { Command } from "commander";
import pico from "picocolors";

import { build, type BuildOptions, type BuildResult } from "#build.ts";
import { BuildError, type Diagnostic, hasErrors } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";
import { type Target, writeSite } from "#write/write-site.ts";

import { exitAfter, type CommandEnd } from "./exit-codes.ts";
import { addBuildOptions } from "./options.ts";
import { reportBuild, type ReportFormat, toSummary } from "./report-build.ts";
import { createProgress, printLines } from "./terminal.ts";

/** `docs-build`, alone or followed by `build`. */
export function addBuildCommand(program: Command): void {
  addBuildOptions(program).action(async (_word: string | undefined, flags: BuildFlags) =>
    exitAfter(buildCommand(flags, "write")),
  );
  addBuildOptions(program.command("build", { hidden: true })).action(async (flags: BuildFlags) =>
    exitAfter(buildCommand(flags, "write")),
  );
}

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

/** Builds a site, tells what was found and, in mode `write`, replaces the output folder when there is no error. */
export async function buildCommand(flags: BuildFlags, mode: "write" | "check"): Promise<CommandEnd> {
  const { baseUrl, siteUrl, strict = false, quiet = false, debug = false } = flags;
  const root = resolve(flags.root);
  const out = resolve(root, flags.out);
  const progress = createProgress({ quiet, debug });
  const site = await buildOrRefuse({ root, flags: { baseUrl, siteUrl }, strict, onStage: progress.enter });
  const diagnostics = [...site.diagnostics];
  if (mode === "write" && !hasErrors(diagnostics)) {
    progress.enter("write");
    diagnostics.push(...(await write(site, { root, out })));
  }
  progress.end();
  const failed = hasErrors(diagnostics);
  const summary = toSummary(site, diagnostics, mode === "write" && !failed ? out : null);
  const { stdout, stderr } = reportBuild({ diagnostics, texts: site.texts, summary }, flags.report, pico);
  printLines({ stderr, stdout: quiet && flags.report !== "json" ? [] : stdout });
  return failed ? "failed" : "done";
}

/** A site in memory. */
export interface BuiltSite extends BuildResult {
  readonly files: readonly OutputFile[];
}

/** The site of a folder. One that cannot be built is a site without files, and the findings. */
export async function buildOrRefuse(options: Omit<BuildOptions, "emit">): Promise<BuiltSite> {
  const files: OutputFile[] = [];
  try {
    return { ...(await build({ ...options, emit: (file) => files.push(file) })), files };
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const { diagnostics, texts } = error;
    return { files: [], diagnostics, pageCount: 0, documents: [], contract: null, hosting: null, texts };
  }
}

async function write({ files }: BuiltSite, target: Target): Promise<readonly Diagnostic[]> {
  try {
    await writeSite(files, target);
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostics;
    throw error;
  }
}
