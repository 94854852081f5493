import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { hostileMarkdown } from "../hostile/markdown.ts";
import { bin, type CommandResult, runCommand, spawnCli } from "../support/run-command.ts";
import { startServe } from "../support/serve-process.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

interface Cost {
  /** Of the processor, in milliseconds. */
  readonly time: number;
  /** At its peak, in megabytes. */
  readonly memory: number;
}

/** Runs the command in a folder, and measures it. A shell may set the limits of the system first. */
async function measure(
  { path, read }: TemporaryFolder,
  args: readonly string[],
  { limits = "true", heap }: { readonly limits?: string; readonly heap?: number } = {},
): Promise<CommandResult & Cost> {
  const preload = `--require ${join(import.meta.dirname, "../support/memory-preload.cjs")}`;
  const env = {
    NODE_OPTIONS: heap === undefined ? preload : `--max-old-space-size=${heap} ${preload}`,
    ...{ MEMORY_FILE: join(path, "memory.txt"), CPU_FILE: join(path, "cpu.txt") },
  };
  const command = `${limits} && exec "${process.execPath}" "${bin}" ${args.join(" ")}`;
  const result = await runCommand("sh", ["-c", command], { cwd: path, env });
  return { ...result, time: Number(await read("cpu.txt")), memory: Number(await read("memory.txt")) };
}

/** What a build of a number of linked pages costs, with 256 file descriptors, the limit of some systems. */
async function costOf(pageCount: number): Promise<Cost> {
  const pages = Array.from({ length: pageCount }, (_, index) => [
    `content/part-${index % 20}/page-${index}.md`,
    `# Page ${index}\n\n## Part\n\nSee [home](/) and *more* in \`code\`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n`,
  ]);
  await using site = await temporaryFolder({ "content/index.md": "# Home", ...Object.fromEntries(pages) });
  const { code, stderr, ...cost } = await measure(site, ["--quiet"], { limits: "ulimit -n 256" });
  expect(`${code}${stderr}`).toBe("0");
  return cost;
}

test("four times the pages take at most six times the work, and 600 less than 900 MB and 256 open files", async () => {
  const [few, many] = [await costOf(150), await costOf(600)];
  expect(many.time).toBeLessThan(6 * few.time);
  expect(many.memory).toBeLessThan(900);
});

test.runIf(existsSync("/proc/self/fd"))("15 rebuilds close every file and end every thread", async () => {
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
  for (let index = 4; index <= 18; index++) await edit(index);
  // Connections of this test's own requests come and go; what leaks stays.
  await expect.poll(async () => (await openResources()).files).toBeLessThanOrEqual(before.files + 5);
  await expect.poll(async () => (await openResources()).threads).toBeLessThanOrEqual(before.threads + 2);
});

test("the heaviest allowed Markdown stays below 700 MB of memory, and so does the refusal of heavier pages", async () => {
  const refused = hostileMarkdown.filter(({ name }) => /table of 500|300,000 lines|60,000 marks/.test(name));
  // Each alone, since a page has ten seconds; heavier ones are refused one after the other.
  for (const pages of [
    { tasks: "- [ ] a\n".repeat(25_000) },
    { table: `${"|a".repeat(220)}|\n${"|-".repeat(220)}|\n${`${"|a".repeat(220)}|\n`.repeat(220)}` },
    Object.fromEntries(refused.map(({ name, text }) => [name, text()])),
  ]) {
    const files = Object.entries(pages).map(([name, text]) => [`content/${name}.md`, text]);
    await using site = await temporaryFolder({ "content/index.md": "# Home", ...Object.fromEntries(files) });
    const { memory } = await measure(site, ["--quiet"]);
    expect(memory, Object.keys(pages).join()).toBeLessThan(700);
  }
}, 300_000);

test("init converts a site with large files of each kind with 170 MB of heap and below 400 MB of memory", async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: &a${index} [1]`).join("\n");
  const operations = Array.from({ length: 10_000 }, (_, index) => [
    `/p${index}`,
    { get: { operationId: `o${index}`, responses: { 200: { description: "x".repeat(60) } } } },
  ]);
  const pages = {
    plain: "lorem ipsum dolor sit amet consectetur\n".repeat(15_000),
    tasks: "- [ ] a\n".repeat(4_000),
    breaks: "a  \n".repeat(15_000),
    tags: '<a b="c" d={1}>x</a>\n'.repeat(3_500),
    links: "[a](b.md) ".repeat(5_000),
    notes: ":::note\n\nx\n\n:::\n\n".repeat(2_500),
  };
  await using folder = await temporaryFolder({
    "old/docusaurus.config.js": `export default { title: "A", x: [${"{ a: 1 },".repeat(30_000)}],
      presets: [["classic", { docs: { sidebarPath: "bars.js" } }]],
      plugins: [["docusaurus-plugin-openapi-docs", { config: { a: { specPath: "api.json" } } }]] };`,
    "old/bars.js": `export default { a: [${"'intro',".repeat(32_000)}] };`,
    "old/api.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: Object.fromEntries(operations),
    }),
    "old/docs/intro.md": "# Intro",
    "old/docs/more/_category_.yml": keys,
    "old/docs/more/front-matter.md": `---\n${keys}\n---\n`,
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`old/docs/${name}.mdx`, text])),
    "old/static/large.bin": new Uint8Array(3_000_000),
  });
  // With more heap, V8 doesn't collect the garbage of one file before the next, so the peak says nothing.
  const { code, stderr, memory } = await measure(folder, ["init", "new", "--from", "old"], { heap: 170 });
  expect({ code, bug: /a bug in docs-build/.test(stderr) }).toEqual({ code: 0, bug: false });
  expect(memory).toBeLessThan(400);
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
