import { constants } from "node:os";

import { Command, CommanderError, Option } from "commander";

import { version } from "#package.ts";
import { nearest } from "#shared/nearest.ts";

import { buildCommand, type BuildFlags, type CommandEnd } from "./build-command.ts";
import type { LiveCheckFlags } from "./check-command.ts";
import type { HeadersFlags } from "./headers-command.ts";
import {
  addBuildOptions,
  addLiveOptions,
  addSandboxOptions,
  addServeOptions,
  addSiteOptions,
  reportOption,
  toPath,
  toUrl,
} from "./options.ts";
import type { PullFlags } from "./pull-command.ts";
import type { SandboxFlags } from "./sandbox-command.ts";
import type { ServeEnd, ServeFlags } from "./serve-command.ts";
import type { VerifyFlags } from "./verify-command.ts";

/** Exit codes of the command (sysexits where one fits): done, errors in the site, wrong usage, our bug. */
const exitCode = { done: 0, siteErrors: 1, wrongUsage: 2, bug: 70 } as const;

const examples = `
Examples:
  $ docs-build                                   build the site of this folder into dist/
  $ docs-build --base-url /docs/ --out public    for a host that serves the site below /docs/
  $ docs-build --strict --report github          in CI: warnings fail, findings become annotations
  $ docs-build check                             find every fault, write nothing
  $ docs-build verify dist                       is the published folder what these sources give?
  $ docs-build headers --format nginx            headers, caching and redirects for a web server
  $ docs-build serve --watch                     write: pages in the browser follow every edit
  $ docs-build check --live                      compare the contract with what the provider serves
  $ docs-build pull --dry-run                    show what fetching the provider's document would change
  $ docs-build explain link/broken               what a finding means, and what to do about it
`;

await run(process.argv);

/** Parses the arguments, runs the command and sets the exit code. Nothing else in the package does either. */
async function run(argv: readonly string[]): Promise<void> {
  try {
    const program = createProgram();
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.wrongUsage;
      return;
    }
    process.exitCode = exitCode.bug;
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`This is a bug in docs-build ${version}; please report it with these lines:\n${stack}\n`);
  }
}

function createProgram(): Command {
  const program = new Command("docs-build")
    .description("Builds a documentation site from content/ (Markdown) and openapi/ (the contract).")
    .version(version)
    .usage("[command] [options]")
    .argument("[command]", "build (the default) or one of the commands below")
    .addHelpText("after", examples)
    .enablePositionalOptions()
    .exitOverride();
  addBuildOptions(program).action(async (command: string | undefined, flags: BuildFlags) => {
    if (command !== undefined) rejectCommand(program, command);
    await runBuild(flags, "write");
  });
  addBuildOptions(program.command("build", { hidden: true })).action(async (flags: BuildFlags) =>
    runBuild(flags, "write"),
  );
  addCommands(program);
  return program;
}

function addCommands(program: Command): void {
  addLiveOptions(addBuildOptions(program.command("check")))
    .description("build in memory and report, write nothing; with --live, compare with the provider's document too")
    .option("--live", "fetch the provider's document and tell what differs, and which pages speak of it")
    .option("--url <url>", "address of the document, instead of live.url in content/site.yaml", toUrl)
    .addOption(
      new Option("--fail-on <differences>", "which differences fail the check")
        .choices(["breaking", "any"])
        .default("breaking"),
    )
    .action(runCheck);
  addSiteOptions(program.command("verify"))
    .description("build in memory and tell every file of a published folder that is not what the sources give")
    .argument("[folder]", "folder of a finished site", "dist")
    .action(runVerify);
  program
    .command("headers")
    .description("print headers, caching and redirects for a web server")
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .addOption(new Option("--format <server>", "for which one").choices(["nginx", "caddy", "netlify"]).default("nginx"))
    .exitOverride()
    .action(runHeaders);
  addLiveOptions(program.command("pull"))
    .description("fetch the provider's document, show what differs, and put it into openapi/")
    .argument("[url]", "address of the document, instead of live.url in content/site.yaml", toUrl)
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--out <file>", "file to write, relative to the root (default: the document of the first version)")
    .option("--dry-run", "show what differs, write nothing")
    .addOption(reportOption())
    .exitOverride()
    .action(runPull);
  addServeOptions(program.command("serve"))
    .description("serve the site on this machine; with --watch, pages follow every edit")
    .action(runServe);
  addSandboxOptions(program.command("sandbox"))
    .description("simulate the API of the contract on this machine")
    .action(runSandbox);
  program
    .command("explain")
    .description("say what a finding's code means and what to do about it; the settings, directives, hosts")
    .argument("[name]", "a code like link/broken, or a topic like settings; without one, all are listed")
    .exitOverride()
    .action(runExplain);
}

async function runServe(flags: ServeFlags): Promise<void> {
  const { serveCommand } = await import("./serve-command.ts");
  process.exitCode = toExitCode(await serveCommand(flags));
}

async function runVerify(folder: string, flags: VerifyFlags): Promise<void> {
  const { verifyCommand } = await import("./verify-command.ts");
  process.exitCode = toExitCode(await verifyCommand(folder, flags));
}

async function runHeaders(flags: HeadersFlags): Promise<void> {
  const { headersCommand } = await import("./headers-command.ts");
  process.exitCode = toExitCode(await headersCommand(flags));
}

async function runSandbox(flags: SandboxFlags): Promise<void> {
  const { sandboxCommand } = await import("./sandbox-command.ts");
  process.exitCode = (await sandboxCommand(flags)) ? exitCode.done : exitCode.siteErrors;
}

async function runPull(url: string | undefined, flags: PullFlags): Promise<void> {
  const { pullCommand } = await import("./pull-command.ts");
  process.exitCode = (await pullCommand({ ...flags, url })) ? exitCode.done : exitCode.siteErrors;
}

async function runCheck(flags: LiveCheckFlags & { readonly live?: boolean }, command: Command): Promise<void> {
  if (flags.live !== true) {
    if (flags.url !== undefined) command.error("error: --url needs --live");
    await runBuild(flags, "check");
    return;
  }
  const { liveCheckCommand } = await import("./check-command.ts");
  process.exitCode = (await liveCheckCommand(flags)) ? exitCode.done : exitCode.siteErrors;
}

async function runExplain(name: string | undefined, _flags: unknown, command: Command): Promise<void> {
  const { explainCommand } = await import("./explain-command.ts");
  explainCommand(name, command);
}

async function runBuild(flags: BuildFlags, mode: "write" | "check"): Promise<void> {
  process.exitCode = toExitCode(await buildCommand(flags, mode));
}

function toExitCode(end: CommandEnd | ServeEnd): number {
  if (end === "done") return exitCode.done;
  // A shell names the signal that ended a command by 128 and its number.
  return end === "failed" ? exitCode.siteErrors : 128 + constants.signals[end];
}

function rejectCommand(program: Command, command: string): never {
  const names = program.commands.map((known) => known.name());
  const suggestion = nearest(command, names);
  const hint = suggestion === null ? `commands: ${names.join(", ")}` : `Did you mean ${suggestion}?`;
  return program.error(`error: unknown command '${command}'\n(${hint})`);
}
