import type { Browser } from "playwright-core";

import { serveFolder } from "../support/serve-folder.ts";
import { median } from "./measure.ts";
import { buildReferences } from "./reference-peers.ts";
import { observe, openReader, slowdown, startBrowser } from "./slow-reader.ts";

/*
 * The reference beside Redoc, Scalar and Swagger UI on the same contract. Run:
 *
 *   npm run compile && node tests/bench/run.mjs reference-page
 *
 * ROUNDS says how many visits count (5; medians are printed), PEERS_FOLDER where the peers are installed already. The
 * processor is slow from the start; a visit ends when nothing has been fetched for half a second and the operations are
 * there.
 */
const rounds = Number(process.env["ROUNDS"] ?? 5);

const pages = [
  { name: "docs-build", path: "/api/", ready: "#delete-loads-load-number" },
  { name: "Redoc 2", path: "/redoc.html", ready: "[id^='tag/']" },
  { name: "Scalar", path: "/scalar.html", ready: "[id*='tag/']" },
  { name: "Swagger UI", path: "/swagger.html", ready: ".opblock" },
] as const;

/** Milliseconds, but for the kilobytes, which are those of all that was fetched, before any compression. */
interface Visit {
  readonly paint: number;
  readonly blocking: number;
  readonly layout: number;
  readonly script: number;
  readonly kilobytes: number;
}

async function main(): Promise<void> {
  await using references = await buildReferences();
  await using server = await serveFolder(references.dist);
  await using browser = await startBrowser();
  const visits = new Map<string, Visit[]>(pages.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const page of pages) visits.get(page.name)?.push(await visit(browser, server.origin, page));
  print(visits);
}

async function visit(browser: Browser, origin: string, { path, ready }: (typeof pages)[number]): Promise<Visit> {
  await using reader = await openReader(browser);
  const { page, session } = reader;
  await session.send("Performance.enable");
  await reader.slowDown();
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  await page.addInitScript(observe);
  await page.goto(origin + path, { waitUntil: "networkidle" });
  await page.locator(ready).first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const { metrics } = await session.send("Performance.getMetrics");
  const milliseconds = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
  const [paint, blocking] = JSON.parse(String(await page.evaluate("JSON.stringify(window.observed)")));
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  return {
    paint,
    blocking,
    layout: milliseconds("LayoutDuration") + milliseconds("RecalcStyleDuration"),
    script: milliseconds("ScriptDuration"),
    kilobytes: bytes / 1000,
  };
}

const columns = ["paint", "blocking", "layout", "script", "kilobytes"] as const;

function print(visits: ReadonlyMap<string, readonly Visit[]>): void {
  console.log(`median of ${rounds}, processor slowed down ${slowdown} times; in brackets how many times docs-build's`);
  console.log(["reference".padEnd(12), ...columns.map((name) => name.padStart(16))].join(""));
  const [own] = visits.values();
  for (const [name, list] of visits) {
    const cells = columns.map((column) => {
      const value = median(list.map((one) => one[column]));
      const ratio = value / Math.max(1, median((own ?? []).map((one) => one[column])));
      return `${value.toFixed(0)} (${ratio.toFixed(1)})`.padStart(16);
    });
    console.log([name.padEnd(12), ...cells].join(""));
  }
}

await main();
