import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { SourceFile } from "#shared/diagnostic.ts";

const run = promisify(execFile);

/** In milliseconds. A hint is not worth more. */
const timeLimit = 2_000;

/**
 * The pages that have another file than in git's last commit: the new one by the old one. None without git. Two git
 * commands more are run only where a page is gone.
 */
export async function readMoves(root: string, pages: readonly SourceFile[]): Promise<ReadonlyMap<string, string>> {
  const git = async (...args: readonly string[]): Promise<readonly string[]> => {
    const options = { cwd: root, timeout: timeLimit, maxBuffer: 64 * 1024 * 1024 };
    return (await run("git", ["--no-optional-locks", ...args], options)).stdout.split("\0");
  };
  try {
    const changes = await git(
      "diff",
      "HEAD",
      "-M",
      "--diff-filter=DR",
      "--name-status",
      "--relative",
      "-z",
      "--",
      "content",
    );
    const { renamed, gone } = parseChanges(changes);
    if (gone.length === 0) return renamed;
    const untracked = new Set(await git("ls-files", "--others", "--exclude-standard", "-z", "--", "content"));
    const added = pages.filter(({ file }) => untracked.has(file));
    for (const file of added.length === 0 ? [] : gone.slice(0, mostCompared)) {
      const before = (await git("show", `HEAD:./${file}`)).join("");
      const after = added.find(({ text }) => isSamePage(before, text));
      if (after !== undefined) renamed.set(file, after.file);
    }
    return renamed;
  } catch {
    return new Map();
  }
}

/** More pages than these do not go by hand. */
const mostCompared = 20;

/** `R095`, the old and the new name; `D` and the name: each ends with NUL. */
function parseChanges(fields: readonly string[]) {
  const renamed = new Map<string, string>();
  const gone: string[] = [];
  const rest = [...fields];
  for (let status = rest.shift(); status !== undefined && status !== ""; status = rest.shift()) {
    const [file = "", target = ""] = [rest.shift(), status.startsWith("R") ? rest.shift() : ""];
    if (!file.endsWith(".md")) continue;
    if (target === "") gone.push(file);
    else renamed.set(file, target);
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
