import type { SourceFile } from "#shared/diagnostic.ts";

import { runGit } from "./run-git.ts";

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
