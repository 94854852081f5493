import { appendFile, readdir, readFile, rm } from "node:fs/promises";
import { spawn } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { mayMount } from "../support/mounted-folder.ts";
import { runCli } from "../support/run-cli.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { smallReferenceFolder } from "../support/small-reference.ts";
import { strikeFiles } from "../support/strike-files.cjs";
import { shippedFolder, temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const cachedIn = (site: TemporaryFolder): string[] => ["--quiet", "--cache", join(site.path, ".cache")];

test("killing a build at any moment leaves a cache that the next build can use", async () => {
  await using site = await smallReferenceFolder();
  for (const milliseconds of [200, 400, 600, 900]) {
    const child = spawn(process.execPath, [bin, ...cachedIn(site)], { cwd: site.path, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    await ended;
    clearTimeout(timer);
    await appendFile(join(site.path, "content/versioning.md"), `\nAfter ${milliseconds}.\n`);
  }
  expect(await spawnCli(cachedIn(site), { cwd: site.path })).toEqual({ code: 0, stdout: "", stderr: "" });
  await spawnCli(["--quiet", "--no-cache", "--out", "fresh"], { cwd: site.path });
  expect(await treeOf(join(site.path, "dist"))).toEqual(await treeOf(join(site.path, "fresh")));
});

test.runIf(mayMount)("on a full disk, a build works without a cache, and without a message", async () => {
  await using site = await shippedFolder();
  await using disk = await temporaryFolder({ "cache/.keep": "" });
  const folder = join(disk.path, "cache");
  await runCommand("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { cwd: disk.path });
  try {
    const built = await spawnCli(["--quiet", "--cache", folder], { cwd: site.path });
    expect(built).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await readdir(join(folder, "docs-build-cache"))).toEqual(["CACHEDIR.TAG"]);
  } finally {
    await runCommand("umount", [folder], { cwd: disk.path });
  }
});

const small = {
  "content/index.md": "# Home\n\nTo [the guide](guide.md).",
  "content/guide.md": "# Guide\n\n## Part\n\nText.",
  "openapi/readme.txt": "none",
};

const cached = ["--quiet", "--cache", "cache"];

test.each([
  ["EIO", 2, 2],
  ["EROFS", 1, 3],
  ["EACCES", 2, 3],
  ["EXDEV", 3, 3],
])(
  "when a cache's disk fails with %s, from call %i on, in steps of %i, the site is still built the same",
  async (fault, first, step) => {
    await using site = await temporaryFolder(small);
    const dist = join(site.path, "dist");
    await runCli(["--quiet", "--no-cache"], { cwd: site.path });
    const expected = await treeOf(dist);
    const log = join(site.path, "openapi/calls.txt");
    let calls = 0;
    for (let at: number = first; at === first || calls >= at - step; at += step) {
      await site.write({ "openapi/calls.txt": "" });
      await rm(dist, { recursive: true });
      await rm(join(site.path, "cache"), { recursive: true, force: true });
      const restore = strikeFiles({ out: join(site.path, "cache"), log, at, fault });
      const result = await runCli(cached, { cwd: site.path });
      restore();
      expect(result, `from call ${at}`).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(await treeOf(dist), `from call ${at}`).toEqual(expected);
      calls = (await readFile(log, "utf8")).split("\n").length - 1;
    }
    expect(calls).toBeGreaterThan(2);
  },
);
