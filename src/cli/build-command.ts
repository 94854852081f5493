import { resolve } from "node:path";

import type { Command } from "commander";

import { BuildError, type Diagnostic, hasErrors } from "#shared/diagnostic.ts";
import { SiteWriter } from "#write/write-site.ts";

import { buildOrRefuse, dropFile } from "./built-site.ts";
import { exitAfter, type CommandEnd } from "./exit-codes.ts";
import { addBuildOptions } from "./options.ts";
import { reportBuild, type ReportFormat, toSummary } from "./report-build.ts";
import { createProgress, printLines, toTerminal } from "./terminal.ts";

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
  readonly all?: boolean;
  readonly cache?: string | false;
  readonly report: ReportFormat;
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

/** Builds a site, tells what was found and, in mode `write`, replaces the output folder when there is no error. */
export async function buildCommand(flags: BuildFlags, mode: "write" | "check"): Promise<CommandEnd> {
  const { baseUrl, siteUrl, strict = false, cache, quiet = false, debug = false } = flags;
  const root = resolve(flags.root);
  const out = resolve(root, flags.out);
  const progress = createProgress({ quiet, debug });
  const options = { root, flags: { baseUrl, siteUrl }, strict, cache, onStage: progress.enter };
  const writer = mode === "write" ? new SiteWriter({ root, out }) : null;
  const site = await buildOrRefuse({ ...options, emit: writer?.add ?? dropFile }).catch(async (error: unknown) => {
    await writer?.discard();
    throw error;
  });
  const hasFailed = hasErrors(site.diagnostics);
  if (!hasFailed && mode === "write") progress.enter("write");
  const diagnostics = [...site.diagnostics, ...(writer === null ? [] : await settle(writer, hasFailed))];
  progress.end();
  const failed = hasErrors(diagnostics);
  const summary = toSummary(site, diagnostics, mode === "write" && !failed ? out : null);
  const { stdout, stderr } = reportBuild(
    { diagnostics, texts: site.texts, summary },
    flags.report,
    toTerminal(flags.all),
  );
  printLines({ stderr, stdout: quiet && flags.report !== "json" ? stdout.slice(0, -1) : stdout });
  return failed ? "failed" : "done";
}

/** Puts the new site in its place, unless it has errors. */
async function settle(writer: SiteWriter, hasFailed: boolean): Promise<readonly Diagnostic[]> {
  try {
    await (hasFailed ? writer.discard() : writer.finish());
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostics;
    throw error;
  }
}
