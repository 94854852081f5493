import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { callsOf, changedSite, copyOf, runWithFault, treeOf } from "../support/faults.ts";
import { runCli } from "../support/run-cli.ts";

const sources = ["content"];
const minutes = 60_000;

/** What lies in the site's folder, the test's own notes aside. */
async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== "calls.log").sort();
}

test(
  "killed at any moment of the write stage, the old or the new site is whole, and the next build needs no cleaning",
  async () => {
    await using site = await changedSite();
    await using finished = await copyOf(site);
    const oldSite = await treeOf(join(site.path, "dist"));
    const calls = await callsOf(finished.path);
    const newSite = await treeOf(join(finished.path, "dist"));
    expect(oldSite).not.toEqual(newSite);
    // Every step that is not one more file of the same kind, and a few of those.
    const moments = calls.flatMap((call, index) => (/assets\/./.test(call) && index % 8 !== 0 ? [] : [index + 1]));
    expect(moments.length).toBeGreaterThan(12);
    for (const at of moments) {
      await using copy = await copyOf(site);
      const killed = await runWithFault(copy.path, { at, fault: "kill" });
      expect(killed.code, `killed at ${calls[at - 1]}`).toBe(null);
      const out = await treeOf(join(copy.path, "dist"));
      // Between the two renames the old site is whole, but aside.
      const whole = out ?? (await treeOf(join(copy.path, ".dist.docs-build-old")));
      expect([oldSite, newSite], `killed at ${calls[at - 1]}`).toContainEqual(whole);
      const next = await runCli(["--quiet"], { cwd: copy.path });
      expect(`${next.code}${next.stderr}`, `after ${calls[at - 1]}`).toBe("0");
      expect(await treeOf(join(copy.path, "dist"))).toEqual(newSite);
      expect(await entriesOf(copy.path)).toEqual([...sources, "dist"]);
    }
  },
  10 * minutes,
);

test.each([
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "permission denied"],
  ["EIO", "EIO"],
])(
  "when the disk says %s, the build says so in a sentence, and the old site is as it was",
  async (fault, words) => {
    await using site = await changedSite();
    const oldSite = await treeOf(join(site.path, "dist"));
    await using finished = await copyOf(site);
    const calls = await callsOf(finished.path);
    const moments = [1, Math.floor(calls.length / 2), calls.findIndex((call) => call.startsWith("rename")) + 1];
    for (const at of moments) {
      await using copy = await copyOf(site);
      const { code, stderr } = await runWithFault(copy.path, { at, fault });
      expect(code, stderr).toBe(1);
      expect(stderr).toContain(`the site could not be written to ${join(copy.path, "dist")}: ${words}`);
      expect(stderr).not.toContain("    at ");
      expect(await treeOf(join(copy.path, "dist"))).toEqual(oldSite);
      expect(await entriesOf(copy.path)).toEqual([...sources, "dist"]);
    }
  },
  2 * minutes,
);

test("when the new site cannot take the old one's place, the old one comes back; at the next build if not before", async () => {
  await using site = await changedSite();
  const oldSite = await treeOf(join(site.path, "dist"));
  await using finished = await copyOf(site);
  const calls = await callsOf(finished.path);
  const second = calls.findLastIndex((call) => call.startsWith("rename")) + 1;
  expect((await runWithFault(site.path, { at: second, fault: "once:EBUSY" })).code).toBe(1);
  expect(await treeOf(join(site.path, "dist"))).toEqual(oldSite);
  expect(await entriesOf(site.path)).toEqual([...sources, "dist"]);
  // From the second rename on nothing can be renamed: the way back fails too, and the old site waits aside.
  expect((await runWithFault(site.path, { at: second, fault: "EBUSY" })).code).toBe(1);
  expect(await treeOf(join(site.path, ".dist.docs-build-old"))).toEqual(oldSite);
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
  expect(await treeOf(join(site.path, "dist"))).toEqual(await treeOf(join(finished.path, "dist")));
});

test("of builds that write one folder at once, one writes and the others say who does", async () => {
  await using site = await changedSite();
  const gate = join(site.path, "content/.go");
  const first = runWithFault(site.path, { at: 5, fault: `hold:${gate}` });
  await waitFor(async () => (await readFile(join(site.path, ".dist.docs-build-lock"), "utf8").catch(() => "")) !== "");
  const losers = await Promise.all([runCli(["--quiet"], { cwd: site.path }), runCli(["--quiet"], { cwd: site.path })]);
  for (const { code, stderr } of losers) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/another build \(process \d+ on .+\) is writing this output folder/);
  }
  await writeFile(gate, "");
  expect((await first).code).toBe(0);
  expect(await readFile(join(site.path, "dist/index.html"), "utf8")).toContain("<h1>New</h1>");
  expect(await entriesOf(site.path)).toEqual([...sources, "dist"]);
});

test(
  "three builds at once leave one whole site and no litter",
  async () => {
    await using site = await changedSite();
    const runs = await Promise.all([1, 2, 3].map(async () => runCli(["--quiet"], { cwd: site.path })));
    expect(runs.some(({ code }) => code === 0)).toBe(true);
    for (const { code, stderr } of runs) expect(code === 0 || stderr.includes("another build")).toBe(true);
    expect((await runCli(["verify", "--quiet"], { cwd: site.path })).code).toBe(0);
    expect(await entriesOf(site.path)).toEqual([...sources, "dist"]);
  },
  minutes,
);

test.each([
  ["of a process that is gone", (host: string) => JSON.stringify({ process: 4_000_000, host, began: "1" })],
  [
    "whose number another process has by now",
    (host: string) => JSON.stringify({ process: process.pid, host, began: "1" }),
  ],
  ["that was made but never filled", () => ""],
  ["that is no lock", () => "{"],
])("a lock %s is taken over", async (_, toLock) => {
  await using site = await changedSite();
  await site.write({ ".dist.docs-build-lock": toLock(hostname()) });
  const { code, stderr } = await runCli(["--quiet"], { cwd: site.path });
  expect(`${code}${stderr}`).toBe("0");
  expect(await entriesOf(site.path)).toEqual([...sources, "dist"]);
});

test("a lock of another machine holds while it beats, and no longer", async () => {
  await using site = await changedSite();
  const lock = join(site.path, ".dist.docs-build-lock");
  await writeFile(lock, JSON.stringify({ process: 1, host: "elsewhere", began: null }));
  const refused = await runCli(["--quiet"], { cwd: site.path });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining("another build (process 1 on elsewhere)"),
  ]);
  await utimes(lock, new Date(0), new Date(0));
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
});

test("a place where no folder can be is told in one sentence", async () => {
  await using site = await changedSite();
  const { code, stderr } = await runCli(["--quiet", "--out", "content/index.md/dist"], { cwd: site.path });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error the output folder .* is not replaced: it lies in content\//m);
  const below = await runCli(["--quiet", "--out", "/dev/null/dist"], { cwd: site.path });
  expect([below.code, below.stderr]).toEqual([
    1,
    expect.stringContaining("/dev/null/dist: a part of its path is a file"),
  ]);
  expect(below.stderr).not.toContain("    at ");
});

/** Waits for something that another process does. */
async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(5);
}
