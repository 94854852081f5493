import { resolve } from "node:path";

import pico from "picocolors";

import { type SignalName, untilInterrupted } from "#commands/interruption.ts";
import { BuildError, type Diagnostic, hasErrors } from "#shared/diagnostic.ts";
import type { BuiltSite } from "#thread/build-message.ts";
import { buildOnThread } from "#thread/build-on-thread.ts";
import { type Target, writeSite } from "#write/write-site.ts";

import { reportBuild, type ReportFormat, toSummary } from "./report-build.ts";
import { createProgress, printLines } from "./terminal.ts";

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

/** How a command ended: the site is free of errors, it is not, or a signal came first. */
export type CommandEnd = "done" | "failed" | SignalName;

/** Builds a site, tells what was found and, in mode `write`, replaces the output folder when there is no error. */
export async function buildCommand(flags: BuildFlags, mode: "write" | "check"): Promise<CommandEnd> {
  return untilInterrupted(async (stop) => {
    const { baseUrl, siteUrl, strict = false, quiet = false, debug = false } = flags;
    const root = resolve(flags.root);
    const out = resolve(root, flags.out);
    const progress = createProgress({ quiet, debug });
    const site = await buildOnThread({ root, flags: { baseUrl, siteUrl }, strict }, { onStage: progress.enter, stop });
    const diagnostics = [...site.diagnostics];
    if (mode === "write" && !hasErrors(diagnostics)) {
      progress.enter("write");
      diagnostics.push(...(await write(site, { root, out }, stop)));
    }
    progress.end();
    const failed = hasErrors(diagnostics);
    const summary = toSummary(site, diagnostics, mode === "write" && !failed ? out : null);
    const { stdout, stderr } = reportBuild({ diagnostics, texts: site.texts, summary }, flags.report, pico);
    printLines({ stderr, stdout: quiet && flags.report !== "json" ? [] : stdout });
    return failed ? "failed" : "done";
  });
}

async function write({ files }: BuiltSite, target: Target, stop: AbortSignal): Promise<readonly Diagnostic[]> {
  try {
    await writeSite(files, target, stop);
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostics;
    throw error;
  }
}
