import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { changedSite, treeOf } from "../support/faults.ts";
import { mayMount } from "../support/mounted-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runCommand, spawnCli } from "../support/run-command.ts";

/* Uses a disk that is really full, and one that is really read-only, where file systems may be mounted. */
test.runIf(mayMount)("on a full disk and on a read-only one, the old site stays, without leftover files", async () => {
  await using site = await changedSite();
  await using mounts = await temporaryFolder({ "disk/.keep": "" });
  const disk = join(mounts.path, "disk");
  const mount = async (...options: readonly string[]): Promise<void> => {
    const { code, stderr } = await runCommand("mount", [...options, "tmpfs", disk], { cwd: mounts.path });
    expect(`${code}${stderr}`).toBe("0");
  };
  await mount("-t", "tmpfs", "-o", "size=1000k");
  try {
    const build = async () => spawnCli(["--quiet", "--out", join(disk, "dist")], { cwd: site.path });
    expect((await build()).code).toBe(0);
    const oldSite = await treeOf(join(disk, "dist"));

    // A second site next to the first doesn't fit.
    await site.write({ "content/index.md": "# Newer", "content/static/large.bin": "x".repeat(400_000) });
    const full = await build();
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining("the disk is full")]);
    expect(await treeOf(join(disk, "dist"))).toEqual(oldSite);
    expect(await readdir(disk)).toEqual(["dist"]);

    await mount("-o", "remount,ro");
    const readOnly = await build();
    expect([readOnly.code, readOnly.stderr]).toEqual([1, expect.stringContaining("the file system is read-only")]);
    expect(await treeOf(join(disk, "dist"))).toEqual(oldSite);
    expect(await readdir(disk)).toEqual(["dist"]);
    for (const { stderr } of [full, readOnly]) expect(stderr).not.toContain("    at ");
  } finally {
    await runCommand("umount", [disk], { cwd: mounts.path });
  }
});
