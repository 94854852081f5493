import { resolve } from "node:path";

import type { Command } from "commander";

import { hasErrors } from "#shared/diagnostics/diagnostic.ts";
import { SiteWriter } from "#write/write-site.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { addBuildOptions, type BuildFlags } from "../options.ts";
import { buildOrRefuse } from "../read-site.ts";
import { printReport } from "../report-build.ts";
import { createProgress, findingsOf, printLine } from "../terminal.ts";

export function addBuildCommand(program: Command): void {
  addBuildOptions(program).action(async (_word: string | undefined, flags: BuildFlags) =>
    exitAfter(buildCommand(flags, "write")),
  );
  addBuildOptions(program.command("build", { hidden: true })).action(async (flags: BuildFlags) =>
    exitAfter(buildCommand(flags, "write")),
  );
}

/** Builds a site and reports its findings; mode `write` replaces the output folder if there's no error. */
export async function buildCommand(flags: BuildFlags, mode: "write" | "check"): Promise<CommandEnd> {
  const root = resolve(flags.root);
  const out = resolve(root, flags.out);
  const progress = createProgress(flags);
  const writer = mode === "write" ? new SiteWriter({ root, out }) : null;
  const onFile = writer && { emit: writer.add, reuse: writer.reuse, onRestart: writer.discard };
  const events = { onStage: progress.enter, ...onFile };
  const site = await buildOrRefuse(flags, events).catch(async (error: unknown) => {
    await writer?.discard();
    throw error;
  });
  const hasFailed = hasErrors(site.diagnostics);
  if (!hasFailed && writer !== null) progress.enter("write");
  // Without errors the new site replaces the output folder.
  const writing = hasFailed ? writer?.discard() : writer?.finish();
  const failures = await findingsOf(writing ?? Promise.resolve());
  const diagnostics = [...site.diagnostics, ...failures];
  progress.end();
  const failed = hasErrors(diagnostics);
  if (!failed && flags.quiet !== true && (await writing) === false)
    printLine(`${flags.out} is a mount point: it was written in place, file by file, and not in one step`);
  printReport({ root, site, diagnostics, out: writer !== null && !failed ? out : null }, flags);
  return failed ? "failed" : "done";
}
