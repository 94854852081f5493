import { readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
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
} from "./peers.ts";

/*
 * Whole sites beside the peers, in one run: cold, one page edited, nothing changed. Prints the table of README.md beside this file. Run:
 *
 *   npm run compile && node tests/bench/run.mjs sites
 *
 * SIZES=18,1000,10000 says how many pages (18,1000), ROUNDS how many builds count (5; one where it takes longer than 20 s;
 * medians are printed), PEERS which peers (eleventy,vitepress; docusaurus as well; empty for none). Ten thousand pages
 * are built by docs-build and Eleventy alone. The machine must have nothing else to do.
 */
const sizes = (process.env["SIZES"] ?? "18,1000").split(",").map(Number);
const rounds = Number(process.env["ROUNDS"] ?? 5);
const peers = (process.env["PEERS"] ?? "eleventy,vitepress").split(",").filter((name) => name !== "");
const longBuild = 20;

const cases = ["cold", "one edited", "unchanged"] as const;

await main();

async function main(): Promise<void> {
  await using folder = await temporaryFolder();
  const packages = peers.includes("docusaurus") ? docusaurusPackages : [];
  const modules = peers.length === 0 ? "" : await installPeers(join(folder.path, "peers"), packages);
  for (const size of sizes) {
    const generators = await prepare(join(folder.path, String(size)), modules, size);
    if (size === sizes[0]) printHead(generators);
    for (const name of cases) print(`${size.toLocaleString("en-US")}, ${name}`, await compare(generators, name));
  }
}

async function prepare(folder: string, modules: string, size: number): Promise<readonly Generator[]> {
  const place = (name: string): { folder: string; modules: string } => ({ folder: join(folder, name), modules });
  const generators = [await prepareDocsBuild(join(folder, "docs-build"), size)];
  if (peers.includes("eleventy")) generators.push(await prepareEleventy(place("eleventy"), size));
  if (size > 1000) return generators;
  if (peers.includes("vitepress")) generators.push(await prepareVitePress(place("vitepress"), size));
  if (peers.includes("docusaurus")) generators.push(await prepareDocusaurus(place("docusaurus"), size));
  return generators;
}

/** The generators take turns, so that they share what else the machine does. */
async function compare(generators: readonly Generator[], name: (typeof cases)[number]): Promise<readonly Cost[]> {
  const builds = generators.map((generator) => ({ generator, costs: new Array<Cost>() }));
  for (let round = 0; round < rounds; round++)
    for (const { generator, costs } of builds) {
      if (costs.some(({ seconds }) => seconds > longBuild)) continue;
      const { folder, pages, made, command } = generator;
      if (name === "cold") for (const path of made) await rm(join(folder, path), { recursive: true, force: true });
      if (name === "one edited") await edit(join(folder, pages, "part-0/page-3.md"), round);
      costs.push(runNode(command, folder));
    }
  return builds.map(({ costs }) => medianOf(costs));
}

async function edit(file: string, round: number): Promise<void> {
  const text = (await readFile(file, "utf8")).replace(/\n*(?:Edit \d+\.\n)?$/, `\n\nEdit ${round}.\n`);
  await writeFile(file, text);
}

function printHead(generators: readonly Generator[]): void {
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${date}, Node ${process.versions.node}, ${availableParallelism()} cores, median of ${rounds}`);
  console.log("Seconds (times docs-build's), of processor, MB at most");
  console.log(`| pages | ${generators.map(({ name }) => name).join(" | ")} |`);
  console.log(`|---${"|---".repeat(generators.length)}|`);
}

function print(name: string, costs: readonly Cost[]): void {
  const [own] = costs;
  const cells = costs.map((cost) => {
    const ratio = own === undefined || own === cost ? "" : ` (${(cost.seconds / own.seconds).toPrecision(2)})`;
    return `${short(cost.seconds)}${ratio}, ${short(cost.processor)}, ${cost.megabytes.toFixed(0)}`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

function short(value: number): string {
  return value < 9.95 ? value.toFixed(value < 0.995 ? 2 : 1) : value.toFixed(0);
}
