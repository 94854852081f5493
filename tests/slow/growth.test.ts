import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startServe } from "../support/serve-process.ts";

/** Processor time in milliseconds and memory in megabytes for a build with a number of linked pages. */
async function costOf(pageCount: number): Promise<{ readonly time: number; readonly memory: number }> {
  const pages = Array.from({ length: pageCount }, (_, index) => [
    `content/part-${index % 20}/page-${index}.md`,
    `# Page ${index}\n\n## Part\n\nSee [home](/) and *more* in \`code\`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n`,
  ]);
  await using site = await temporaryFolder({ "content/index.md": "# Home", ...Object.fromEntries(pages) });
  const env = {
    NODE_OPTIONS: `--require ${join(import.meta.dirname, "../support/memory-preload.cjs")}`,
    MEMORY_FILE: join(site.path, "memory.txt"),
    CPU_FILE: join(site.path, "cpu.txt"),
  };
  const { code, stderr } = await spawnCli(["--quiet"], { cwd: site.path, env });
  expect(`${code}${stderr}`).toBe("0");
  return { time: Number(await site.read("cpu.txt")), memory: Number(await site.read("memory.txt")) };
}

test("four times the pages take at most six times the work, and a thousand less than 1.2 GB", async () => {
  const [few, many] = [await costOf(250), await costOf(1000)];
  expect(many.time).toBeLessThan(6 * few.time);
  expect(many.memory).toBeLessThan(1200);
});

test.runIf(existsSync("/proc/self/fd"))("25 rebuilds close every file and end every thread", async () => {
  await using folder = await temporaryFolder({ "content/index.md": "# Home" });
  await using server = await startServe(["--port", "0", "--root", folder.path, "--watch"]);
  const openResources = async (): Promise<{ readonly files: number; readonly threads: number }> => {
    const count = async (what: string): Promise<number> => (await readdir(`/proc/${server.child.pid}/${what}`)).length;
    return { files: await count("fd"), threads: await count("task") };
  };
  const edit = async (index: number): Promise<void> => {
    await folder.write({ "content/index.md": `# Home ${index}` });
    await server.untilPage("/", (html) => html.includes(`<h1>Home ${index}</h1>`));
  };
  for (let index = 1; index <= 3; index++) await edit(index);
  const before = await openResources();
  for (let index = 4; index <= 28; index++) await edit(index);
  // Connections of this test's own requests come and go; what leaks stays.
  await expect.poll(async () => (await openResources()).files).toBeLessThanOrEqual(before.files + 5);
  await expect.poll(async () => (await openResources()).threads).toBeLessThanOrEqual(before.threads + 2);
});
