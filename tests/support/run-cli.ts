import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { packageRoot } from "#package.ts";

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The compiled command, as users run it. */
export const bin = join(packageRoot, "bin/docs-build.js");

/** Runs the real command and waits for its end. */
export async function runCli(args: readonly string[], { cwd, env = {} }: CliOptions): Promise<CliResult> {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...process.env, NO_COLOR: "1", ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { code, stdout, stderr };
}

/** A folder of its own for a test, filled with files; gone after the test. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>;
  readonly read: (name: string) => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
}

export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "docs-build-test-")));
  const folder: TemporaryFolder = {
    path,
    async write(entries) {
      for (const [name, content] of Object.entries(entries)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
    remove: async (name) => rm(join(path, name), { recursive: true }),
    read: async (name) => readFile(join(path, name), "utf8"),
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
  await folder.write(files);
  return folder;
}

/** A folder with a copy of this repository's own `content/` and `openapi/`. */
export async function shippedSite(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  for (const name of ["content", "openapi"])
    await cp(join(packageRoot, name), join(folder.path, name), { recursive: true });
  return folder;
}
