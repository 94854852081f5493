import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Cost, medianOf, runNode } from "./measure.ts";
import {
  docusaurusPackages,
  type Generator,
  installPeers,
  prepareDocsBuild,
  prepareDocusaurus,
  prepareEleventy,
  prepareVitePress,
  withGuides,
} from "./peers.ts";
import { type RecordedSpeed, speedTable, type SpeedRow, withTable } from "./speed-table.ts";

/*
 * Whole sites beside the peers, in one run: cold, one page edited, nothing changed. Prints processor and memory too. Run:
 *
 *   npm run bench
 *
 * Generated pages, and this repository's site beside an Eleventy that builds its guides alone, without the reference. With
 * RECORD=1, as `npm run bench` has it, the run is written to recorded-speed.json and to the table of README.md. SIZES says
 * how many pages (18,1000), ROUNDS how many builds count (5; one where it takes longer than 20 s; medians are printed), PEERS which
 * peers (eleventy,vitepress,docusaurus; empty for none). More pages than MOST_FOR_ALL (1000) are built by docs-build and
 * Eleventy alone. The machine must have nothing else to do.
 */
const sizes = (process.env["SIZES"] ?? "18,1000").split(",").map(Number);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const peers = (process.env["PEERS"] ?? "eleventy,vitepress,docusaurus").split(",").filter((name) => name !== "");
const mostForAll = Number(process.env["MOST_FOR_ALL"] ?? 1000);
const longBuild = 20;

const cases = ["cold", "one edited", "unchanged"] as const;

await main();

async function main(): Promise<void> {
  await using folder = await temporaryFolder();
  const packages = peers.includes("docusaurus") ? docusaurusPackages : [];
  const modules = peers.length === 0 ? "" : await installPeers(join(folder.path, "peers"), packages);
  const rows: SpeedRow[] = [];
  const addRows = async (label: string, generators: readonly Generator[]): Promise<void> => {
    for (const name of cases) {
      const costs = await compare(generators, name);
      print(`${label}, ${name}`, costs);
      rows.push({ name: `${label}, ${name}`, seconds: costs.map(({ seconds }) => seconds) });
    }
  };
  const own = await prepareGuides(join(folder.path, "own"), modules);
  let names = own.map(({ name }) => name);
  for (const size of sizes) {
    const generators = await prepare(join(folder.path, String(size)), modules, size);
    if (size === sizes[0]) {
      names = generators.map(({ name }) => name);
      printHead(names);
    }
    await addRows(size.toLocaleString("en-US"), generators);
  }
  await addRows("this site", own);
  if (process.env["RECORD"] === "1") await record(names, rows);
}

async function record(generators: readonly string[], rows: readonly SpeedRow[]): Promise<void> {
  const commit = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).stdout.trim();
  const run: RecordedSpeed = {
    date: new Date().toISOString().slice(0, 10),
    commit,
    node: process.versions.node,
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    rounds,
    generators,
    rows: rows.map(({ name, seconds }) => ({ name, seconds: generators.map((_, index) => seconds[index] ?? null) })),
  };
  await writeFile("tests/bench/recorded-speed.json", `${JSON.stringify(run, null, 2)}\n`);
  await writeFile("README.md", withTable(await readFile("README.md", "utf8"), speedTable(run)));
}

async function prepareGuides(folder: string, modules: string): Promise<readonly Generator[]> {
  const own = await withGuides(await prepareDocsBuild(join(folder, "docs-build"), 1));
  if (!peers.includes("eleventy")) return [own];
  return [own, await withGuides(await prepareEleventy({ folder: join(folder, "eleventy"), modules }, 1))];
}

async function prepare(folder: string, modules: string, size: number): Promise<readonly Generator[]> {
  const inFolder = (name: string): { folder: string; modules: string } => ({ folder: join(folder, name), modules });
  const generators = [await prepareDocsBuild(join(folder, "docs-build"), size)];
  if (peers.includes("eleventy")) generators.push(await prepareEleventy(inFolder("eleventy"), size));
  if (size > mostForAll) return generators;
  if (peers.includes("vitepress")) generators.push(await prepareVitePress(inFolder("vitepress"), size));
  if (peers.includes("docusaurus")) generators.push(await prepareDocusaurus(inFolder("docusaurus"), size));
  return generators;
}

/** The generators take turns, so that other work on the machine affects all of them alike. */
async function compare(generators: readonly Generator[], name: (typeof cases)[number]): Promise<readonly Cost[]> {
  const builds = generators.map((generator) => ({ generator, costs: new Array<Cost>() }));
  for (let round = 0; round < rounds; round++)
    for (const { generator, costs } of builds) {
      if (costs.some(({ seconds }) => seconds > longBuild)) continue;
      const { folder, pages, outputs, command, edited } = generator;
      if (name === "cold") for (const path of outputs) await rm(join(folder, path), { recursive: true, force: true });
      if (name === "one edited") await edit(join(folder, pages, edited ?? "part-0/page-3.md"), round);
      costs.push(runNode(command, folder));
    }
  return builds.map(({ costs }) => medianOf(costs));
}

async function edit(file: string, round: number): Promise<void> {
  const text = (await readFile(file, "utf8")).replace(/\n*(?:Edit \d+\.\n)?$/, `\n\nEdit ${round}.\n`);
  await writeFile(file, text);
}

function printHead(names: readonly string[]): void {
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${date}, Node ${process.versions.node}, ${availableParallelism()} cores, median of ${rounds}`);
  console.log("Seconds (times docs-build's), of processor, MB at most");
  console.log(`| pages | ${names.join(" | ")} |`);
  console.log(`|---${"|---".repeat(names.length)}|`);
}

function print(name: string, costs: readonly Cost[]): void {
  const [own] = costs;
  const cells = costs.map((cost) => {
    const ratio = own === undefined || own === cost ? "" : ` (${short(cost.seconds / own.seconds)})`;
    return `${short(cost.seconds)}${ratio}, ${short(cost.processor)}, ${cost.megabytes.toFixed(0)}`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

function short(value: number): string {
  return value < 9.95 ? value.toFixed(value < 0.995 ? 2 : 1) : value.toFixed(0);
}
