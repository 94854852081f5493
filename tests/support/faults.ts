import { createHash } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import { runCli } from "./run-cli.ts";
import { type CommandResult, spawnCli } from "./run-command.ts";
import type { Strike } from "./strike-files.cjs";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const preload = join(import.meta.dirname, "strike-files.cjs");
const { strikeFiles }: typeof import("./strike-files.cjs") = createRequire(import.meta.url)(preload);

export type Fault = Pick<Strike, "at" | "fault">;

/** Builds a folder's site while a call of the write stage fails. The folder's `calls.log` names the calls. */
export async function runWithFault(folder: string, fault: Fault): Promise<CommandResult> {
  const restore = strikeFiles({ out: join(folder, "dist"), log: join(folder, "calls.log"), ...fault });
  try {
    return await runCli(["--quiet"], { cwd: folder });
  } finally {
    restore();
  }
}

/** The same with the real command, which may be killed or paused. */
export async function spawnWithFault(folder: string, fault: Fault): Promise<CommandResult> {
  return spawnCli(["--quiet"], { cwd: folder, env: faultVariables(folder, fault) });
}

/** Variables that make a call of the real command's write stage fail. */
export function faultVariables(folder: string, fault: Fault): Record<string, string> {
  return strikeVariables({ out: join(folder, "dist"), log: join(folder, "calls.log"), ...fault });
}

/** The same for any folder that the command writes. */
export function strikeVariables({ out, log, at, fault }: Strike): Record<string, string> {
  return {
    NODE_OPTIONS: `--require ${preload}`,
    ...{ FAULT_OUT: out, FAULT_AT: String(at), FAULT: fault },
    ...(log !== undefined && { FAULT_LOG: log }),
  };
}

/** The calls of the write stage of a build of the folder, in order. */
export async function callsOf(folder: string): Promise<readonly string[]> {
  await runWithFault(folder, { at: 0, fault: "" });
  return (await readFile(join(folder, "calls.log"), "utf8")).trim().split("\n");
}

/** The entries of the site's folder, except the logs of these helpers. */
export async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== "calls.log").sort();
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
