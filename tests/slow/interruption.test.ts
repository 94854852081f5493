import { type ChildProcess, spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { callsOf, changedSite, copyOf, entriesOf, faultVariables, spawnWithFault, treeOf } from "../support/faults.ts";
import { mayMount, mountAt } from "../support/mounted-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { bin } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Paragraphs that the Markdown library needs minutes for. */
const endless = "![".repeat(6000) + "a" + "](b)".repeat(6000);

interface Ended {
  /** The signal that ended it, in the middle of what it did: nothing in the command listens for one. */
  readonly signal: string | null;
  readonly stderr: string;
}

/** Starts the command, sends the signal as soon as it reports the end of a stage, and waits for its end. */
async function interrupt(cwd: string, { after, signal, env = {} }: Interruption): Promise<Ended> {
  const child = spawn(process.execPath, [bin, "--debug"], { cwd, env: { ...process.env, ...env } });
  const stderr = await untilOver(child, after);
  child.kill(signal);
  const ended = await new Promise<string | null>((resolve) => child.on("close", (_, name) => resolve(name)));
  return { signal: ended, stderr: stderr() };
}

interface Interruption {
  readonly after: string;
  readonly signal: "SIGINT" | "SIGTERM";
  readonly env?: Readonly<Record<string, string>>;
}

async function untilOver(child: ChildProcess, stage: string): Promise<() => string> {
  let text = "";
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(stage)) resolve();
    });
  });
  return () => text;
}

test("Ctrl-C in the middle of a long computation ends the build at once", async () => {
  await using site = await changedSite();
  const oldSite = await treeOf(join(site.path, "dist"));
  await site.write({ "content/endless.md": endless });
  const ended = await interrupt(site.path, { after: "contract", signal: "SIGINT" });
  expect(ended.signal).toBe("SIGINT");
  expect(ended.stderr).not.toContain("    at ");
  expect(await treeOf(join(site.path, "dist"))).toEqual(oldSite);
  expect((await readdir(site.path)).sort()).toEqual(["content", "dist"]);
});

test("after SIGTERM during writing, the old site is whole, and the next build cleans up", async () => {
  await using site = await changedSite();
  const oldSite = await treeOf(join(site.path, "dist"));
  const env = faultVariables(site.path, { at: 1, fault: "slow" });
  const ended = await interrupt(site.path, { after: "check", signal: "SIGTERM", env });
  expect(ended.signal).toBe("SIGTERM");
  expect(await treeOf(join(site.path, "dist"))).toEqual(oldSite);
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
  expect(await treeOf(join(site.path, "dist"))).not.toEqual(oldSite);
  expect(await entriesOf(site.path)).toEqual(["content", "dist"]);
});

test("after a kill at any moment of writing, the old or the new site is whole, and the next build just works", async () => {
  await using site = await changedSite();
  await using finished = await copyOf(site);
  const oldSite = await treeOf(join(site.path, "dist"));
  const calls = await callsOf(finished.path);
  const newSite = await treeOf(join(finished.path, "dist"));
  expect(oldSite).not.toEqual(newSite);
  // Every step that isn't one more file of the same kind, and a few of those.
  const moments = calls.flatMap((call, index) => (/assets\/./.test(call) && index % 20 !== 0 ? [] : [index + 1]));
  expect(moments.length).toBeGreaterThan(10);
  for (const at of moments) {
    await using copy = await copyOf(site);
    const killed = await spawnWithFault(copy.path, { at, fault: "kill" });
    expect(killed.code, `killed at ${calls[at - 1]}`).toBe(null);
    const out = await treeOf(join(copy.path, "dist"));
    // Between the two renames the old site is whole, but aside.
    const whole = out ?? (await treeOf(join(copy.path, ".dist.docs-build-old")));
    expect([oldSite, newSite], `killed at ${calls[at - 1]}`).toContainEqual(whole);
    const next = await runCli(["--quiet"], { cwd: copy.path });
    expect(`${next.code}${next.stderr}`, `after ${calls[at - 1]}`).toBe("0");
    expect(await treeOf(join(copy.path, "dist"))).toEqual(newSite);
    expect(await entriesOf(copy.path)).toEqual(["content", "dist"]);
  }
}, 600_000);

test.runIf(mayMount)(
  "after a kill while a mount point is updated, the next build finishes the site without leftovers",
  async () => {
    await using site = await temporaryFolder({ "content/index.md": "# Old", "content/old.md": "# Old" });
    await using dist = await mountAt(site, "a file system of its own");
    await runCli(["--quiet"], { cwd: site.path });
    await site.remove("content/old.md");
    await site.write({ "content/index.md": "# New" });
    await runCli(["--quiet", "--out", "whole"], { cwd: site.path });
    const calls = await callsOf(site.path);
    for (let at = 1; at <= calls.length; at += 25) {
      await site.write({ "content/index.md": `# At ${at}` });
      await spawnWithFault(site.path, { at, fault: "kill" });
      await site.write({ "content/index.md": "# New" });
      expect((await runCli(["--quiet"], { cwd: site.path })).stderr).toBe("");
      expect(await treeOf(dist.path)).toEqual(await treeOf(join(site.path, "whole")));
    }
  },
);
