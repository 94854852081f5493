import { resolve } from "node:path";

import type { Command } from "commander";

import { hasErrors } from "#shared/diagnostic.ts";
import type { OutputFile } from "#shared/files.ts";
import { compareFolder } from "#write/compare-folder.ts";

import { type BuildFlags } from "./build-command.ts";
import { buildOrRefuse } from "./built-site.ts";
import { exitAfter, type CommandEnd } from "./exit-codes.ts";
import { addSiteOptions } from "./options.ts";
import { reportBuild, toSummary } from "./report-build.ts";
import { createProgress, printLines, toTerminal } from "./terminal.ts";

/** `docs-build verify [folder]`. */
export function addVerifyCommand(program: Command): void {
  addSiteOptions(program.command("verify"))
    .description("build in memory and tell every file of a published folder that is not what the sources give")
    .argument("[folder]", "folder of a finished site", "dist")
    .action(async (folder: string, flags: VerifyFlags) => exitAfter(verifyCommand(folder, flags)));
}

/** The options of `docs-build verify`, as the command line gives them. */
type VerifyFlags = Omit<BuildFlags, "out">;

/** Builds a site in memory and tells every file of a published folder that is not what its sources give. */
export async function verifyCommand(folder: string, flags: VerifyFlags): Promise<CommandEnd> {
  const { baseUrl, siteUrl, strict = false, cache, quiet = false, debug = false } = flags;
  const progress = createProgress({ quiet, debug });
  const options = { root: resolve(flags.root), flags: { baseUrl, siteUrl }, strict, cache, onStage: progress.enter };
  const files: OutputFile[] = [];
  const site = await buildOrRefuse({ ...options, emit: (file) => void files.push(file) });
  const compared = hasErrors(site.diagnostics) ? [] : await compareFolder(files.sort(byPath), resolve(folder));
  progress.end();
  const diagnostics = [...site.diagnostics, ...compared];
  const summary = { ...toSummary(site, diagnostics, null), verified: folder };
  printLines(reportBuild({ diagnostics, texts: site.texts, summary }, flags.report, toTerminal(flags.all)));
  return hasErrors(diagnostics) ? "failed" : "done";
}

function byPath(a: OutputFile, b: OutputFile): number {
  return a.path < b.path ? -1 : 1;
}
