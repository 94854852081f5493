import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

import type { SourceFile } from "#shared/diagnostic.ts";
import type { SourceDates } from "#shared/files.ts";

const run = promisify(execFile);

/* What git knows of the sources: when they last changed, and what names they had. */

/**
 * Reads when each file below `content/` and `openapi/` was last changed in git; `SOURCE_DATE_EPOCH`
 * (reproducible-builds.org) stands in where git does not know. The clock and the files' own times never count, so that
 * every clone gives the same dates. A shallow clone does not know them.
 */
export async function readDates(root: string, environment: NodeJS.ProcessEnv): Promise<SourceDates> {
  const epoch = environment["SOURCE_DATE_EPOCH"] ?? "";
  const fallback = /^\d{1,11}$/.test(epoch) ? Number(epoch) : null;
  const log = await readLog(root).catch(() => "");
  return { byFile: parseLog(log), fallback };
}

async function readLog(root: string): Promise<string> {
  const options = { mostOutput: 256 * 1024 * 1024 };
  const shallow = await runGit(root, ["rev-parse", "--is-shallow-repository"], options);
  if (shallow.trim() !== "false") return "";
  const format = ["log", "--no-show-signature", "--no-renames", "--format=%x01%ct", "--name-only", "--relative", "-z"];
  return runGit(root, [...format, "--", "content", "openapi"], options);
}

/** The log begins with the newest commit: a file's first date is its last change. Commits may share their order's date. */
function parseLog(log: string): ReadonlyMap<string, number> {
  const dates = new Map<string, number>();
  for (const commit of log.split("\u0001").slice(1)) {
    const [time = "", ...files] = commit.split(/[\0\n]/);
    for (const file of files) {
      const name = file.normalize("NFC");
      if (name !== "" && !dates.has(name)) dates.set(name, Number(time));
    }
  }
  return dates;
}

/** In milliseconds. A hint is not worth more. */
const timeLimit = 2_000;

/**
 * The pages that had another file: the present one by each old one, in the commits that git knows and since the last of
 * them. None without git; a shallow clone knows the commits that it has. What was renamed twice leads to its last name.
 */
export async function readMoves(root: string, pages: readonly SourceFile[]): Promise<ReadonlyMap<string, string>> {
  const options = { timeout: timeLimit, mostOutput: 64 * 1024 * 1024 };
  const git: Git = async (...args) => (await runGit(root, args, options)).split("\0");
  const [now, before] = await Promise.all([readChanges(git, pages).catch(none), readHistory(git).catch(none)]);
  const moves = new Map(now);
  // The newest comes first: what it was renamed to has got its last name already.
  for (const [old, next] of before) if (!moves.has(old)) moves.set(old, moves.get(next) ?? next);
  return moves;
}

function none(): ReadonlyMap<string, string> {
  return new Map();
}

type Git = (...args: readonly string[]) => Promise<readonly string[]>;

/** Commits that touch `content/`. An address that nobody has missed for longer is nobody's. */
const mostCommits = "200";

async function readHistory(git: Git): Promise<ReadonlyMap<string, string>> {
  const format = ["--no-show-signature", "--format=", "--name-status", "-M", "--relative", "-z"];
  return parseChanges(await git("log", "-n", mostCommits, ...format, "--", "content")).renamed;
}

/** What the last commit does not know. Two git commands more are run only where a page is gone. */
async function readChanges(git: Git, pages: readonly SourceFile[]): Promise<ReadonlyMap<string, string>> {
  const format = ["-M", "--diff-filter=DR", "--name-status", "--relative", "-z"];
  const { renamed, gone } = parseChanges(await git("diff", "HEAD", ...format, "--", "content"));
  if (gone.length === 0) return renamed;
  const untracked = new Set(await git("ls-files", "--others", "--exclude-standard", "-z", "--", "content"));
  const added = pages.filter(({ file }) => untracked.has(file));
  for (const file of added.length === 0 ? [] : gone.slice(0, mostCompared)) {
    const before = (await git("show", `HEAD:./${file}`)).join("");
    const after = added.find(({ text }) => isSamePage(before, text));
    if (after !== undefined) renamed.set(file, after.file);
  }
  return renamed;
}

/** More pages than these do not go by hand. */
const mostCompared = 20;

/** `R095`, the old and the new name; any other letter and one name: each ends with NUL. The first of a name counts. */
function parseChanges(fields: readonly string[]) {
  const renamed = new Map<string, string>();
  const gone: string[] = [];
  const rest = fields.values();
  for (const status of rest) {
    const file = status === "" ? "" : (rest.next().value ?? "");
    const target = status.startsWith("R") ? (rest.next().value ?? "") : null;
    if (!file.endsWith(".md")) continue;
    if (target !== null && !renamed.has(file)) renamed.set(file, target);
    if (status === "D") gone.push(file);
  }
  return { renamed, gone };
}

/** As git sees it: half of the lines are the same. */
function isSamePage(before: string, after: string): boolean {
  const [old, now] = [linesOf(before), linesOf(after)];
  const kept = [...old].filter((line) => now.has(line)).length;
  return kept > 0 && kept * 2 >= Math.max(old.size, now.size);
}

function linesOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ""));
}

interface GitOptions {
  /** In bytes. */
  readonly mostOutput: number;
  /** In milliseconds. */
  readonly timeout?: number;
}

/**
 * What git prints in a folder.
 * @throws Error when it fails; outside a repository without starting it, which takes longer than a small site.
 */
async function runGit(root: string, args: readonly string[], options: GitOptions): Promise<string> {
  if (process.env["GIT_DIR"] === undefined && !isInRepository(resolve(root))) throw new Error("no repository");
  const { mostOutput: maxBuffer, timeout = 0 } = options;
  const { stdout } = await run("git", ["--no-optional-locks", ...args], { cwd: root, maxBuffer, timeout });
  return stdout;
}

function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, ".git")) || (parent !== folder && isInRepository(parent));
}
