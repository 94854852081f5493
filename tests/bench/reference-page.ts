import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { type Browser, chromium } from "playwright-core";

import { findChromium } from "../support/find-chromium.ts";
import { serveFolder } from "../support/serve-folder.ts";

/*
 * The reference beside Redoc, Scalar and Swagger UI on the same contract. Run:
 *
 *   npm run compile && node tests/bench/run.mjs reference-page
 *
 * ROUNDS says how many visits count (5; medians are printed), PEERS_FOLDER where the peers are installed already. The
 * processor is slowed down four times, as Lighthouse does for a middling phone; each visit has an empty cache, and ends when
 * nothing has been fetched for half a second and the operations are there.
 */
const rounds = Number(process.env["ROUNDS"] ?? 5);
const slowdown = 4;
const peers = ["redoc@^2", "@scalar/api-reference@^1", "swagger-ui-dist@^5"] as const;

const pages = [
  { name: "docs-build", path: "/api/", ready: "#delete-loads-load-number" },
  { name: "Redoc 2", path: "/redoc.html", ready: "[id^='tag/']" },
  { name: "Scalar", path: "/scalar.html", ready: "[id*='tag/']" },
  { name: "Swagger UI", path: "/swagger.html", ready: ".opblock" },
] as const;

const hosts: Readonly<Record<string, string>> = {
  "redoc.html": '<redoc spec-url="/api/openapi.json"></redoc><script src="/redoc.js"></script>',
  "scalar.html": '<script id="api-reference" data-url="/api/openapi.json"></script><script src="/scalar.js"></script>',
  "swagger.html":
    '<link rel="stylesheet" href="/swagger.css"><div id="ui"></div><script src="/swagger.js"></script><script>SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#ui" })</script>',
};

const bundles: Readonly<Record<string, string>> = {
  "redoc.js": "redoc/bundles/redoc.standalone.js",
  "scalar.js": "@scalar/api-reference/dist/browser/standalone.js",
  "swagger.js": "swagger-ui-dist/swagger-ui-bundle.js",
  "swagger.css": "swagger-ui-dist/swagger-ui.css",
};

/** Milliseconds, but for the kilobytes, which are those of all that was fetched, before any compression. */
interface Visit {
  readonly paint: number;
  readonly blocking: number;
  readonly layout: number;
  readonly script: number;
  readonly kilobytes: number;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docs-build-bench-"));
  const site = join(folder, "site");
  run(process.execPath, [resolve("bin/docs-build.js"), "--quiet", "--out", site, "--no-cache"]);
  const modules = process.env["PEERS_FOLDER"] ?? join(folder, "peers");
  if (process.env["PEERS_FOLDER"] === undefined)
    run("npm", [
      "install",
      "--prefix",
      modules,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--legacy-peer-deps",
      ...peers,
    ]);
  for (const [name, path] of Object.entries(bundles)) await cp(join(modules, "node_modules", path), join(site, name));
  for (const [name, body] of Object.entries(hosts))
    await writeFile(join(site, name), `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${body}`);
  const server = await serveFolder(site);
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const visits = new Map<string, Visit[]>(pages.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const page of pages) visits.get(page.name)?.push(await visit(browser, server.origin, page));
    print(visits);
  } finally {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr.slice(-2000)}`);
}

async function visit(browser: Browser, origin: string, { path, ready }: (typeof pages)[number]): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
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
  await context.close();
  return {
    paint,
    blocking,
    layout: milliseconds("LayoutDuration") + milliseconds("RecalcStyleDuration"),
    script: milliseconds("ScriptDuration"),
    kilobytes: bytes / 1000,
  };
}

/** Runs in the page: the largest contentful paint, and what long tasks take beyond 50 ms. */
const observe = `
  window.observed = [0, 0];
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) observed[0] = startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) observed[1] += Math.max(0, duration - 50); })
    .observe({ type: "longtask", buffered: true });
`;

const columns = ["paint", "blocking", "layout", "script", "kilobytes"] as const;

function print(visits: ReadonlyMap<string, readonly Visit[]>): void {
  console.log(`median of ${rounds}, processor slowed down ${slowdown} times; in brackets how many times docs-build's`);
  console.log(["reference".padEnd(12), ...columns.map((name) => name.padStart(16))].join(""));
  const [own] = visits.values();
  for (const [name, list] of visits) {
    const cells = columns.map((column) => {
      const value = medianOf(list, column);
      const ratio = value / Math.max(1, medianOf(own ?? [], column));
      return `${value.toFixed(0)} (${ratio.toFixed(1)})`.padStart(16);
    });
    console.log([name.padEnd(12), ...cells].join(""));
  }
}

function medianOf(visits: readonly Visit[], column: (typeof columns)[number]): number {
  const values = visits.map((one) => one[column]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

await main();
