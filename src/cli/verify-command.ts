import { resolve } from "node:path";

import pico from "picocolors";

import { untilInterrupted } from "#commands/interruption.ts";
import { hasErrors } from "#shared/diagnostic.ts";
import { buildOnThread } from "#thread/build-on-thread.ts";
import { compareFolder } from "#write/compare-folder.ts";

import type { BuildFlags, CommandEnd } from "./build-command.ts";
import { reportBuild, toSummary } from "./report-build.ts";
import { createProgress, printLines } from "./terminal.ts";

/** The options of `docs-build verify`, as the command line gives them. */
export type VerifyFlags = Omit<BuildFlags, "out">;

/** Builds a site in memory and tells every file of a published folder that is not what its sources give. */
export async function verifyCommand(folder: string, flags: VerifyFlags): Promise<CommandEnd> {
  return untilInterrupted(async (stop) => {
    const { baseUrl, siteUrl, strict = false, quiet = false, debug = false } = flags;
    const progress = createProgress({ quiet, debug });
    const options = { root: resolve(flags.root), flags: { baseUrl, siteUrl }, strict };
    const site = await buildOnThread(options, { onStage: progress.enter, stop });
    const compared = hasErrors(site.diagnostics) ? [] : await compareFolder(site.files, resolve(folder));
    progress.end();
    const diagnostics = [...site.diagnostics, ...compared];
    const summary = { ...toSummary(site, diagnostics, null), verified: folder };
    printLines(reportBuild({ diagnostics, texts: site.texts, summary }, flags.report, pico));
    return hasErrors(diagnostics) ? "failed" : "done";
  });
}
