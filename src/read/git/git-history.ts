import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";

import type { SourceDates } from "../sources.ts";
import type { GitState } from "./git-state.ts";
import { type GitQuery, runGit } from "./run-git.ts";

/* What git knows of the sources: when they last changed, and what names they had. */

/**
 * Reads when each file below `content/` and `openapi/` was last changed in git; `SOURCE_DATE_EPOCH`
 * (reproducible-builds.org) stands in where git does not know. The clock and the files' own times never count, so that
 * every clone gives the same dates. A shallow clone does not know them.
 */
export async function readDates(root: string, epoch: string, git: GitState | null): Promise<SourceDates> {
  const fallback = /^\d{1,11}$/.test(epoch) ? Number(epoch) : null;
  const log = git === null ? "" : await readLog(root).catch(() => "");
  return { byFile: parseLog(log), fallback };
}

/** In milliseconds. The pages say these dates: a long history is waited for, so that a slow machine says the same. */
const longestLog = 60_000;

async function readLog(root: string): Promise<string> {
  const shallow = await runGit(root, ["rev-parse", "--is-shallow-repository"]);
  if (shallow.trim() !== "false") return "";
  const format = ["--no-show-signature", "--no-renames", "--format=%x01%ct", "--name-only", "--relative", "-z"];
  return runGit(root, ["log", ...format, "--", "content", "openapi"], longestLog);
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

/** What git prints in a folder, without the NULs between. */
async function askGit(root: string, ...query: GitQuery): Promise<readonly string[]> {
  return (await runGit(root, query)).split("\0");
}

/** Commits that touch `content/`. An address that nobody has missed for longer is nobody's. */
const maxCommits = "200";

/** The pages that were renamed in the last commits: the present file by each old one. */
export async function readCommits(root: string, _git: GitState): Promise<ReadonlyMap<string, string>> {
  const format = ["--no-show-signature", "--format=", "--name-status", "-M", "--relative", "-z"];
  const log = await askGit(root, "log", "-n", maxCommits, ...format, "--", "content").catch(() => []);
  return parseChanges(log).renamed;
}

/** Whether a page of the last commit is gone or has another name. */
export async function isAnyPageGone(root: string, _git: GitState, _files: readonly string[]): Promise<boolean> {
  const { renamed, gone } = await readDifference(root);
  return renamed.size + gone.length > 0;
}

/**
 * What differs from the last commit: what git knows as renamed, and what is gone. git does not look into the files
 * themselves: it would run the filters of a repository's own settings on them.
 */
async function readDifference(root: string) {
  const format = ["-M", "--diff-filter=DR", "--name-status", "--relative", "-z"];
  const query = ["diff", "--cached", "HEAD", ...format, "--", "content"] as const;
  const { renamed, gone } = parseChanges(await askGit(root, ...query).catch(() => []));
  const removed = await askGit(root, "ls-files", "--deleted", "-z", "--", "content").catch(() => []);
  return { renamed, gone: [...new Set([...gone, ...removed.filter((file) => file.endsWith(".md"))])] };
}

/** The pages that were renamed since the last commit. */
export async function readChanges(
  root: string,
  _git: GitState,
  pages: readonly SourceFile[],
): Promise<ReadonlyMap<string, string>> {
  const { renamed, gone } = await readDifference(root);
  if (gone.length === 0) return renamed;
  const git = async (...query: GitQuery) => askGit(root, ...query).catch(() => []);
  const untracked = new Set(await git("ls-files", "--others", "--exclude-standard", "-z", "--", "content"));
  const added = pages.filter(({ file }) => untracked.has(file));
  for (const file of added.length === 0 ? [] : gone.slice(0, maxCompared)) {
    // One that was renamed first, then moved, is in no commit.
    const before = (await git("cat-file", "blob", `HEAD:./${file}`)).join("");
    const after = added.find(({ text }) => isSamePage(before, text));
    if (after !== undefined) renamed.set(file, after.file);
  }
  return renamed;
}

/** More pages than these do not go by hand. */
const maxCompared = 20;

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
