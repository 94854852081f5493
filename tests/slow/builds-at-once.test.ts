import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { changedSite, entriesOf, spawnWithFault } from "../support/faults.ts";
import { spawnCli } from "../support/run-command.ts";

test("of builds that write one folder at once, one writes and the others say who does", async () => {
  await using site = await changedSite();
  const gate = join(site.path, "content/.go");
  const first = spawnWithFault(site.path, { at: 5, fault: `hold:${gate}` });
  await waitFor(async () => (await readFile(join(site.path, ".dist.docs-build-lock"), "utf8").catch(() => "")) !== "");
  const losers = await Promise.all([
    spawnCli(["--quiet"], { cwd: site.path }),
    spawnCli(["--quiet"], { cwd: site.path }),
  ]);
  for (const { code, stderr } of losers) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/another build \(process \d+ on .+\) is writing this output folder/);
  }
  await writeFile(gate, "");
  expect((await first).code).toBe(0);
  expect(await readFile(join(site.path, "dist/index.html"), "utf8")).toContain("<h1>New</h1>");
  expect(await entriesOf(site.path)).toEqual(["content", "dist"]);
});

test("a build that is suspended for long keeps its lock, and ends when it goes on", async () => {
  await using site = await changedSite();
  const [gate, lock] = [join(site.path, "content/.go"), join(site.path, ".dist.docs-build-lock")];
  const first = spawnWithFault(site.path, { at: 5, fault: `hold:${gate}` });
  await waitFor(async () => (await readFile(lock, "utf8").catch(() => "")) !== "");
  const { process: id }: { readonly process: number } = JSON.parse(await readFile(lock, "utf8"));
  process.kill(id, "SIGSTOP");
  // As if it had been silent since then.
  await utimes(lock, new Date(0), new Date(0));
  const other = await spawnCli(["--quiet"], { cwd: site.path });
  process.kill(id, "SIGCONT");
  await writeFile(gate, "");
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining(`another build (process ${id} on `)]);
  expect((await first).code).toBe(0);
  expect(await entriesOf(site.path)).toEqual(["content", "dist"]);
});

test("three builds at once leave one whole site and no litter", async () => {
  await using site = await changedSite();
  const runs = await Promise.all([1, 2, 3].map(async () => spawnCli(["--quiet"], { cwd: site.path })));
  expect(runs.some(({ code }) => code === 0)).toBe(true);
  for (const { code, stderr } of runs) expect(code === 0 || stderr.includes("another build")).toBe(true);
  expect((await spawnCli(["verify", "--quiet"], { cwd: site.path })).code).toBe(0);
  expect(await entriesOf(site.path)).toEqual(["content", "dist"]);
});

/** Waits for something that another process does. */
async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(5);
}
