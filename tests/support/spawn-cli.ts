import { spawn } from "node:child_process";
import { join } from "node:path";

import { packageRoot } from "#package.ts";

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The compiled command, as users run it. */
export const bin = join(packageRoot, "bin/docs-build.js");

/** Runs the real command and waits for its end. */
export async function spawnCli(args: readonly string[], { cwd, env = {} }: CliOptions): Promise<CliResult> {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...process.env, NO_COLOR: "1", ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { code, stdout, stderr };
}
