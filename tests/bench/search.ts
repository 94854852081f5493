import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { type Browser, chromium, type Page } from "playwright-core";

import { searchQueries } from "../fixtures/search-queries.ts";
import { findChromium } from "../support/find-chromium.ts";
import { serveFolder } from "../support/serve-folder.ts";
import { installPeers, writePages } from "./generated-site.ts";

/*
 * The search beside VitePress' local search and Pagefind. Run:
 *
 *   npm run compile && node tests/bench/run.mjs search
 *
 * First on the same generated pages (PAGES, 1,000), in Chromium with the processor slowed down four times and the machine's own
 * network: the bytes, gzipped, that the first query fetches, from the click that opens the search; the time to its results; the
 * time of each further key, from the input event to the changed list. VitePress waits 200 ms after a key before it looks, by
 * design. Pagefind has no page of its own: a field and a list of its first five results stand for one, and it reads the
 * pages that docs-build made. Then how many of the tests' queries find what they must on this repository's site: ours
 * among the first three places, Pagefind among the three best sections of its first three pages, with the anchors of
 * sections put on their headings, where it looks for them. VitePress cannot build these pages.
 *
 * PEERS_FOLDER says where the peers are installed already, ROUNDS how many readers count (3; medians are printed).
 */
const size = Number(process.env["PAGES"] ?? 1000);
const rounds = Number(process.env["ROUNDS"] ?? 3);
const slowdown = 4;
const patience = 3_000;

const firstQuery = "debtor";
const keys = ["a", "am", "amount", "amount in", "amount in c", "page 1", "page 12", "page 123", "code_7", "rememb"];

interface Contestant {
  readonly name: string;
  readonly folder: string;
  readonly page: string;
  /** What opens the search; null where it is open. */
  readonly opener: string | null;
  readonly field: string;
  readonly list: string;
  /** What stands in the list once there are results. */
  readonly result: string;
}

