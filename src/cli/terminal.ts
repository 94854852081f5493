import pico from "picocolors";

import { BuildError, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { type FormatContext, formatDiagnostics } from "#shared/diagnostics/format-diagnostic.ts";

/** What a command tells while it works. */
interface Progress {
  /** A stage begins, or is so far. */
  readonly enter: (stage: string, pages?: { readonly done: number; readonly total: number }) => void;
  /** The last stage has ended. */
  readonly end: () => void;
}

interface ProgressFlags {
  readonly quiet?: boolean;
  /** Prints the time of every stage. */
  readonly debug?: boolean;
}

/** A build that is over before this needs no line of its own. In milliseconds. */
const progressDelay = 1_000;

/** A line is rewritten so often, in milliseconds. */
const progressInterval = 80;

/** On a terminal one line that is rewritten, once a command takes longer than a moment; nothing elsewhere. On stderr. */
export function createProgress({ quiet = false, debug = false }: ProgressFlags): Progress {
  const isLive = process.stderr.isTTY && !debug && !quiet;
  let current = { stage: "start", since: 0 };
  let shown = 0;
  const finish = (): void => {
    const milliseconds = (performance.now() - current.since).toFixed(0);
    if (debug) printStep(current.stage, `${milliseconds.padStart(6)} ms`);
  };
  return {
    enter(stage, pages) {
      const now = performance.now();
      if (stage !== current.stage) finish();
      const isDue = stage !== current.stage || now - shown > progressInterval;
      if (stage !== current.stage) current = { stage, since: now };
      if (!isLive || now < progressDelay || !isDue) return;
      shown = now;
      const count = pages === undefined ? "" : ` ${number(pages.done)} of ${number(pages.total)}`;
      process.stderr.write(`\r\u001b[K${pico.dim(stage + count)}`);
    },
    end() {
      finish();
      if (isLive && shown > 0) process.stderr.write("\r\u001b[K");
    },
  };
}

/** A line of --debug. */
export function printStep(name: string, fact: string): void {
  printLine(pico.dim(`${name.padEnd(10)} ${fact}`));
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** A line for people, while a command works. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What should not have happened, while a command goes on. */
export function printBug(error: unknown): void {
  printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Whom a report is for: what their terminal can, and how much they asked for. */
export type Terminal = Omit<FormatContext, "texts">;

/** What the terminal of findings can; `all` prints every one. */
export function toTerminal(all = false): Terminal {
  return { colors: pico, width: process.stderr.columns, all };
}

/** Findings for people, from a command that makes no report of them. */
export function printFindings(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  const howToSeeAll = "docs-build check --all";
  for (const line of formatDiagnostics(diagnostics, { texts, ...toTerminal(), howToSeeAll })) printLine(line);
}

/** The findings that ended some work; none when it went well. */
export async function findingsOf(work: Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostics;
    throw error;
  }
}

/** Lines for the two streams: what was asked for goes to stdout, findings for people to stderr. */
export interface Lines {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** Sends lines to the two streams. */
export function printLines({ stdout, stderr }: Lines): void {
  for (const line of stderr) process.stderr.write(`${line}\n`);
  for (const line of stdout) process.stdout.write(`${line}\n`);
}
