import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { hostileMarkdown } from "../hostile/markdown.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("3,000 pages build with 64 file descriptors", async () => {
  await using site = await temporaryFolder();
  await mkdir(join(site.path, "content"));
  for (let index = 0; index < 3000; index++)
    await writeFile(join(site.path, `content/page-${index}.md`), `# Page ${index}\n`);
  const { code, stdout, stderr } = await runCommand(
    "sh",
    ["-c", `ulimit -n 64 && exec "${process.execPath}" "${bin}"`],
    { cwd: site.path },
  );
  expect(`${code}${stderr}`).toBe("0");
  expect(stdout).toContain("3001 pages");
}, 180_000);

test("the heaviest Markdown that passes the limits stays below 1 GB of memory; what does not pass is refused below it", async () => {
  const heavy = {
    "content/plain.md": ("lorem ipsum dolor sit amet consectetur adipiscing elit sed do\n".repeat(8) + "\n").repeat(
      10_000,
    ),
    "content/tasks.md": "- [ ] a\n".repeat(25_000),
    "content/breaks.md": "a  \n".repeat(90_000),
    "content/table.md": `${"|a".repeat(220)}|\n${"|-".repeat(220)}|\n${`${"|a".repeat(220)}|\n`.repeat(220)}`,
  };
  const refused = hostileMarkdown.filter(({ name }) => /table of 500|300,000 lines|60,000 marks/.test(name));
  const cases = [...Object.entries(heavy), ...refused.map(({ name, text }) => [`content/${name}.md`, text()] as const)];
  for (const [file, text] of cases) {
    await using site = await temporaryFolder({ "content/index.md": "# Home", [file]: text });
    const memory = join(site.path, "memory.txt");
    const env = {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, "../support/memory-preload.cjs")}`,
      MEMORY_FILE: memory,
    };
    await spawnCli(["--quiet"], { cwd: site.path, env });
    expect(Number(await readFile(memory, "utf8")), file).toBeLessThan(1000);
  }
}, 300_000);

test("when the memory runs out all the same, the command fails and the old site is kept", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home" });
  await spawnCli(["--quiet"], { cwd: site.path });
  const heavy = `${"|a".repeat(220)}|\n${"|-".repeat(220)}|\n${`${"|a".repeat(220)}|\n`.repeat(220)}`;
  await site.write({ "content/index.md": "# Other", "content/heavy.md": heavy });
  const env = { NODE_OPTIONS: "--max-old-space-size=60" };
  const { code, stderr } = await spawnCli(["--quiet"], { cwd: site.path, env });
  expect(code).not.toBe(0);
  expect(stderr).toContain("heap out of memory");
  expect(await readFile(join(site.path, "dist/index.html"), "utf8")).toContain("<h1>Home</h1>");
}, 60_000);
