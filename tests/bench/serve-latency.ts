import { type ChildProcess, spawn } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "playwright-core";

import { temporaryFolder } from "../support/temporary-folder.ts";
import { median } from "./measure.ts";
import { installPeers, prepareDocsBuild, prepareVitePress } from "./peers.ts";
import { startBrowser } from "./slow-reader.ts";

/*
 * From save to visible: how long after a Markdown file was written its new text is painted in an open browser. Run:
 *
 *   npm run compile && node tests/bench/run.mjs serve-latency
 *
 * docs-build and VitePress take turns on the same pages, in one browser and one run, so that the ratio means something
 * on any machine. The time is taken in the page, in the first animation frame that shows the text. PEERS_FOLDER says where
 * VitePress is installed already, ROUNDS how many edits count (40). BASE_FOLDER names a checkout of another commit,
 * compiled: it takes turns too, with the same pages and with its own site, which then is the one for both.
 */
const rounds = Number(process.env["ROUNDS"] ?? 40);
const base = process.env["BASE_FOLDER"];
const checkouts = [process.cwd(), ...(base === undefined ? [] : [resolve(base)])];
const [siteFolder = ""] = checkouts.slice(-1);
const bin = "bin/docs-build.js";

interface Contestant {
  readonly name: string;
  readonly file: string;
  readonly address: string;
  readonly process: ChildProcess;
}

/** What to call when a text is seen, by text. */
const shown = new Map<string, (time: number) => void>();

async function main(): Promise<void> {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const contestants: Contestant[] = [];
  try {
    for (const checkout of checkouts) {
      const name = checkout === process.cwd() ? "docs-build" : basename(checkout);
      contestants.push(await startDocsBuild(join(folder.path, `${name} pages`), { name, checkout }));
      contestants.push(await startSite(join(folder.path, `${name} site`), { name, checkout }));
    }
    const own = {
      name: "docs-build, findings",
      checkout: process.cwd(),
      words: "and [more](/ahead), and [more](/of-it)",
    };
    contestants.push(await startDocsBuild(join(folder.path, "findings"), own));
    contestants.push(await startVitePress(folder.path));
    const pages = new Map<Contestant, Page>();
    for (const contestant of contestants) {
      const page = await browser.newPage();
      await observe(page);
      await page.goto(contestant.address, { waitUntil: "load" });
      pages.set(contestant, page);
    }
    await wait(3_000);
    const times = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
    for (let round = 0; round < rounds; round++)
      for (const [contestant, page] of pages) {
        await page.bringToFront();
        await wait(250);
        const token = `token-${round + 1}-${contestants.indexOf(contestant)}`;
        times.get(contestant)?.push(await saveToVisible(page, contestant.file, token));
      }
    for (const [{ name }, values] of times) print(name, values);
  } finally {
    for (const contestant of contestants) contestant.process.kill("SIGKILL");
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

function print(name: string, values: readonly number[]): void {
  const [middle, most] = [median(values), Math.max(...values)].map((value) => value.toFixed(1).padStart(7));
  console.log(`${name.padEnd(24)} median ${middle} ms, most ${most}`);
}

interface Program {
  readonly name: string;
  readonly checkout: string;
  /** Stands beside what changes. */
  readonly words?: string;
}

async function startDocsBuild(folder: string, { name, checkout, words }: Program): Promise<Contestant> {
  const { pages } = await prepareDocsBuild(folder, 18);
  return {
    ...{ name, file: await mark(join(folder, pages, "part-0/page-3.md"), words) },
    ...(await serve([join(checkout, bin), "serve", "--watch", "--root", folder], folder, "part-0/page-3")),
  };
}

/** The repository's own site, with its contract. */
async function startSite(folder: string, { name, checkout }: Program): Promise<Contestant> {
  for (const part of ["content", "openapi"]) await cp(join(siteFolder, part), join(folder, part), { recursive: true });
  return {
    ...{ name: `${name}, this site`, file: await mark(join(folder, "content/load-board.md")) },
    ...(await serve([join(checkout, bin), "serve", "--watch", "--root", folder], folder, "load-board")),
  };
}

async function startVitePress(folder: string): Promise<Contestant> {
  const modules = await installPeers(join(folder, "peers"));
  const home = join(folder, "vitepress");
  const { name, command } = await prepareVitePress({ folder: home, modules }, 18);
  const program = command.map((word) => (word === "build" ? "dev" : word));
  return {
    ...{ name, file: await mark(join(home, "part-0/page-3.md")) },
    ...(await serve([...program, "--port", "5799"], home, "part-0/page-3")),
  };
}

/** Puts the text that will change at the end of a page. Returns the page. */
async function mark(file: string, words = ""): Promise<string> {
  await writeFile(file, `${await readFile(file, "utf8")}\n\nSee token-0-0. ${words}\n`);
  return file;
}

/** Starts a server, and waits for the first address that it prints. */
async function serve(
  program: readonly string[],
  cwd: string,
  page: string,
): Promise<Pick<Contestant, "address" | "process">> {
  const env = { ...process.env, NO_COLOR: "1" };
  const child = spawn(process.execPath, program, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise<string>((found, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      const [origin] = /http:\/\/localhost:\d+\//.exec(output) ?? [];
      if (origin !== undefined) found(origin + page);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return { address, process: child };
}

await main();
