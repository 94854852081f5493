import { type ChildProcess, spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { changedSite, treeOf } from "../support/faults.ts";
import { bin, runCli } from "../support/run-cli.ts";

/** Paragraphs that the Markdown library needs minutes for. */
const endless = "![".repeat(6000) + "a" + "](b)".repeat(6000);

interface Ended {
  /** The signal that ended it: nothing in the command listens for one. */
  readonly signal: string | null;
  readonly milliseconds: number;
  readonly stderr: string;
}

/** Starts the command, sends the signal as soon as it tells that a stage begins, and waits for its end. */
async function interrupt(cwd: string, { stage, signal, env = {} }: Interruption): Promise<Ended> {
  const child = spawn(process.execPath, [bin], { cwd, env: { ...process.env, ...env } });
  const stderr = await untilStage(child, stage);
  const sent = performance.now();
  child.kill(signal);
  const ended = await new Promise<string | null>((resolve) => child.on("close", (_, name) => resolve(name)));
  return { signal: ended, milliseconds: performance.now() - sent, stderr: stderr() };
}

interface Interruption {
  readonly stage: string;
  readonly signal: "SIGINT" | "SIGTERM";
  readonly env?: Readonly<Record<string, string>>;
}

async function untilStage(child: ChildProcess, stage: string): Promise<() => string> {
  let text = "";
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(`${stage}\n`)) resolve();
    });
  });
  return () => text;
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s in the middle of a long computation ends the build at once",
  async (signal) => {
    await using site = await changedSite();
    const oldSite = await treeOf(join(site.path, "dist"));
    await site.write({ "content/endless.md": endless });
    const ended = await interrupt(site.path, { stage: "content", signal });
    expect(ended.signal).toBe(signal);
    expect(ended.milliseconds).toBeLessThan(2000);
    expect(ended.stderr).not.toContain("    at ");
    expect(await treeOf(join(site.path, "dist"))).toEqual(oldSite);
    expect((await readdir(site.path)).sort()).toEqual(["content", "dist"]);
  },
);

test.each(["SIGINT", "SIGTERM"] as const)(
  "after %s while the site is written the old one is whole, and the next build sweeps",
  async (signal) => {
    await using site = await changedSite();
    const oldSite = await treeOf(join(site.path, "dist"));
    const env = {
      NODE_OPTIONS: `--require ${join(packageRoot, "tests/support/fault-preload.cjs")}`,
      FAULT_OUT: join(site.path, "dist"),
      FAULT_AT: "1",
      FAULT: "slow",
    };
    const ended = await interrupt(site.path, { stage: "write", signal, env });
    expect(ended.signal).toBe(signal);
    expect(ended.milliseconds).toBeLessThan(2000);
    expect(await treeOf(join(site.path, "dist"))).toEqual(oldSite);
    expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
    expect(await treeOf(join(site.path, "dist"))).not.toEqual(oldSite);
    expect((await readdir(site.path)).sort()).toEqual(["content", "dist"]);
  },
);
