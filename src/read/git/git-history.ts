import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";

import type { SourceDates } from "../sources.ts";
import { type GitQuery, runGit } from "./run-git.ts";

/**
 * Reads the time of the last commit for each file below `content/` and `openapi/`. Without git, `SOURCE_DATE_EPOCH`
 * (reproducible-builds.org) counts. The clock and the files' own times never count, so that every clone gives the same
 * dates. A shallow clone doesn't know them.
 */
export async function readDates(root: string, epoch: string, git: GitState | null): Promise<SourceDates> {
  const fallback = /^\d{1,11}$/.test(epoch) ? Number(epoch) : null;
  const log = git === null ? "" : await readLog(root).catch(() => "");
  return { byFile: parseLog(log), fallback };
}

/** In milliseconds. Pages show these dates: even a slow machine should wait for a long history. */
const longestLog = 60_000;

async function readLog(root: string): Promise<string> {
  const shallow = await runGit(root, ["rev-parse", "--is-shallow-repository"]);
  if (shallow.trim() !== "false") return "";
  const format = ["--no-show-signature", "--no-renames", "--format=%x01%ct", "--name-only", "--relative", "-z"];
  return runGit(root, ["log", ...format, "--", "content", "openapi"], longestLog);
}

/** The log begins with the newest commit: the first date of a file is that of its last change. */
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

/** Nothing where git fails: these answers are only hints. */
async function askGit(root: string, ...query: GitQuery): Promise<readonly string[]> {
  return (await runGit(root, query).catch(() => "")).split("\0");
}

/** Commits that touch `content/`. Links to older addresses have been fixed or forgotten. */
const maxCommits = "200";

/** Renames in the last commits: the present file by each old file. */
export async function readCommits(root: string): Promise<ReadonlyMap<string, string>> {
  const format = ["--no-show-signature", "--format=", "--name-status", "-M", "--relative", "-z"];
  return parseChanges(await askGit(root, "log", "-n", maxCommits, ...format, "--", "content")).renamed;
}

/** True when a page of the last commit was removed or renamed. */
export async function isAnyPageGone(root: string): Promise<boolean> {
  const { renamed, gone } = await readDifference(root);
  return renamed.size + gone.length > 0;
}

/**
 * Compares with the last commit. git doesn't look into the files of the working tree: it would run the filters that the
 * repository's own settings name.
 */
async function readDifference(root: string): Promise<PageChanges> {
  const format = ["-M", "--diff-filter=DR", "--name-status", "--relative", "-z"];
  const { renamed, gone } = parseChanges(await askGit(root, "diff", "--cached", "HEAD", ...format, "--", "content"));
  const removed = await askGit(root, "ls-files", "--deleted", "-z", "--", "content");
  return { renamed, gone: [...new Set([...gone, ...removed.filter((file) => file.endsWith(".md"))])] };
}

export async function readChanges(root: string, pages: readonly SourceFile[]): Promise<ReadonlyMap<string, string>> {
  const { renamed, gone } = await readDifference(root);
  if (gone.length === 0) return renamed;
  const untracked = new Set(await askGit(root, "ls-files", "--others", "--exclude-standard", "-z", "--", "content"));
  const added = pages.filter(({ file }) => untracked.has(file));
  for (const file of added.length === 0 ? [] : gone.slice(0, maxCompared)) {
    // A page that was renamed twice since then isn't in the commit.
    const before = (await askGit(root, "cat-file", "blob", `HEAD:./${file}`)).join("");
    const after = added.find(({ text }) => isSamePage(before, text));
    if (after !== undefined) renamed.set(file, after.file);
  }
  return renamed;
}

/** Renames by hand are fewer. */
const maxCompared = 20;

interface PageChanges {
  /** The new file by the old one. */
  readonly renamed: Map<string, string>;
  readonly gone: readonly string[];
}

/** Fields are `R095`, an old and a new name, or another letter and a name. The first fields of a name count. */
function parseChanges(fields: readonly string[]): PageChanges {
  const renamed = new Map<string, string>();
  const gone: string[] = [];
  const iterator = fields.values();
  for (const status of iterator) {
    const file = status === "" ? "" : (iterator.next().value ?? "");
    const target = status.startsWith("R") ? (iterator.next().value ?? "") : null;
    if (!file.endsWith(".md")) continue;
    if (target !== null && !renamed.has(file)) renamed.set(file, target);
    if (status === "D") gone.push(file);
  }
  return { renamed, gone };
}

function isSamePage(before: string, after: string): boolean {
  const [old, now] = [linesOf(before), linesOf(after)];
  const kept = [...old].filter((line) => now.has(line)).length;
  // As git does, by half of the lines.
  return kept > 0 && kept * 2 >= Math.max(old.size, now.size);
}

function linesOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ""));
}

/**
 * git's answers about a folder depend on its files and on this state: the commit that is checked out, and the index. Two
 * equal states mean that nothing was committed, staged or checked out between them.
 */
export type GitState = readonly string[];

/** Reads the state without git, whose start takes longer than a small site. Null outside a repository. */
export function readGitState(root: string): GitState | null {
  const tree = workTreeOf(resolve(root));
  if (tree === null) return null;
  // In a worktree and in a submodule, `.git` is a file that names the folder.
  const path = join(tree, ".git");
  const [, elsewhere] = /^gitdir: (.*\S)/.exec(readText(path) ?? "") ?? [];
  const folder = elsewhere === undefined ? path : resolve(tree, elsewhere);
  const head = readText(join(folder, "HEAD")) ?? "";
  // The log of HEAD grows with every commit, checkout and reset.
  return [head, ...["logs/HEAD", "index", "shallow"].map((name) => stampOf(join(folder, name)))];
}

export function workTreeOf(folder: string): string | null {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : workTreeOf(parent);
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    return "none";
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
