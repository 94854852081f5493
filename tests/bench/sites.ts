import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { installPeers, writePages } from "./generated-site.ts";

/*
 * Whole sites beside the peers, in one run: cold, one page changed, nothing changed. Run:
 *
 *   npm run compile && node tests/bench/run.mjs sites
 *
 * SIZES=18,1000,10000 says how many pages (18,1000), ROUNDS how many builds count (5; medians are printed), PEERS which
 * peers (eleventy,vitepress; empty for none), PEERS_FOLDER where they are installed already. Ten thousand pages are
 * built by docs-build and Eleventy alone. The machine must have nothing else to do.
 */
const sizes = (process.env["SIZES"] ?? "18,1000").split(",").map(Number);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const peers = (process.env["PEERS"] ?? "eleventy,vitepress").split(",").filter((name) => name !== "");

interface Cost {
  readonly seconds: number;
  /** Of all threads and processes together. */
  readonly processor: number;
  /** The largest process. */
  readonly megabytes: number;
}

interface Contestant {
  readonly name: string;
  readonly folder: string;
  /** Where the Markdown lies, below the folder. */
  readonly pages: string;
  readonly command: readonly string[];
  /** What must be gone before a cold build. */
  readonly made: readonly string[];
}

const cases = ["cold", "one page changed", "nothing changed"] as const;

await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docs-build-bench-"));
  try {
    const modules = peers.length === 0 ? "" : await installPeers(folder);
    console.log(`node ${process.version}, ${availableParallelism()} cores, median of ${rounds}`);
    console.log("pages  case              generator      seconds  processor    MB  ratio of time");
    for (const size of sizes) await compare(size, await prepare(folder, modules, size));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(size: number, contestants: readonly Contestant[]): Promise<void> {
  for (const name of cases) {
    const costs = new Map<Contestant, Cost[]>(contestants.map((contestant) => [contestant, []]));
    for (let round = 0; round < rounds; round++)
      for (const [contestant, list] of costs) {
        if (name === "cold") for (const path of contestant.made) await remove(join(contestant.folder, path));
        if (name === "one page changed")
          await edit(join(contestant.folder, contestant.pages, "part-0/page-3.md"), round);
        list.push(measure(contestant));
      }
    const [own] = [...costs.values()].map(medianOf);
    for (const [contestant, list] of costs) print(size, name, contestant, medianOf(list), own);
  }
}

function print(size: number, name: string, { name: generator }: Contestant, cost: Cost, own: Cost | undefined): void {
  const ratio = own === undefined ? "" : (own.seconds / cost.seconds).toFixed(2);
  console.log(
    [
      String(size).padStart(5),
      name.padEnd(16),
      generator.padEnd(12),
      cost.seconds.toFixed(2).padStart(9),
      cost.processor.toFixed(2).padStart(10),
      cost.megabytes.toFixed(0).padStart(5),
      ratio.padStart(8),
    ].join("  "),
  );
}

/** Linux' own time(1) knows what a command and its children took. */
function measure({ name, folder, command }: Contestant): Cost {
  const env = { ...process.env, NODE_ENV: "production", DOCS_BUILD_CACHE: join(folder, ".cache") };
  const args = ["-f", "%e %U %S %M", ...command];
  const { status, stderr } = spawnSync("/usr/bin/time", args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(-2000)}`);
  const [seconds = 0, user = 0, system = 0, kilobytes = 0] = (stderr.trim().split("\n").at(-1) ?? "")
    .split(" ")
    .map(Number);
  return { seconds, processor: user + system, megabytes: kilobytes / 1024 };
}

function medianOf(costs: readonly Cost[]): Cost {
  const middle = (read: (cost: Cost) => number): number =>
    costs.map(read).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? Number.NaN;
  return {
    seconds: middle((cost) => cost.seconds),
    processor: middle((cost) => cost.processor),
    megabytes: middle((cost) => cost.megabytes),
  };
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

async function edit(file: string, round: number): Promise<void> {
  const text = (await readFile(file, "utf8")).replace(/\n*(?:Edit \d+\.\n)?$/, `\n\nEdit ${round}.\n`);
  await writeFile(file, text);
}

async function prepare(folder: string, modules: string, size: number): Promise<readonly Contestant[]> {
  const place = (name: string): string => join(folder, `${name}-${size}`);
  const docsBuild: Contestant = {
    name: "docs-build",
    folder: place("docs-build"),
    pages: "content",
    command: [process.execPath, resolve("bin/docs-build.js"), "--quiet"],
    made: ["dist", ".cache"],
  };
  const eleventy: Contestant = {
    name: "Eleventy",
    folder: place("eleventy"),
    pages: "pages",
    command: [process.execPath, join(modules, "@11ty/eleventy/cmd.cjs"), "--quiet", "--input=pages"],
    made: ["_site", ".cache"],
  };
  const vitepress: Contestant = {
    name: "VitePress",
    folder: place("vitepress"),
    pages: ".",
    command: [process.execPath, join(modules, "vitepress/bin/vitepress.js"), "build", "."],
    made: [".vitepress/dist", ".vitepress/cache", ".vitepress/.temp"],
  };
  const contestants = [
    docsBuild,
    ...(peers.includes("eleventy") ? [eleventy] : []),
    ...(peers.includes("vitepress") && size <= 1000 ? [vitepress] : []),
  ];
  for (const { folder: home, pages } of contestants) await writePages(join(home, pages), size);
  // It looks for its own packages beside the pages.
  if (contestants.includes(vitepress)) await symlink(modules, join(vitepress.folder, "node_modules"));
  if (contestants.includes(eleventy))
    await writeFile(join(eleventy.folder, "eleventy.config.js"), eleventyConfig(modules));
  return contestants;
}

function eleventyConfig(modules: string): string {
  return `import highlight from ${JSON.stringify(join(modules, "@11ty/eleventy-plugin-syntaxhighlight/.eleventy.js"))};
import anchors from ${JSON.stringify(join(modules, "markdown-it-anchor/dist/markdownItAnchor.mjs"))};
export default (config) => {
  config.addPlugin(highlight);
  config.amendLibrary("md", (library) => library.use(anchors));
};
`;
}
