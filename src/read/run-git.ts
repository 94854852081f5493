import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface GitOptions {
  /** In bytes. */
  readonly mostOutput: number;
  /** In milliseconds. */
  readonly timeout?: number;
}

/**
 * What git prints in a folder.
 * @throws Error when it fails; outside a repository without starting it, which takes longer than a small site.
 */
export async function runGit(root: string, args: readonly string[], options: GitOptions): Promise<string> {
  if (process.env["GIT_DIR"] === undefined && !isInRepository(resolve(root))) throw new Error("no repository");
  const { mostOutput: maxBuffer, timeout = 0 } = options;
  const { stdout } = await run("git", ["--no-optional-locks", ...args], { cwd: root, maxBuffer, timeout });
  return stdout;
}

function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, ".git")) || (parent !== folder && isInRepository(parent));
}
