import { Command, CommanderError } from "commander";

import { version } from "#package.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";

import { addBuildCommand } from "./commands/build-command.ts";
import { addCheckCommand } from "./commands/check-command.ts";
import { addExplainCommand } from "./commands/explain-command.ts";
import { addHeadersCommand } from "./commands/headers-command.ts";
import { addInitCommand } from "./commands/init-command.ts";
import { addLspCommand } from "./commands/lsp-command.ts";
import { addMcpCommand } from "./commands/mcp-command.ts";
import { addPullCommand } from "./commands/pull-command.ts";
import { addSandboxCommand } from "./commands/sandbox-command.ts";
import { addServeCommand } from "./commands/serve-command.ts";
import { addVerifyCommand } from "./commands/verify-command.ts";
import { exitCodes } from "./exit-codes.ts";
import { checkCache } from "./options.ts";

const examples = `
Examples:
  $ docs-build init                              write a small site to start from
  $ docs-build                                   build the site of this folder into dist/
  $ docs-build --base-url /docs/ --out public    for a host that serves the site below /docs/
  $ docs-build --strict --report github          in CI: warnings fail, findings become annotations
  $ docs-build check                             find every fault, write nothing
  $ docs-build verify dist                       is the published folder what these sources give?
  $ docs-build headers --format nginx            headers, caching and redirects for a web server
  $ docs-build serve --watch                     write: pages in the browser follow every edit
  $ docs-build check --live                      compare the contract with what the provider serves
  $ docs-build pull --dry-run                    show what a newer provider's document changes
  $ docs-build mcp                               let an assistant read the site and try requests
  $ docs-build explain link/broken               what a finding means, and what to do about it
`;

/** Errors that a command doesn't report itself are wrong usage or our bugs. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
      return;
    }
    process.exitCode = exitCodes.bug;
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
    .exitOverride()
    .hook("preAction", async (_, command) => {
      rejectUnknown(command);
      await checkCache(command);
    });
  addInitCommand(program);
  addBuildCommand(program);
  addCheckCommand(program);
  addVerifyCommand(program);
  addHeadersCommand(program);
  addPullCommand(program);
  addServeCommand(program);
  addSandboxCommand(program);
  addLspCommand(program);
  addMcpCommand(program);
  addExplainCommand(program);
  return program;
}

/** No command means `build`, so a mistyped command must not build the site. */
function rejectUnknown(program: Command): void {
  const [word] = program.args;
  if (program.parent !== null || word === undefined) return;
  const names = program.commands.map((known) => known.name());
  const suggestion = nearest(word, names);
  const hint = suggestion === null ? `commands: ${names.join(", ")}` : `Did you mean ${suggestion}?`;
  program.error(`error: unknown command '${word}'\n(${hint})`);
}
