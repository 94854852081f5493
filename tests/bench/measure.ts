import { spawnSync } from "node:child_process";
import { join } from "node:path";

export interface Cost {
  readonly seconds: number;
  /** Processor time of all threads and processes, in seconds. Other work on the machine hardly affects it. */
  readonly processor: number;
  /** Memory of the largest process. */
  readonly megabytes: number;
}

/** Runs a Node program to its end. Linux's time(1) measures the program and its children. */
export function runNode(program: readonly string[], cwd: string): Cost {
  const env = { ...process.env, NODE_ENV: "production", DOCS_BUILD_CACHE: join(cwd, ".cache") };
  const command = ["-f", "%e %U %S %M", process.execPath, ...program];
  const { status, stdout, stderr } = spawnSync("/usr/bin/time", command, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program.join(" ")} ended with ${status}: ${(stdout + stderr).slice(-2000)}`);
  const [seconds = 0, user = 0, system = 0, kilobytes = 0] = (stderr.trim().split("\n").at(-1) ?? "")
    .split(" ")
    .map(Number);
  return { seconds, processor: user + system, megabytes: kilobytes / 1024 };
}

export function medianOf(costs: readonly Cost[]): Cost {
  return {
    seconds: median(costs.map(({ seconds }) => seconds)),
    processor: median(costs.map(({ processor }) => processor)),
    megabytes: median(costs.map(({ megabytes }) => megabytes)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
