import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import type { Browser } from "playwright-core";

import { serveFolder } from "../support/serve-folder.ts";
import { shippedFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { median, runNode } from "./measure.ts";
import { installPeers, prepareDocsBuild, prepareVitePress } from "./peers.ts";
import { openReader, slowdown, startBrowser } from "./slow-reader.ts";

/*
 * The search beside VitePress' local search. Run:
 *
 *   npm run compile && node tests/bench/run.mjs search
 *
 * On generated pages (PAGES, 1,000; 0 leaves them out), then on this repository's site, in Chromium with a slow processor:
 * the bytes, gzipped, that the first query fetches, from the click that opens the search; the time to its results; the time
 * of each further key, from the input event to the changed list on the screen, and of the same keys again, with all there
 * that they need; of these also the slowest, each key as its median reader has it.
 * VitePress waits 200 ms after a key before it looks, by design, and can't build this site's pages. src/README.md has the
 * bytes.
 *
 * PEERS_FOLDER says where the peers are installed already, ROUNDS how many readers count (3; medians are printed).
 */
const size = Number(process.env["PAGES"] ?? 1000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const patience = 3_000;

/** What a reader types: the first query, then one key after another. */
interface Typing {
  readonly first: string;
  readonly keys: readonly string[];
}

const onGenerated: Typing = {
  first: "debtor",
  keys: ["a", "am", "amount", "amount in", "amount in c", "page 1", "page 12", "page 123", "code_7", "rememb"],
};

const onThisSite: Typing = {
  first: "debtor",
  keys: ["c", "cr", "create", "create l", "create load", "pickup_o", "post /lo", "payment sp", "signed bill", "invoce"],
};

interface Contestant {
  readonly name: string;
  readonly folder: string;
  readonly page: string;
  /** What opens the search; null if it's already open. */
  readonly opener: string | null;
  readonly field: string;
  readonly list: string;
  /** A selector that matches the results. */
  readonly result: string;
}

interface Reading {
  readonly bytes: number;
  readonly first: number;
  readonly keys: readonly number[];
  readonly again: readonly number[];
}

async function main(): Promise<void> {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const modules = await installPeers(join(folder.path, "peers"));
  console.log(`processor slowed down ${slowdown} times, median of ${rounds}`);
  if (size > 0) await measure(browser, onGenerated, await generatedSites(folder.path, modules));
  await using site = await shippedFolder();
  runNode([resolve("bin/docs-build.js"), "--quiet"], site.path);
  const dist = join(site.path, "dist");
  await measure(browser, onThisSite, [
    { ...docsBuild(dist), name: "this site, guide" },
    { ...docsBuild(dist), name: "this site, /api/", page: "/api/" },
  ]);
}

function docsBuild(folder: string): Contestant {
  return {
    ...{ name: "docs-build", folder, page: "/", opener: "[data-search]" },
    ...{ field: "dialog.search input", list: "dialog.search [role=listbox]", result: "mark" },
  };
}

function vitePress(folder: string): Contestant {
  return {
    ...{ name: "VitePress", folder, page: "/", opener: "#local-search button" },
    ...{ field: "#localsearch-input", list: "#localsearch-list", result: "li a" },
  };
}

async function generatedSites(folder: string, modules: string): Promise<readonly Contestant[]> {
  const own = await prepareDocsBuild(join(folder, "docs-build"), size);
  runNode(own.command, own.folder);
  const peer = await prepareVitePress({ folder: join(folder, "vitepress"), modules }, size);
  await mkdir(join(peer.folder, ".vitepress"));
  const config = 'export default { themeConfig: { search: { provider: "local" } } };\n';
  await writeFile(join(peer.folder, ".vitepress/config.mjs"), config);
  runNode(peer.command, peer.folder);
  return [docsBuild(join(own.folder, "dist")), vitePress(join(peer.folder, ".vitepress/dist"))];
}

async function measure(browser: Browser, typing: Typing, contestants: readonly Contestant[]): Promise<void> {
  console.log("search               first query, bytes  its results, ms  a key, ms  again, ms  slowest, ms");
  for (const contestant of contestants) {
    const readings: Reading[] = [];
    for (let round = 0; round < rounds; round++) readings.push(await read(browser, contestant, typing));
    const ofKeys = typing.keys.map((_, index) => came(readings.map(({ again }) => again[index] ?? patience)));
    const columns: readonly (readonly [number, number])[] = [
      [median(readings.map(({ bytes }) => bytes)), 18],
      [median(readings.map(({ first }) => first)), 15],
      [median(came(readings.flatMap(({ keys }) => keys))), 9],
      [median(ofKeys.flat()), 9],
      [Math.max(...ofKeys.filter(({ length }) => length > 0).map(median)), 11],
    ];
    const cells = columns.map(([value, width]) => String(Math.round(value)).padStart(width));
    console.log([contestant.name.padEnd(19), ...cells].join("  "));
  }
}

/** An unchanged list looks the same as one that never arrives. */
function came(times: readonly number[]): readonly number[] {
  return times.filter((time) => time < patience);
}

/** The times that one reader waits. */
async function read(browser: Browser, contestant: Contestant, { first, keys }: Typing): Promise<Reading> {
  await using server = await serveFolder(contestant.folder);
  await using reader = await openReader(browser);
  const { page } = reader;
  await page.goto(server.origin + contestant.page, { waitUntil: "networkidle" });
  await reader.slowDown();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
  const time = await page.evaluate<number>(ask(contestant, first));
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(sizes)).reduce((sum, bytesOfOne) => sum + bytesOfOne, 0);
  const type = async (): Promise<readonly number[]> => {
    const times: number[] = [];
    for (const query of keys) times.push(await page.evaluate<number>(ask({ ...contestant, opener: null }, query)));
    return times;
  };
  return { bytes, first: time, keys: await type(), again: await type() };
}

/** Runs in the page: opens the search where it must, fills in the query, and waits for the list to change. In milliseconds. */
const ask = ({ opener, field, list, result }: Contestant, query: string): string => `(async () => {
  const [opener, field, list, result, query] = ${JSON.stringify([opener, field, list, result, query])};
  const start = performance.now();
  const untilFrame = () => new Promise((done) => requestAnimationFrame(done));
  if (opener !== null) document.querySelector(opener).click();
  while (document.querySelector(field) === null) await untilFrame();
  let box = null;
  const shown = () => (box = box?.isConnected ? box : document.querySelector(list));
  const text = () => shown()?.innerHTML ?? "";
  const before = text();
  const typed = opener === null ? performance.now() : start;
  const input = document.querySelector(field);
  input.value = query;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const isAnswered = () => (shown()?.querySelector(result) ?? null) !== null && text() !== before;
  while (!isAnswered() && performance.now() - typed < ${patience}) await untilFrame();
  // A message that is sent in a frame arrives when it is painted.
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
  return performance.now() - typed;
})()`;

await main();
