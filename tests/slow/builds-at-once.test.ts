import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { changedSite, entriesOf, spawnWithFault } from "../support/faults.ts";
import { spawnCli } from "../support/run-command.ts";

test("when several builds write one folder at once, one writes and the others name it", async () => {
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

/** Waits for something that another process does. */
async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(5);
}