interface Reading {
  readonly bytes: number;
  readonly first: number;
  readonly keys: readonly number[];
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docs-build-bench-"));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const modules = await installPeers(folder);
    console.log(`${size} pages, processor slowed down ${slowdown} times, median of ${rounds}`);
    console.log("search       first query, bytes  its results, ms  a key, ms  slowest key, ms");
    for (const contestant of await prepare(folder, modules)) {
      const readings: Reading[] = [];
      for (let round = 0; round < rounds; round++) readings.push(await read(browser, contestant));
      print(contestant.name, readings);
    }
    await judge(browser, join(folder, "shipped"), modules);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function print(name: string, readings: readonly Reading[]): void {
  const all = readings.flatMap((reading) => reading.keys);
  const values = [
    median(readings.map(({ bytes }) => bytes)),
    median(readings.map(({ first }) => first)),
    median(all),
    Math.max(...all),
  ].map((value) => String(Math.round(value)));
  const [bytes = "", first = "", key = "", slowest = ""] = values;
  console.log(
    [name.padEnd(11), bytes.padStart(18), first.padStart(15), key.padStart(9), slowest.padStart(15)].join("  "),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What one reader with an empty cache waits for. */
async function read(browser: Browser, contestant: Contestant): Promise<Reading> {
  await using server = await serveFolder(contestant.folder);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(server.origin + contestant.page, { waitUntil: "networkidle" });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
  const first = await page.evaluate<number>(ask(contestant, firstQuery));
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(sizes)).reduce((sum, bytesOfOne) => sum + bytesOfOne, 0);
  const times: number[] = [];
  // A list that stays as it is cannot be told from one that does not come.
  for (const query of keys) times.push(await page.evaluate<number>(ask({ ...contestant, opener: null }, query)));
  await context.close();
  return { bytes, first, keys: times.filter((time) => time < patience) };
}

/** Runs in the page: opens the search where it must, fills in the query, and waits for the list to change. In milliseconds. */
const ask = ({ opener, field, list, result }: Contestant, query: string): string => `(async () => {
  const [opener, field, list, result, query] = ${JSON.stringify([opener, field, list, result, query])};
  const start = performance.now();
  const untilFrame = () => new Promise((done) => requestAnimationFrame(done));
  if (opener !== null) document.querySelector(opener).click();
  while (document.querySelector(field) === null) await untilFrame();
  const text = () => document.querySelector(list)?.innerHTML ?? "";
  const before = text();
  const typed = opener === null ? performance.now() : start;
  const input = document.querySelector(field);
  input.value = query;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const isAnswered = () => document.querySelector(result) !== null && text() !== before;
  while (!isAnswered() && performance.now() - typed < ${patience}) await untilFrame();
  return performance.now() - typed;
})()`;

async function prepare(folder: string, modules: string): Promise<readonly Contestant[]> {
  const [own, vitepress] = [join(folder, "docs-build"), join(folder, "vitepress")];
  await writePages(join(own, "content"), size);
  run("docs-build", own, [resolve("bin/docs-build.js"), "--quiet"]);
  await writePages(vitepress, size);
  await symlink(modules, join(vitepress, "node_modules"));
  await mkdir(join(vitepress, ".vitepress"));
  const config = 'export default { themeConfig: { search: { provider: "local" } } };\n';
  await writeFile(join(vitepress, ".vitepress/config.mjs"), config);
  run("VitePress", vitepress, [join(modules, "vitepress/bin/vitepress.js"), "build", "."]);
  await addPagefind(join(own, "dist"), modules);
  return [
    {
      ...{ name: "docs-build", folder: join(own, "dist"), page: "/", opener: "[data-search]" },
      ...{ field: "dialog.search input", list: "dialog.search [role=listbox]", result: "dialog.search mark" },
    },
    {
      ...{ name: "VitePress", folder: join(vitepress, ".vitepress/dist"), page: "/", opener: "#local-search button" },
      ...{ field: "#localsearch-input", list: "#localsearch-list", result: "#localsearch-list li a" },
    },
    {
      ...{ name: "Pagefind", folder: join(own, "dist"), page: "/pagefind.html", opener: null },
      ...{ field: "input", list: "ul", result: "li" },
    },
  ];
}

function run(name: string, cwd: string, command: readonly string[]): void {
  const env = { ...process.env, NODE_ENV: "production", DOCS_BUILD_CACHE: join(cwd, ".cache") };
  const { status, stderr } = spawnSync(process.execPath, command, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(-2000)}`);
}

/** Indexes a folder of pages, with a page for the search: the pages' own policy forbids WebAssembly. */
async function addPagefind(dist: string, modules: string): Promise<void> {
  run("Pagefind", dist, [join(modules, "pagefind/lib/runner/bin.cjs"), "--site", dist, "--root-selector", "main"]);
  await writeFile(
    join(dist, "pagefind.html"),
    `<!doctype html><link rel="icon" href="data:,"><input><ul></ul><script type="module">
let library;
const [field, list] = document.querySelectorAll("input, ul");
field.addEventListener("input", async () => {
  library ??= await import("/pagefind/pagefind.js");
  const { results } = await library.search(field.value);
  const pages = await Promise.all(results.slice(0, 5).map((result) => result.data()));
  list.innerHTML = pages.map(({ url, excerpt }) => "<li><a href=" + url + ">" + excerpt + "</a></li>").join("");
});
</script>`,
  );
}

/** How many of the tests' queries Pagefind answers. What we do is in tests/site/search.test.ts. */
async function judge(browser: Browser, folder: string, modules: string): Promise<void> {
  for (const name of ["content", "openapi"]) await cp(resolve(name), join(folder, name), { recursive: true });
  run("docs-build", folder, [resolve("bin/docs-build.js"), "--quiet"]);
  const dist = join(folder, "dist");
  // What our search leaves out: unlisted pages, and the contract's other version.
  for (const path of ["internal-docs", "TAI", "api/v1"]) await rm(join(dist, path), { recursive: true });
  const reference = join(dist, "api/index.html");
  await writeFile(reference, withIdsOnHeadings(await readFile(reference, "utf8")));
  await addPagefind(dist, modules);
  await using server = await serveFolder(dist);
  const page = await browser.newPage();
  await page.goto(`${server.origin}/pagefind.html`);
  // Fields have no headings.
  const asked = searchQueries.filter(([, wanted]) => wanted.every((href) => !/#.*\./.test(href)));
  let answered = 0;
  for (const [query, wanted] of asked) {
    const found = await placesOf(page, query);
    if (wanted.every((href) => found.includes(href.replace(/^(\/[^#]*[^#/])(?=#|$)/, "$1/")))) answered += 1;
  }
  const share = ((answered / asked.length) * 100).toFixed(1);
  console.log(`queries without fields that Pagefind answers on this site: ${answered} of ${asked.length} (${share} %)`);
}

function withIdsOnHeadings(html: string): string {
  return html.replaceAll(/(<section[^>]*) id="([^"]+)"([^>]*>(?:(?!<section)[\s\S])*?<h[23])(?=[ >])/g, '$1$3 id="$2"');
}

async function placesOf(page: Page, words: string): Promise<readonly string[]> {
  return page.evaluate(async (query) => {
    const address = "/pagefind/pagefind.js";
    const library = await import(address);
    const { results } = await library.search(query);
    const byMatches = (a: Section, b: Section): number => b.locations.length - a.locations.length;
    const places: string[] = [];
    for (const result of results.slice(0, 3)) {
      const { url, sub_results: sections } = await result.data();
      places.push(
        url,
        ...sections
          .toSorted(byMatches)
          .slice(0, 3)
          .map((section: Section) => section.url),
      );
    }
    return places;
  }, words);
}

interface Section {
  readonly url: string;
  readonly locations: readonly number[];
}

await main();
