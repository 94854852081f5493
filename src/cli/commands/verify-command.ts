import { join, resolve } from "node:path";

import type { Command } from "commander";

import { hasErrors } from "#shared/diagnostics/diagnostic.ts";
import type { OutputFile } from "#write/output-file.ts";
import { compareFolder } from "#write/output-folder.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { addSiteOptions, type BuildFlags } from "../options.ts";
import { buildOrRefuse } from "../read-site.ts";
import { reportBuild } from "../report-build.ts";
import { createProgress, printLines, toTerminal } from "../terminal.ts";

export function addVerifyCommand(program: Command): void {
  addSiteOptions(program.command("verify"))
    .description("build in memory and list every file of a published folder that differs from what the sources give")
    .argument("[folder]", "folder of a finished site (dist in the root)")
    .action(async (folder: string | undefined, flags: VerifyFlags) => exitAfter(verifyCommand(folder, flags)));
}

type VerifyFlags = Omit<BuildFlags, "out">;

async function verifyCommand(named: string | undefined, flags: VerifyFlags): Promise<CommandEnd> {
  const folder = named ?? join(flags.root, "dist");
  const progress = createProgress(flags);
  const files: OutputFile[] = [];
  const site = await buildOrRefuse(flags, {
    onStage: progress.enter,
    emit: (file) => void files.push(file),
    onRestart: () => void files.splice(0),
  });
  const hasFailed = hasErrors(site.diagnostics);
  const inOrder = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const compared = hasFailed ? [] : await compareFolder(inOrder, resolve(folder));
  progress.end();
  const diagnostics = [...site.diagnostics, ...compared];
  const report = { root: resolve(flags.root), site, diagnostics, out: null, verified: hasFailed ? null : folder };
  printLines(reportBuild(report, flags.report, toTerminal(flags.all)));
  return hasErrors(diagnostics) ? "failed" : "done";
}
