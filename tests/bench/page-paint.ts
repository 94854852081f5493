import type { Browser } from "playwright-core";

import { serveFolder } from "../support/serve-folder.ts";
import { median } from "./measure.ts";
import { observe, openReader, slowdown, startBrowser } from "./slow-reader.ts";

/*
 * When this site's pages show what is largest (Largest Contentful Paint), now and as built from an earlier commit. Run:
 *
 *   npm run compile && node bin/docs-build.js
 *   git worktree add ../before COMMIT, and the same two there
 *   BEFORE=../before/dist node tests/bench/run.mjs page-paint
 *
 * ROUNDS says how many visits count (7; medians are printed). Both are visited by turns, with an empty cache and a slow
 * processor.
 */
const rounds = Number(process.env["ROUNDS"] ?? 7);
const folders = { before: process.env["BEFORE"] ?? "dist", now: "dist" } as const;
const paths = ["/", "/broker-api", "/api/"] as const;

await main();

async function main(): Promise<void> {
  await using before = await serveFolder(folders.before);
  await using now = await serveFolder(folders.now);
  await using browser = await startBrowser();
  console.log(`milliseconds, median of ${rounds}, processor slowed down ${slowdown} times`);
  for (const path of paths) {
    const paints: { readonly before: number; readonly now: number }[] = [];
    for (let round = 0; round < rounds; round++)
      paints.push({
        before: await paintOf(browser, before.origin + path),
        now: await paintOf(browser, now.origin + path),
      });
    const [earlier, later] = [median(paints.map((paint) => paint.before)), median(paints.map((paint) => paint.now))];
    const figures = `${earlier.toFixed(0)} before, ${later.toFixed(0)} now`;
    console.log(`${path.padEnd(12)} ${figures}, ${(later / earlier).toFixed(2)} times as long`);
  }
}

async function paintOf(browser: Browser, address: string): Promise<number> {
  await using reader = await openReader(browser);
  const { page } = reader;
  await reader.slowDown();
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: "networkidle" });
  const [paint] = JSON.parse(String(await page.evaluate("JSON.stringify(window.observed)")));
  return Number(paint);
}
