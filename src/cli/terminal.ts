import { isAbsolute, relative, resolve, sep } from "node:path";

import pico from "picocolors";

import { workTreeOf } from "#read/git/git-history.ts";
import { BuildError, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { type FormatContext, formatDiagnostics, type NameFile } from "#shared/diagnostics/format-diagnostic.ts";

interface Progress {
  /** A stage begins or goes on. */
  readonly enter: (stage: string, pages?: { readonly done: number; readonly total: number }) => void;
  readonly end: () => void;
}

interface ProgressFlags {
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

/** In milliseconds. Faster builds show no progress. */
const progressDelay = 1_000;

/** In milliseconds between updates of the line. */
const progressInterval = 80;

/** Rewrites a line on stderr once a command takes longer than a moment, if stderr is a terminal. */
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

export function printStep(name: string, fact: string): void {
  printLine(pico.dim(`${name.padEnd(10)} ${fact}`));
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints a bug of ours; the command goes on. */
export function printBug(error: unknown): void {
  printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

export type Terminal = Omit<FormatContext, "texts">;

export function toTerminal(all = false): Terminal {
  return { colors: pico, width: process.stderr.columns, all };
}

/** Prints the findings of a command without a report. */
export function printFindings(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  const howToSeeAll = "docs-build check --all";
  for (const line of formatDiagnostics(diagnostics, { texts, ...toTerminal(), howToSeeAll })) printLine(line);
}

/** Returns the findings that ended some work; none if it succeeded. */
export async function findingsOf(work: Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.diagnostics;
    throw error;
  }
}

/** The command's output goes to stdout, findings for people to stderr. */
export interface Lines {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

export function printLines({ stdout, stderr }: Lines): void {
  for (const line of stderr) process.stderr.write(`${line}\n`);
  for (const line of stdout) process.stdout.write(`${line}\n`);
}

/**
 * Reports on a terminal name files by the path from the working directory, which editors open, and files of a site
 * elsewhere by the path from the site's root.
 */
export function namesOnTerminal(root: string): NameFile {
  return naming(process.cwd(), root);
}

/** Annotations name files from the root of the repository, or of GitHub's checkout without one. */
export function namesInRepository(root: string): NameFile {
  const top = workTreeOf(resolve(root)) ?? process.env["GITHUB_WORKSPACE"] ?? "";
  return top === "" ? (file) => file : naming(resolve(top), root);
}

/** A position in the provider's document names an address rather than a file. */
function naming(top: string, root: string): NameFile {
  return (file) => {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return file;
    const name = relative(top, resolve(root, file));
    const isOutside = name === "" || name === ".." || name.startsWith(`..${sep}`) || isAbsolute(name);
    return isOutside ? file : name.replaceAll(sep, "/");
  };
}
