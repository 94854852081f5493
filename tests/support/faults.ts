import { createHash } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "#package.ts";

import { type CliResult, runCli, temporaryFolder, type TemporaryFolder } from "./run-cli.ts";

export interface Fault {
  /** Number of the file system call that is struck, from 1. */
  readonly at: number;
  /** See fault-preload.cjs. */
  readonly fault: string;
}

const preload = join(packageRoot, "tests/support/fault-preload.cjs");

/** Runs the real command; a call of its write stage is struck. The folder's `calls.log` names the calls. */
export async function runWithFault(
  folder: string,
  { at, fault }: Fault,
  args: readonly string[] = [],
): Promise<CliResult> {
  const env = {
    NODE_OPTIONS: `--require ${preload}`,
    FAULT_OUT: join(folder, "dist"),
    FAULT_LOG: join(folder, "calls.log"),
    FAULT_AT: String(at),
    FAULT: fault,
  };
  return runCli(["--quiet", ...args], { cwd: folder, env });
}

/** The calls of the write stage of a build of the folder, in order. */
export async function callsOf(folder: string): Promise<readonly string[]> {
  await runWithFault(folder, { at: 0, fault: "" });
  return (await readFile(join(folder, "calls.log"), "utf8")).trim().split("\n");
}

/** A folder with a site in `dist/` whose sources have changed since: the page says "Old", its source "New". */
export async function changedSite(): Promise<TemporaryFolder> {
  const site = await temporaryFolder({ "content/index.md": "# Old" });
  await runCli(["--quiet"], { cwd: site.path });
  await site.write({ "content/index.md": "# New" });
  return site;
}

export async function copyOf(site: TemporaryFolder): Promise<TemporaryFolder> {
  const copy = await temporaryFolder();
  await cp(site.path, copy.path, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** The hash of every file of a folder by its path below it; null when there is no folder. */
export async function treeOf(folder: string): Promise<Readonly<Record<string, string>> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.sort().map(async (file) => [file.slice(folder.length + 1), hash(await readFile(file))] as const),
  );
  return Object.fromEntries(hashes);
}

function hash(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}
