import { spawn } from "node:child_process";
import { join } from "node:path";

import { packageRoot } from "#package.ts";

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program of the system and waits for its end. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { code, stdout, stderr };
}

/** Whether a program is there and works: `python3 -c "import requests"`. */
export async function canRun(command: string, args: readonly string[]): Promise<boolean> {
  return runCommand(command, args, { cwd: "." }).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** The compiled command, as users run it. */
export const bin = join(packageRoot, "bin/docs-build.js");

/** Runs the real command and waits for its end. */
export async function spawnCli(args: readonly string[], { cwd, env }: CommandOptions): Promise<CommandResult> {
  return runCommand(process.execPath, [bin, ...args], { cwd, env: { NO_COLOR: "1", ...env } });
}
