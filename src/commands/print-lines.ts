import type { Lines } from "../report/report-build.ts";

/** Sends lines to the two streams. */
export function printLines({ stdout, stderr }: Lines): void {
  for (const line of stderr) process.stderr.write(`${line}\n`);
  for (const line of stdout) process.stdout.write(`${line}\n`);
}
