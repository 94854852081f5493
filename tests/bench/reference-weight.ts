import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Browser } from "playwright-core";

import { serveFolder } from "../support/serve-folder.ts";
import { generatedDocument, type MeasuredDocument, packagedDocument } from "./documents.ts";
import { median } from "./measure.ts";
import { buildByOperation, buildDocusaurusReference, buildReferences } from "./reference-peers.ts";
import { observe, openReader, slowdown, startBrowser } from "./slow-reader.ts";

/*
 * What pages of a reference weigh: elements, bytes, and what a slow processor does with them, beside Redoc, Scalar and
 * Swagger UI on the same contract. Run:
 *
 *   npm run compile && node tests/bench/run.mjs reference-weight
 *
 * DOCUMENTS says of what (`site,1200`: this repository's site, and a generated contract of so many operations), by commas;
 * a path in a package is a real one, `@octokit/openapi/generated/api.github.com.json`, which is installed for it. Of our
 * own pages the heaviest of each depth are visited: the first one, one of a tag, one of an operation. PEERS=docusaurus adds
 * docusaurus-openapi-docs, which takes minutes, and 9 GB for 1,200 operations; PEERS_FOLDER says where the peers are
 * installed already. ROUNDS says how many visits count (5; medians are printed). The processor is slow from the start; a
 * visit ends when nothing has been fetched for half a second and the operations are there, or after three minutes, without
 * figures.
 */
const rounds = Number(process.env["ROUNDS"] ?? 5);
const documents = (process.env["DOCUMENTS"] ?? "site,1200").split(",");
const withDocusaurus = process.env["PEERS"] === "docusaurus";
const patience = 180_000;

interface MeasuredPage {
  readonly name: string;
  readonly address: string;
  /** A selector that matches once the operations are shown. */
  readonly ready: string;
}

/** Kilobytes are those before any compression, of the page and of all that it fetches; times are milliseconds. */
const columns = ["elements", "html kB", "all kB", "paint", "longest", "blocking", "layout", "script"] as const;
type Visit = Readonly<Record<(typeof columns)[number], number>>;

await main();

async function main(): Promise<void> {
  await using browser = await startBrowser();
  console.log(`median of ${rounds}, processor slowed down ${slowdown} times; paint is the largest contentful one`);
  for (const document of documents) await measure(browser, document);
}

async function measure(browser: Browser, wanted: string): Promise<void> {
  const document = wanted === "site" ? null : await toDocument(wanted);
  await using references = await buildReferences(document);
  await using server = await serveFolder(references.dist);
  const own = (await heaviestPages(references.dist)).map((route) => toPage("docs-build", server.origin + route));
  const peers = [
    { name: "Redoc 2", address: `${server.origin}/redoc.html`, ready: "[id^='tag/']" },
    { name: "Scalar", address: `${server.origin}/scalar.html`, ready: "[id*='tag/']" },
    { name: "Swagger UI", address: `${server.origin}/swagger.html`, ready: ".opblock" },
  ];
  console.log(`\n${document?.name ?? "this site"}`);
  await visitAll(browser, [...own, ...peers]);
  if (!withDocusaurus) return;
  await measureDocusaurus(
    browser,
    document ?? { name: wanted, file: "v1.1.yaml", text: await readFile("openapi/v1.1.yaml", "utf8") },
  );
}

/** It has a page for every operation: the heaviest of them, beside the heaviest of ours with the same layout. */
async function measureDocusaurus(browser: Browser, document: MeasuredDocument): Promise<void> {
  await using alone = await buildByOperation(document);
  await using docusaurus = await buildDocusaurusReference(document);
  await using server = await serveFolder(alone.dist);
  await using other = await serveFolder(docusaurus.dist);
  const routes = await heaviestPages(alone.dist, /(?:^|\/)(?:get|put|post|delete|patch)-[^/]+\/index\.html$/);
  const own = routes.map((route) => toPage("docs-build", server.origin + route));
  // The browser renders an operation's content in place of a skeleton.
  const ready = "main:not(:has(.openapi-skeleton)) .openapi-schema__property";
  const { heaviest } = docusaurus;
  await visitAll(browser, [...own, { name: `openapi-docs ${heaviest}`, address: other.origin + heaviest, ready }]);
}

async function toDocument(wanted: string): Promise<MeasuredDocument> {
  return /^\d+$/.test(wanted) ? generatedDocument(Number(wanted)) : packagedDocument(wanted);
}

function toPage(generator: string, address: string): MeasuredPage {
  return { name: `${generator} ${new URL(address).pathname}`, address, ready: "main" };
}

/** The heaviest page of each depth below `/api/`. */
async function heaviestPages(dist: string, wanted = /index\.html$/): Promise<readonly string[]> {
  const files = (await readdir(join(dist, "api"), { recursive: true })).filter((file) => wanted.test(file));
  const heaviest = new Map<number, { readonly route: string; readonly size: number }>();
  for (const file of files) {
    const { size } = await stat(join(dist, "api", file));
    const depth = file.split("/").length;
    const route = `/api/${dirname(file)}/`.replace("/./", "/");
    if (size > (heaviest.get(depth)?.size ?? 0)) heaviest.set(depth, { route, size });
  }
  return [...heaviest].toSorted(([a], [b]) => a - b).map(([, { route }]) => route);
}

async function visitAll(browser: Browser, pages: readonly MeasuredPage[]): Promise<void> {
  const visits = new Map<string, Visit[]>(pages.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const page of pages) {
      const seen = await visit(browser, page).catch(() => null);
      if (seen !== null) visits.get(page.name)?.push(seen);
    }
  print(visits);
}

async function visit(browser: Browser, { address, ready }: MeasuredPage): Promise<Visit> {
  await using reader = await openReader(browser);
  const { page, session } = reader;
  page.setDefaultTimeout(patience);
  await session.send("Performance.enable");
  await reader.slowDown();
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: "networkidle" });
  await page.locator(ready).first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const { metrics } = await session.send("Performance.getMetrics");
  const milliseconds = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
  const [paint, blocking, longest] = JSON.parse(String(await page.evaluate("JSON.stringify(window.observed)")));
  const elements = Number(await page.evaluate("document.querySelectorAll('*').length"));
  const sizes = (await Promise.all(bodies)).map(({ length }) => length / 1000);
  return {
    ...{ elements, paint, blocking, longest },
    "html kB": sizes[0] ?? 0,
    "all kB": sizes.reduce((sum, size) => sum + size, 0),
    layout: milliseconds("LayoutDuration") + milliseconds("RecalcStyleDuration"),
    script: milliseconds("ScriptDuration"),
  };
}

function print(visits: ReadonlyMap<string, readonly Visit[]>): void {
  console.log(["".padEnd(44), ...columns.map((name) => name.padStart(9))].join(""));
  for (const [name, list] of visits) {
    const cells = columns.map((column) =>
      median(list.map((one) => one[column]))
        .toFixed(0)
        .padStart(9),
    );
    console.log(name.padEnd(44) + cells.join(""));
  }
}
