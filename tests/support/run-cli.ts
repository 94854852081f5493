import { vi } from "vitest";

import { runProgram } from "#cli/program.ts";

// esbuild starts its service, and starts it again, in the folder where it was first loaded: one that stays.
import "esbuild";

import { bin, type CommandOptions, type CommandResult } from "./run-command.ts";
import "./reuse-validators.ts";

/**
 * Runs the command in this process, as if it had been started in the folder with these variables, and waits for its
 * end. One at a time, since folder, variables and streams belong to the process.
 */
export async function runCli(args: readonly string[], { cwd, env = {} }: CommandOptions): Promise<CommandResult> {
  const { exitCode } = process;
  const folder = process.cwd();
  const variables = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  const [stdout, stderr] = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  for (const stream of [stdout, stderr]) stream.mockReturnValue(true);
  try {
    process.chdir(cwd);
    setVariables(env);
    Object.assign(process, { exitCode: 0 });
    await runProgram([process.execPath, bin, ...args]);
    return { code: Number(process.exitCode), stdout: textOf(stdout.mock.calls), stderr: textOf(stderr.mock.calls) };
  } finally {
    process.chdir(folder);
    setVariables(variables);
    process.exitCode = exitCode;
    for (const stream of [stdout, stderr]) stream.mockRestore();
  }
}

/** Sets each variable by itself, because the system's functions don't see a replaced `process.env`. */
function setVariables(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

function textOf(calls: readonly (readonly unknown[])[]): string {
  return calls.map(([text]) => String(text)).join("");
}
