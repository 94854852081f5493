import { Command, CommanderError, InvalidArgumentError, Option } from "commander";

import { buildCommand, type BuildFlags } from "./commands/build-command.ts";
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
  addBuildOptions(program.command("check"))
    .description("build in memory and report, write nothing")
    .action(async (flags: BuildFlags) => runBuild(flags, "check"));
  return program;
}

function addBuildOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--out <dir>", "output folder, relative to the root", "dist")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .option("--site-url <url>", "address of the published site, like https://docs.example.com", toUrl)
    .option("--strict", "treat warnings as errors")
    .addOption(new Option("--report <format>", "how findings are printed").choices(["text", "json", "github"]).default("text"))
    .option("--quiet", "print findings only")
    .option("--debug", "print the time of every stage")
    .exitOverride();
}

async function runBuild(flags: BuildFlags, mode: "write" | "check"): Promise<void> {
  const succeeded = await buildCommand(flags, mode);
  process.exitCode = succeeded ? exitCode.done : exitCode.siteErrors;
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

function toUrl(value: string): string {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value)) throw new InvalidArgumentError("It must be an http or https address.");
  return value;
}
