import { relative, resolve } from "node:path";

import type { Command } from "commander";
import pico from "picocolors";

import { hasErrors } from "#shared/diagnostics/diagnostic.ts";
import { formatDiagnostics } from "#shared/diagnostics/format-diagnostic.ts";
import { plural } from "#shared/english.ts";
import type { OutputFile } from "#write/output-file.ts";
import { type NewSite, notThere, writeNew } from "#write/write-new.ts";

import { type CommandEnd, exitAfter } from "../exit-codes.ts";
import { findingsOf, printLines, toTerminal } from "../terminal.ts";

export function addInitCommand(program: Command): void {
  program
    .command("init")
    .description("write a small site to start from, with its repository; it asks nothing and replaces nothing")
    .argument("[folder]", "where content/ and openapi/ will be", ".")
    .option("--openapi <file-or-url>", "an OpenAPI document of your own, instead of the sample")
    .option("--from <folder>", "a Docusaurus site: its Markdown, navigation and redirects")
    .option("--bare", "content/ and openapi/ alone: no package.json, .gitignore, README.md or workflow")
    .action(async (folder: string, flags: InitFlags) => exitAfter(initCommand(folder, flags)));
}

interface InitFlags {
  readonly openapi?: string;
  readonly from?: string;
  readonly bare?: boolean;
}

async function initCommand(folder: string, flags: InitFlags): Promise<CommandEnd> {
  const root = resolve(folder);
  const { value: site, diagnostics, texts } = await plan(flags);
  const { planRepository } = await import("../init/plan-repository.ts");
  const isAlone = site === null || flags.bare === true;
  const repository = isAlone ? [] : await notThere(await planRepository(root, site), root);
  const failures = site === null || hasErrors(diagnostics) ? [] : await findingsOf(writeNew(site, root, repository));
  const found = [...diagnostics, ...failures];
  const stderr = formatDiagnostics(found, { texts, ...toTerminal(true) });
  const failed = site === null || hasErrors(found);
  printLines({ stderr, stdout: failed ? [] : welcome([...site, ...repository], root) });
  return failed ? "failed" : "done";
}

async function plan({ from, openapi }: InitFlags): Promise<NewSite> {
  if (from === undefined) return (await import("../init/plan-new-site.ts")).planNewSite({ openapi });
  // Only this needs the parser of MDX.
  const { planFromDocusaurus } = await import("#migrate/plan-from-docusaurus.ts");
  return planFromDocusaurus(from, openapi);
}

const workflowPath = ".github/workflows/docs.yml";

/** Longer lists name only the folders. */
const maxNames = 12;

function welcome(files: readonly OutputFile[], root: string): readonly string[] {
  const target = relative(process.cwd(), root);
  const names = files.map(({ path }) => path).sort();
  const top = new Set(names.map((name) => name.replace(/\/.*/, "/")));
  return [
    `${pico.green("✓")} ${plural(files.length, "file")} → ${target === "" ? "." : target}`,
    ...(names.length > maxNames ? [...top] : names).map((name) => pico.dim(`  ${name}`)),
    "",
    "Next:",
    ...nextCommands(target, names.includes("package.json")),
    ...workflowNeeds(files),
  ];
}

function workflowNeeds(files: readonly OutputFile[]): readonly string[] {
  const manifest = String(files.find(({ path }) => path === "package.json")?.content ?? "");
  if (!manifest.includes('"docs-build": "file:') || !files.some(({ path }) => path === workflowPath)) return [];
  return [
    "",
    `${workflowPath} needs a docs-build that it can reach: package.json names a folder of this machine.`,
    "Put the address of a release there, or a git address (docs-build explain ci).",
  ];
}

function nextCommands(path: string, hasOurScripts: boolean): readonly string[] {
  const folder = /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
  const option = path === "" ? "" : ` --root ${folder}`;
  const [show, build] = hasOurScripts
    ? ["npm run dev", "npm run build"]
    : [`npx docs-build serve --watch${option}`, `npx docs-build${option}`];
  const width = Math.max(show.length, build.length) + 2;
  return [
    ...(hasOurScripts ? [`  ${path === "" ? "" : `cd ${folder} && `}npm install`] : []),
    `  ${show.padEnd(width)} ${pico.dim("shows the site; every edit follows")}`,
    `  ${build.padEnd(width)} ${pico.dim("builds it into dist/, for any static host")}`,
  ];
}
