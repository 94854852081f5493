import { relative, resolve } from "node:path";

import type { Command } from "commander";
import pico from "picocolors";

import { hasErrors } from "#shared/diagnostic.ts";
import { formatDiagnostics, plural } from "#shared/format-diagnostic.ts";
import type { OutputFile } from "#write/output-file.ts";
import { type NewSite, writeNew } from "#write/write-new.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { findingsOf, printLines, toTerminal } from "../terminal.ts";

/** `docs-build init [folder]`. */
export function addInitCommand(program: Command): void {
  program
    .command("init")
    .description("write a small site to start from; it asks nothing and replaces nothing")
    .argument("[folder]", "where content/ and openapi/ will be", ".")
    .option("--openapi <file-or-url>", "an OpenAPI document of your own, instead of the sample")
    .option("--from <folder>", "a Docusaurus site: its Markdown, navigation and redirects")
    .exitOverride()
    .action(async (folder: string, flags: InitFlags) => exitAfter(initCommand(folder, flags)));
}

interface InitFlags {
  readonly openapi?: string;
  readonly from?: string;
}

/** Writes a new site into a folder that has none, and tells what to do next. */
async function initCommand(folder: string, flags: InitFlags): Promise<CommandEnd> {
  const root = resolve(folder);
  const { value: files, diagnostics, texts } = await plan(flags);
  const failures = files === null || hasErrors(diagnostics) ? [] : await findingsOf(writeNew(files, root));
  const found = [...diagnostics, ...failures];
  const stderr = formatDiagnostics(found, { texts, ...toTerminal(true) });
  const failed = files === null || hasErrors(found);
  printLines({ stderr, stdout: failed ? [] : welcome(files, root) });
  return failed ? "failed" : "done";
}

async function plan({ from, openapi }: InitFlags): Promise<NewSite> {
  if (from === undefined) return (await import("../init/plan-new-site.ts")).planNewSite({ openapi });
  // The parser of MDX is for this alone.
  const { planFromDocusaurus } = await import("#migrate/plan-from-docusaurus.ts");
  return planFromDocusaurus(from, openapi);
}

/** Of more files than this only the folders are named. */
const maxNames = 12;

function welcome(files: readonly OutputFile[], root: string): readonly string[] {
  const place = relative(process.cwd(), root);
  const option = place === "" ? "" : ` --root ${/^[\w./-]+$/.test(place) ? place : JSON.stringify(place)}`;
  const names = files.map(({ path }) => path).sort();
  const folders = [...new Set(names.map((name) => `${name.split("/")[0] ?? ""}/`))];
  return [
    `${pico.green("✓")} ${plural(files.length, "file")} → ${place === "" ? "." : place}`,
    ...(names.length > maxNames ? folders : names).map((name) => pico.dim(`  ${name}`)),
    "",
    "Next:",
    `  npx docs-build serve --watch${option}   ${pico.dim("shows the site; every edit follows")}`,
    `  npx docs-build${option}                 ${pico.dim("builds it into dist/, for any static host")}`,
  ];
}
