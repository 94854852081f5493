import { constants } from "node:os";

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";

import { buildCommand, type BuildFlags, type CommandEnd } from "./commands/build-command.ts";
import type { HeadersFlags } from "./commands/headers-command.ts";
import type { LiveCheckFlags } from "./commands/live-check-command.ts";
import type { PullFlags } from "./commands/pull-command.ts";
import type { SandboxFlags } from "./commands/sandbox-command.ts";
import type { ServeFlags } from "./commands/serve-command.ts";
import type { VerifyFlags } from "./commands/verify-command.ts";
import { defaultEditor, isEditorPattern } from "./serve/editor-url.ts";
import { nearest } from "./suggest/nearest.ts";
import { version } from "./version.ts";

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
    .argument("[command]", "build (the default) or one of the commands below")
    .addHelpText("after", examples)
    .enablePositionalOptions()
    .exitOverride();
  addBuildOptions(program).action(async (command: string | undefined, flags: BuildFlags) => {
    if (command !== undefined) rejectCommand(program, command);
    await runBuild(flags, "write");
  });
  addBuildOptions(program.command("build", { hidden: true })).action(async (flags: BuildFlags) => runBuild(flags, "write"));
  addLiveOptions(addBuildOptions(program.command("check")))
    .description("build in memory and report, write nothing; with --live, compare with the provider's document too")
    .option("--live", "fetch the provider's document and tell what differs, and which pages speak of it")
    .option("--url <url>", "address of the document, instead of live.url in content/site.yaml", toUrl)
    .addOption(new Option("--fail-on <differences>", "which differences fail the check").choices(["breaking", "any"]).default("breaking"))
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
  return program;
}

function addBuildOptions(command: Command): Command {
  return addSiteOptions(command.option("--out <dir>", "output folder, relative to the root", "dist"));
}

/** What decides the bytes of a site, and how its findings are told. */
function addSiteOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .option("--site-url <url>", "address of the published site, like https://docs.example.com", toUrl)
    .option("--strict", "treat warnings as errors")
    .addOption(reportOption())
    .option("--quiet", "print findings only")
    .option("--debug", "print the time of every stage")
    .exitOverride();
}

function reportOption(): Option {
  return new Option("--report <format>", "how findings are printed").choices(["text", "json", "github"]).default("text");
}

function addLiveOptions(command: Command): Command {
  return command
    .option("--auth-header <name>", "header that authenticates, instead of live.header")
    .option("--auth-variable <name>", "environment variable that holds the header's value, instead of live.variable")
    .option("--timeout <seconds>", "how long one attempt may take", toSeconds, 30)
    .option("--retries <number>", "how often to ask again when the server is busy or away", toCount, 3);
}

function addServeOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--watch", "build again when a file changes, and show it in the open pages")
    .option("--port <number>", "port to listen on (3000, or the next that is free)", toPort)
    .option("--host [name]", "name or address to listen on; without a value all of this machine (this machine only)")
    .option("--open", "open the site in the browser")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .option("--site-url <url>", "address of the published site, like https://docs.example.com", toUrl)
    .option("--strict", "treat warnings as errors")
    .option("--editor <pattern>", "address that opens a finding, with {file}, {line} and {column}", toEditor, defaultEditor)
    .exitOverride();
}

function addSandboxOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds openapi/", ".")
    .option("--port <number>", "port to listen on", toPort, 4010)
    .option("--host <name>", "name or address to listen on (this machine only)")
    .addOption(new Option("--cors <mode>", "whether pages of this machine may call it").choices(["on", "off"]).default("on"))
    .option("--latency <ms>", "milliseconds that every answer waits", toMilliseconds, 0)
    .option("--seed <text>", "other ids, the same for the same text")
    .option("--auth", "refuse calls without credentials")
    .option("--reset", "bring back the first records of the sandbox that runs already")
    .option("--quiet", "print no line per call")
    .exitOverride();
}

async function runServe(flags: ServeFlags): Promise<void> {
  const { serveCommand } = await import("./commands/serve-command.ts");
  process.exitCode = toExitCode(await serveCommand(flags));
}

async function runVerify(folder: string, flags: VerifyFlags): Promise<void> {
  const { verifyCommand } = await import("./commands/verify-command.ts");
  process.exitCode = toExitCode(await verifyCommand(folder, flags));
}

async function runHeaders(flags: HeadersFlags): Promise<void> {
  const { headersCommand } = await import("./commands/headers-command.ts");
  process.exitCode = toExitCode(await headersCommand(flags));
}

async function runSandbox(flags: SandboxFlags): Promise<void> {
  const { sandboxCommand } = await import("./commands/sandbox-command.ts");
  process.exitCode = (await sandboxCommand(flags)) ? exitCode.done : exitCode.siteErrors;
}

async function runPull(url: string | undefined, flags: PullFlags): Promise<void> {
  const { pullCommand } = await import("./commands/pull-command.ts");
  process.exitCode = (await pullCommand({ ...flags, url })) ? exitCode.done : exitCode.siteErrors;
}

async function runCheck(flags: LiveCheckFlags & { readonly live?: boolean }, command: Command): Promise<void> {
  if (flags.live !== true) {
    if (flags.url !== undefined) command.error("error: --url needs --live");
    await runBuild(flags, "check");
    return;
  }
  const { liveCheckCommand } = await import("./commands/live-check-command.ts");
  process.exitCode = (await liveCheckCommand(flags)) ? exitCode.done : exitCode.siteErrors;
}

async function runBuild(flags: BuildFlags, mode: "write" | "check"): Promise<void> {
  process.exitCode = toExitCode(await buildCommand(flags, mode));
}

function toExitCode(end: CommandEnd): number {
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

function toPath(value: string): string {
  if (!value.startsWith("/")) throw new InvalidArgumentError("It must start with a slash, like /docs/.");
  return value;
}

function toSeconds(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) <= 0) throw new InvalidArgumentError("It must be a number of seconds.");
  return Number(value);
}

function toCount(value: string): number {
  if (!/^\d{1,2}$/.test(value)) throw new InvalidArgumentError("It must be a number from 0 to 99.");
  return Number(value);
}

function toPort(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return Number(value);
}

function toEditor(value: string): string {
  if (!isEditorPattern(value)) throw new InvalidArgumentError("It must be an address with {file} in it, like idea://open?file={file}&line={line}.");
  return value;
}

function toMilliseconds(value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new InvalidArgumentError("It must be a whole number of milliseconds, below 100000.");
  return Number(value);
}

function toUrl(value: string): string {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value)) throw new InvalidArgumentError("It must be an http or https address.");
  return value;
}
