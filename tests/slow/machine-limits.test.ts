import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { hostileMarkdown } from "../hostile/markdown.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("500 pages build with 256 file descriptors, the limit of some systems", async () => {
  await using site = await temporaryFolder();
  await mkdir(join(site.path, "content"));
  for (let index = 0; index < 500; index++)
    await writeFile(join(site.path, `content/page-${index}.md`), `# Page ${index}\n`);
  const { code, stdout, stderr } = await runCommand(
    "sh",
    ["-c", `ulimit -n 256 && exec "${process.execPath}" "${bin}"`],
    { cwd: site.path },
  );
  expect(`${code}${stderr}`).toBe("0");
  expect(stdout).toContain("501 pages");
});

test("the heaviest allowed Markdown stays below 1 GB of memory, and so does the refusal of heavier pages", async () => {
  const heavy = {
    "content/plain.md": ("lorem ipsum dolor sit amet consectetur adipiscing elit sed do\n".repeat(8) + "\n").repeat(
      10_000,
    ),
    "content/tasks.md": "- [ ] a\n".repeat(25_000),
    "content/breaks.md": "a  \n".repeat(90_000),
    "content/table.md": `${"|a".repeat(220)}|\n${"|-".repeat(220)}|\n${`${"|a".repeat(220)}|\n`.repeat(220)}`,
  };
  const refused = hostileMarkdown.filter(({ name }) => /table of 500|300,000 lines|60,000 marks/.test(name));
  const cases: readonly Readonly<Record<string, string>>[] = [
    ...Object.entries(heavy).map(([file, text]) => ({ [file]: text })),
    // Files are refused one after the other.
    Object.fromEntries(refused.map(({ name, text }) => [`content/${name}.md`, text()])),
  ];
  for (const files of cases) {
    await using site = await temporaryFolder({ "content/index.md": "# Home", ...files });
    const memory = join(site.path, "memory.txt");
    const env = {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, "../support/memory-preload.cjs")}`,
      MEMORY_FILE: memory,
    };
    await spawnCli(["--quiet"], { cwd: site.path, env });
    expect(Number(await readFile(memory, "utf8")), Object.keys(files).join()).toBeLessThan(1000);
  }
}, 300_000);

test("init converts a site with large files of each kind with 500 MB of heap and below 800 MB of memory", async () => {
  const keys = Array.from({ length: 60_000 }, (_, index) => `k${index}: &a${index} [1]`).join("\n");
  const operations = Array.from({ length: 30_000 }, (_, index) => [
    `/p${index}`,
    { get: { operationId: `o${index}`, responses: { 200: { description: "x".repeat(60) } } } },
  ]);
  const pages = {
    plain: "lorem ipsum dolor sit amet consectetur\n".repeat(45_000),
    tasks: "- [ ] a\n".repeat(12_000),
    breaks: "a  \n".repeat(45_000),
    tags: '<a b="c" d={1}>x</a>\n'.repeat(10_000),
    links: "[a](b.md) ".repeat(15_000),
    notes: ":::note\n\nx\n\n:::\n\n".repeat(7_000),
  };
  await using folder = await temporaryFolder({
    "old/docusaurus.config.js": `export default { title: "A", x: [${"{ a: 1 },".repeat(90_000)}],
      presets: [["classic", { docs: { sidebarPath: "bars.js" } }]],
      plugins: [["docusaurus-plugin-openapi-docs", { config: { a: { specPath: "api.json" } } }]] };`,
    "old/bars.js": `export default { a: [${"'intro',".repeat(95_000)}] };`,
    "old/api.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: Object.fromEntries(operations),
    }),
    "old/docs/intro.md": "# Intro",
    "old/docs/more/_category_.yml": keys,
    "old/docs/more/front-matter.md": `---\n${keys}\n---\n`,
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`old/docs/${name}.mdx`, text])),
    "old/static/large.bin": new Uint8Array(8_000_000),
  });
  const memory = join(folder.path, "memory.txt");
  // With more heap, V8 doesn't collect the garbage of one file before the next, so the peak says nothing.
  const env = {
    NODE_OPTIONS: `--max-old-space-size=500 --require ${join(import.meta.dirname, "../support/memory-preload.cjs")}`,
    MEMORY_FILE: memory,
  };
  const { code, stderr } = await spawnCli(["init", "new", "--from", "old"], { cwd: folder.path, env });
  expect({ code, bug: /a bug in docs-build/.test(stderr) }).toEqual({ code: 0, bug: false });
  expect(Number(await readFile(memory, "utf8"))).toBeLessThan(800);
});

test("when memory runs out, the command fails and the old site is kept", async () => {
  await using site = await temporaryFolder({ "content/index.md": "# Home" });
  await spawnCli(["--quiet"], { cwd: site.path });
  const heavy = `${"|a".repeat(220)}|\n${"|-".repeat(220)}|\n${`${"|a".repeat(220)}|\n`.repeat(220)}`;
  await site.write({ "content/index.md": "# Other", "content/heavy.md": heavy });
  const env = { NODE_OPTIONS: "--max-old-space-size=60" };
  const { code, stderr } = await spawnCli(["--quiet"], { cwd: site.path, env });
  expect(code).not.toBe(0);
  expect(stderr).toContain("heap out of memory");
  expect(await readFile(join(site.path, "dist/index.html"), "utf8")).toContain("<h1>Home</h1>");
});
