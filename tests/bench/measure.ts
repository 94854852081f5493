import { spawnSync } from "node:child_process";
import { join } from "node:path";

export interface Cost {
  readonly seconds: number;
  /** Of all threads and processes together; it hardly depends on what else the machine does. In seconds. */
  readonly processor: number;
  /** The largest process. */
  readonly megabytes: number;
}

/** Runs a program of Node to its end. Linux' own time(1) knows what it and its children took. */
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
