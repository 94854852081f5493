import { resolve } from "node:path";

import type { Command } from "commander";

import { BuildError, type Diagnostic, hasErrors } from "#shared/diagnostic.ts";
import { type Target, writeSite } from "#write/write-site.ts";

import { type BuiltSite, buildOrRefuse } from "./built-site.ts";
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
  const site = await buildOrRefuse({ root, flags: { baseUrl, siteUrl }, strict, cache, onStage: progress.enter });
  const diagnostics = [...site.diagnostics];
  if (mode === "write" && !hasErrors(diagnostics)) {
    progress.enter("write");
    diagnostics.push(...(await write(site, { root, out })));
  }
  progress.end();
  const failed = hasErrors(diagnostics);
  const summary = toSummary(site, diagnostics, mode === "write" && !failed ? out : null);
  const { stdout, stderr } = reportBuild(
    { diagnostics, texts: site.texts, summary },
    flags.report,
    toTerminal(flags.all),
  );
  printLines({ stderr, stdout: quiet && flags.report !== "json" ? [] : stdout });
  return failed ? "failed" : "done";
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
