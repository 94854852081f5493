import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * git's answers about a folder depend on its files and on this state: the commit that is checked out, and the index. Two
 * equal states mean that nothing was committed, staged or checked out between them.
 */
export type GitState = readonly string[];

/** Reads the state without git, whose start takes longer than a small site. Null outside a repository. */
export function readGitState(root: string): GitState | null {
  const tree = workTreeOf(resolve(root));
  if (tree === null) return null;
  const folder = gitFolderOf(tree);
  const head = readText(join(folder, "HEAD")) ?? "";
  // The log of HEAD grows with every commit, checkout and reset.
  return [head, ...["logs/HEAD", "index", "shallow"].map((name) => stampOf(join(folder, name)))];
}

/** The nearest parent folder with a repository. */
export function workTreeOf(folder: string): string | null {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : workTreeOf(parent);
}

/** In a worktree and in a submodule, `.git` is a file that names the folder. */
function gitFolderOf(tree: string): string {
  const path = join(tree, ".git");
  const [, elsewhere] = /^gitdir: (.*\S)/.exec(readText(path) ?? "") ?? [];
  return elsewhere === undefined ? path : resolve(tree, elsewhere);
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
