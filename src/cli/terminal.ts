import pico from "picocolors";

import type { Diagnostic } from "#shared/diagnostic.ts";
import { formatDiagnostics } from "#shared/format-diagnostic.ts";

import type { Lines, Terminal } from "./report-build.ts";

/** What a command tells while it works. */
interface Progress {
  /** A stage begins. */
  readonly enter: (stage: string) => void;
  /** The last stage has ended. */
  readonly end: () => void;
}

interface ProgressOptions {
  readonly quiet: boolean;
  /** Prints the time of every stage. */
  readonly debug: boolean;
}

/** One line that changes on a terminal, a plain line per stage elsewhere, both on stderr. */
export function createProgress({ quiet, debug }: ProgressOptions): Progress {
  const live = process.stderr.isTTY && !debug && !quiet;
  let current: { stage: string; since: number } = { stage: "start", since: 0 };
  const finish = (): void => {
    const milliseconds = (performance.now() - current.since).toFixed(0);
    if (debug) process.stderr.write(`${pico.dim(`${current.stage.padEnd(10)} ${milliseconds.padStart(6)} ms`)}\n`);
  };
  return {
    enter(stage) {
      finish();
      current = { stage, since: performance.now() };
      if (live) process.stderr.write(`\r\u001b[K${pico.dim(stage)}`);
      else if (!quiet && !debug) process.stderr.write(`${stage}\n`);
    },
    end() {
      finish();
      if (live) process.stderr.write("\r\u001b[K");
    },
  };
}

/** A line for people, while a command works. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What the terminal of findings can; `all` prints every one. */
export function toTerminal(all = false): Terminal {
  return { colors: pico, width: process.stderr.columns, all };
}

/** Findings for people, from a command that makes no report of them. */
export function tellFindings(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  const howToSeeAll = "docs-build check --all";
  for (const line of formatDiagnostics(diagnostics, { texts, ...toTerminal(), howToSeeAll })) tell(line);
}

/** Sends lines to the two streams. */
export function printLines({ stdout, stderr }: Lines): void {
  for (const line of stderr) process.stderr.write(`${line}\n`);
  for (const line of stdout) process.stdout.write(`${line}\n`);
}
