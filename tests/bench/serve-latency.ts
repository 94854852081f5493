import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { chromium, type Page } from "playwright-core";

import { findChromium } from "../support/find-chromium.ts";
import { sectionText } from "./generated-site.ts";

/*
 * From save to visible: how long after a Markdown file was written its new text is painted in an open browser. Run:
 *
 *   npm run compile && node tests/bench/run.mjs serve-latency
 *
 * docs-build and VitePress take turns on the same pages, in one browser and one run, so that the ratio means something
 * on any machine. VitePress is installed into a temporary folder (or taken from the folder that the variable VITEPRESS
 * names); without the network its column is left out. The time is taken in the page, in the first animation frame that shows the text.
 */
const rounds = Number(process.env["ROUNDS"] ?? 40);
const bin = resolve("bin/docs-build.js");

interface Contestant {
  readonly name: string;
  readonly file: string;
  readonly address: string;
  readonly process: ChildProcess;
}

/** What to call when a text is seen, by text. */
const shown = new Map<string, (time: number) => void>();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docs-build-bench-"));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  const contestants: Contestant[] = [];
  try {
    contestants.push(await startDocsBuild(join(folder, "docs-build"), "docs-build"));
    const vitepress = await startVitePress(join(folder, "vitepress"));
    if (vitepress !== null) contestants.push(vitepress);
    contestants.push(await startShippedSite(join(folder, "shipped")));
    const pages = new Map<Contestant, Page>();
    for (const contestant of contestants) {
      const page = await browser.newPage();
      await observe(page);
      await page.goto(contestant.address, { waitUntil: "load" });
      pages.set(contestant, page);
    }
    await wait(3_000);
    const times = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [contestant, page] of pages) {
        await page.bringToFront();
        await wait(250);
        times
          .get(contestant)
          ?.push(await saveToVisible(page, contestant.file, `token-${round}-${contestant.name.length}`));
      }
    }
    report(times);
  } finally {
    for (const contestant of contestants) contestant.process.kill("SIGKILL");
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In the page: reports, for every text that is waited for, the time of the first frame that shows it. */
async function observe(page: Page): Promise<void> {
  await page.exposeFunction("reportShown", (token: string, time: number) => shown.get(token)?.(time));
  await page.addInitScript({ content: observer });
}

const observer = `
  let last = "";
  const look = () => {
    const [token = ""] = document.body?.textContent?.match(/token-\\d+-\\d+/) ?? [];
    if (token !== last && token !== "") reportShown((last = token), performance.timeOrigin + performance.now());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

async function saveToVisible(page: Page, file: string, token: string): Promise<number> {
  const visible = new Promise<number>((resolveTime) => shown.set(token, resolveTime));
  const text = (await readFile(file, "utf8")).replace(/token-\d+-\d+/, token);
  const saved = performance.timeOrigin + performance.now();
  await writeFile(file, text);
  const time = await Promise.race([visible, wait(10_000, null)]);
  if (time === null) throw new Error(`${file}: ${token} was not shown within 10 s at ${page.url()}`);
  return time - saved;
}

function report(times: ReadonlyMap<Contestant, readonly number[]>): void {
  const medians = new Map<string, number>();
  for (const [{ name }, values] of times) {
    const sorted = values.slice(5).toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    medians.set(name, at(0.5));
    console.log(
      `${name.padEnd(34)} median ${at(0.5).toFixed(1)} ms, 10 % ${at(0.1).toFixed(1)}, 90 % ${at(0.9).toFixed(1)}`,
    );
  }
  const [own, other] = [medians.get("docs-build"), medians.get("VitePress")];
  if (own !== undefined && other !== undefined) console.log(`docs-build / VitePress = ${(own / other).toFixed(2)}`);
}

/** Eighteen pages as documentation has them: prose, lists, tables and code. */
async function writePages(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < 18; index++)
    await writeFile(join(folder, index === 0 ? "index.md" : `page-${index}.md`), pageText(index));
  return join(folder, "page-3.md");
}

function pageText(index: number): string {
  const sections = Array.from({ length: 10 }, (_, section) => sectionText(index, section));
  return `# Page ${index}\n\nThe first paragraph says token-0-0 and what the page is for.\n\n${sections.join("\n")}`;
}

async function startDocsBuild(folder: string, name: string): Promise<Contestant> {
  const file = await writePages(join(folder, "content"));
  const { address, child } = await serve(folder);
  return { name, file, address: `${address}page-3`, process: child };
}

async function startShippedSite(folder: string): Promise<Contestant> {
  for (const part of ["content", "openapi"]) await cp(resolve(part), join(folder, part), { recursive: true });
  const file = join(folder, "content/load-board.md");
  await writeFile(file, `${await readFile(file, "utf8")}\n\nSee token-0-0.\n`);
  const { address, child } = await serve(folder);
  return { name: "docs-build, this site's load-board", file, address: `${address}load-board`, process: child };
}

async function serve(folder: string): Promise<{ address: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [bin, "serve", "--watch", "--root", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { address: await addressIn(child), child };
}

async function startVitePress(folder: string): Promise<Contestant | null> {
  const file = await writePages(join(folder, "docs"));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const installed = process.env["VITEPRESS"];
  if (installed !== undefined) await symlink(join(installed, "node_modules"), join(folder, "node_modules"));
  else if (
    spawnSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "vitepress@1"], { cwd: folder }).status !== 0
  ) {
    console.log("VitePress could not be installed: its column is left out.");
    return null;
  }
  const env = { ...process.env, NO_COLOR: "1" };
  const command = join(folder, "node_modules/vitepress/bin/vitepress.js");
  const child = spawn(process.execPath, [command, "dev", "docs", "--port", "5799"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await addressIn(child);
  return { name: "VitePress", file, address: `${address}page-3`, process: child };
}

/** The first address that a server prints. */
async function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolveAddress, reject) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      const [address] = /http:\/\/localhost:\d+\/\S*/.exec(output) ?? [];
      if (address !== undefined) resolveAddress(address);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}

await main();
