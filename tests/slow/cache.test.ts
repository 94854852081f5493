import { appendFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, test } from "vitest";

import { treeOf } from "../support/faults.ts";
import { packsIn } from "../support/forge-pack.ts";
import { mayMount } from "../support/mounted-folder.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { smallReferenceFolder } from "../support/small-reference.ts";
import { shippedFolder, temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const cached = (site: TemporaryFolder): string[] => ["--quiet", "--cache", join(site.path, ".cache")];

async function expectSameSite(site: TemporaryFolder): Promise<void> {
  expect(await spawnCli(cached(site), { cwd: site.path })).toEqual({ code: 0, stdout: "", stderr: "" });
  await spawnCli(["--quiet", "--no-cache", "--out", "fresh"], { cwd: site.path });
  expect(await treeOf(join(site.path, "dist"))).toEqual(await treeOf(join(site.path, "fresh")));
}

test("a build that is killed at any moment leaves a cache that the next one can use", async () => {
  await using site = await smallReferenceFolder();
  for (const milliseconds of [200, 350, 500, 650, 800, 1000]) {
    const child = spawn(process.execPath, [bin, ...cached(site)], { cwd: site.path, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    await ended;
    clearTimeout(timer);
    await appendFile(join(site.path, "content/versioning.md"), `\nAfter ${milliseconds}.\n`);
  }
  await expectSameSite(site);
});

test("a cache in which bytes were changed gives the site that there is without it", async () => {
  await using site = await smallReferenceFolder();
  await spawnCli(cached(site), { cwd: site.path });
  for (const file of await packsIn(join(site.path, ".cache"))) {
    const bytes = await readFile(file);
    for (let place = 0; place < bytes.length; place += 5_001) bytes[place] = (bytes[place] ?? 0) ^ 1;
    await writeFile(file, bytes);
  }
  await expectSameSite(site);
});

test("a cache that is removed again and again while a build runs costs the build nothing but its memory", async () => {
  await using site = await smallReferenceFolder();
  await spawnCli(cached(site), { cwd: site.path });
  await appendFile(join(site.path, "content/versioning.md"), "\nChanged.\n");
  const building = new AbortController();
  const built = expectSameSite(site).finally(() => building.abort());
  while (!building.signal.aborted) {
    // What a build makes there meanwhile keeps the folder from going, now and then.
    await rm(join(site.path, ".cache"), { recursive: true, force: true }).catch(() => undefined);
    await nextTurn();
  }
  await built;
});

test("builds at once share a cache", async () => {
  await using site = await smallReferenceFolder();
  const runs = ["one", "two", "three"].map(async (out) =>
    spawnCli([...cached(site), "--out", out], { cwd: site.path }),
  );
  expect((await Promise.all(runs)).map(({ code, stderr }) => `${code}${stderr}`)).toEqual(["0", "0", "0"]);
  expect(await treeOf(join(site.path, "one"))).toEqual(await treeOf(join(site.path, "three")));
  await expectSameSite(site);
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
