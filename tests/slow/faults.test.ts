import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callsOf, changedSite, copyOf, entriesOf, runWithFault, treeOf } from "../support/faults.ts";
import { mayMount, mountAt } from "../support/mounted-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const sources = ["content"];
/** Every test uses a copy of it. */
let changed: TemporaryFolder;
/** The same, built. */
let finished: TemporaryFolder;
let calls: readonly string[];

beforeAll(async () => {
  changed = await changedSite();
  finished = await copyOf(changed);
  calls = await callsOf(finished.path);
});

afterAll(async () => {
  for (const folder of [changed, finished]) await folder[Symbol.asyncDispose]();
});

test.each([
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "permission denied"],
  ["ENOENT", "a file or folder of it was moved or removed meanwhile"],
  ["EIO", "EIO"],
])(
  "when the disk fails with %s, the build says so in a sentence, and the old site is unchanged",
  async (fault, words) => {
    const oldSite = await treeOf(join(changed.path, "dist"));
    const moments = [1, Math.floor(calls.length / 2), calls.findIndex((call) => call.startsWith("rename")) + 1];
    for (const at of moments) {
      await using copy = await copyOf(changed);
      const { code, stderr } = await runWithFault(copy.path, { at, fault });
      expect(code, stderr).toBe(1);
      expect(stderr).toContain(`the site couldn't be written to ${join(copy.path, "dist")}: ${words}`);
      expect(stderr).not.toContain("    at ");
      expect(await treeOf(join(copy.path, "dist"))).toEqual(oldSite);
      expect(await entriesOf(copy.path)).toEqual([...sources, "dist"]);
    }
  },
);

test("when the new site can't replace the old one, the old one is restored, at the latest by the next build", async () => {
  await using site = await copyOf(changed);
  const oldSite = await treeOf(join(site.path, "dist"));
  const second = calls.findLastIndex((call) => call.startsWith("rename")) + 1;
  expect((await runWithFault(site.path, { at: second, fault: "once:EBUSY" })).code).toBe(1);
  expect(await treeOf(join(site.path, "dist"))).toEqual(oldSite);
  expect(await entriesOf(site.path)).toEqual([...sources, "dist"]);
  // From the second rename on, all renames fail, including the one that would restore the old site, so it stays aside.
  expect((await runWithFault(site.path, { at: second, fault: "EBUSY" })).code).toBe(1);
  expect(await treeOf(join(site.path, ".dist.docs-build-old"))).toEqual(oldSite);
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
  expect(await treeOf(join(site.path, "dist"))).toEqual(await treeOf(join(finished.path, "dist")));
});

test.runIf(mayMount)("a mount point whose update fails at any point is completed by the next build", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Old", "content/old.md": "# Old" });
  await using dist = await mountAt(site, "a file system of its own");
  expect((await runCli(["--quiet"], { cwd: site.path })).code).toBe(0);
  await site.remove("content/old.md");
  await site.write({ "content/index.md": "# New" });
  await runCli(["--quiet", "--out", "whole"], { cwd: site.path });
  const begun = await callsOf(site.path);
  const first = begun.findIndex((call) => call.includes("new-docs-build.json")) + 1;
  for (const at of [first + 1, Math.floor((first + begun.length) / 2), begun.length - 15]) {
    await site.write({ "content/index.md": `# At ${at}` });
    const { code, stderr } = await runWithFault(site.path, { at, fault: "EIO" });
    expect([code, stderr]).toEqual([1, expect.stringContaining("build again, which goes on from here")]);
    await site.write({ "content/index.md": "# New" });
    expect((await runCli(["--quiet"], { cwd: site.path })).stderr).toBe("");
    expect(await treeOf(dist.path)).toEqual(await treeOf(join(site.path, "whole")));
  }
});
