import type { Browser } from "playwright-core";

import { listen, type Listening } from "../support/listen.ts";
import { serveFolder } from "../support/serve-folder.ts";
import { specifiedRoutes } from "../support/shipped-site.ts";
import { openReader, slowdown, startBrowser } from "./slow-reader.ts";

/*
 * What moves while this site's pages load (Cumulative Layout Shift), and which elements. Run:
 *
 *   npm run compile && node bin/docs-build.js && node tests/bench/run.mjs layout-shifts
 *
 * Each page is loaded ROUNDS times (50), with an empty cache and a slow processor. Every second time its HTML comes in
 * PIECES (12), with a pause between them: a browser paints what it has, so that what depends on a later part moves. ROUTES
 * names the pages, `/,/api/`; WIDTH the window's (1440).
 */
const rounds = Number(process.env["ROUNDS"] ?? 50);
const pieces = Number(process.env["PIECES"] ?? 12);
const width = Number(process.env["WIDTH"] ?? 1440);
const routes = process.env["ROUTES"]?.split(",") ?? [...specifiedRoutes, "/api/v1/", "/no-such-page"];
const pause = 60;

/** Records each shift in `window.shifts`: its value and the elements that moved. */
const observe = `
  window.shifts = [];
  const nameOf = (node) => node instanceof Element ? node.tagName + "." + node.className + "#" + node.id : String(node?.textContent).slice(0, 30);
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) shifts.push(value.toFixed(4) + " " + sources.map(({ node, previousRect, currentRect }) =>
        nameOf(node) + " " + [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)).join(" to ")).join("; "));
  }).observe({ type: "layout-shift", buffered: true });
`;

await main();

async function main(): Promise<void> {
  await using whole = await serveFolder("dist");
  await using paced = await servePaced(whole.origin);
  await using browser = await startBrowser();
  console.log(`${rounds} loads of each page, ${width} px, processor slowed down ${slowdown} times`);
  for (const route of routes) {
    const found: string[] = [];
    for (let round = 0; round < rounds; round += 1)
      found.push(...(await shiftsOf(browser, (round % 2 === 0 ? whole : paced).origin + route)));
    console.log(`${route}: ${found.length} shifts`);
    for (const shift of new Set(found)) console.log(`  ${shift}`);
  }
}

/** The same site, its pages piece by piece. */
async function servePaced(origin: string): Promise<Listening> {
  return listen((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      const answer = await fetch(origin + pathname);
      const type = answer.headers.get("content-type") ?? "";
      response.writeHead(answer.status, { "content-type": type });
      const body = Buffer.from(await answer.arrayBuffer());
      const length = type.startsWith("text/html") ? Math.ceil(body.length / pieces) : body.length;
      for (let start = 0; start < body.length; start += length) {
        response.write(body.subarray(start, start + length));
        if (length < body.length) await new Promise((resolve) => setTimeout(resolve, pause));
      }
      response.end();
    })();
  });
}

async function shiftsOf(browser: Browser, address: string): Promise<readonly string[]> {
  await using reader = await openReader(browser);
  const { page } = reader;
  await page.setViewportSize({ width, height: 900 });
  await reader.slowDown();
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: "networkidle" });
  return JSON.parse(String(await page.evaluate("JSON.stringify(window.shifts)")));
}
