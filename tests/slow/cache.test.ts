import { appendFile, readdir } from "node:fs/promises";
import { spawn } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { mayMount } from "../support/mounted-folder.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { smallReferenceFolder } from "../support/small-reference.ts";
import { shippedFolder, temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const cached = (site: TemporaryFolder): string[] => ["--quiet", "--cache", join(site.path, ".cache")];

test("a build that is killed at any moment leaves a cache that the next one can use", async () => {
  await using site = await smallReferenceFolder();
  for (const milliseconds of [200, 400, 600, 900]) {
    const child = spawn(process.execPath, [bin, ...cached(site)], { cwd: site.path, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    await ended;
    clearTimeout(timer);
    await appendFile(join(site.path, "content/versioning.md"), `\nAfter ${milliseconds}.\n`);
  }
  expect(await spawnCli(cached(site), { cwd: site.path })).toEqual({ code: 0, stdout: "", stderr: "" });
  await spawnCli(["--quiet", "--no-cache", "--out", "fresh"], { cwd: site.path });
  expect(await treeOf(join(site.path, "dist"))).toEqual(await treeOf(join(site.path, "fresh")));
});

test.runIf(mayMount)("on a disk that is full a build does without a cache, and says nothing of it", async () => {
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
