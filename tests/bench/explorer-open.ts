import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { type Browser, chromium } from "playwright-core";

import { findChromium } from "../support/find-chromium.ts";
import { startServe } from "../support/serve-process.ts";

/*
 * From click to usable form: how long after a click on "Try it" the explorer's first field can be typed into. Run:
 *
 *   npm run compile && node tests/bench/run.mjs explorer-open
 *
 * The processor is slowed down four times, as Lighthouse does for a middling phone; the network is the machine's own.
 * Each round is a new reader with an empty cache. "cold": the click is the first the page sees of the reader. "warm": the
 * pointer has rested on the button before, so that the scripts are there. The time is taken in the page, from the click's own time
 * stamp to the first frame after the one that holds the form.
 */
const rounds = Number(process.env["ROUNDS"] ?? 15);
const operations = ["post-broker-invoices", "post-loads", "get-client-info"] as const;
const slowdown = 4;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docs-build-bench-"));
  for (const name of ["content", "openapi"]) await cp(resolve(name), join(folder, name), { recursive: true });
  const server = await startServe(["--port", "0", "--root", folder], { bin: resolve("bin/docs-build.js") });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const operation of operations) {
      for (const way of ["cold", "warm"] as const) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++)
          times.push(await open(browser, `${server.origin}/api/`, { operation, way }));
        times.sort((a, b) => a - b);
        const at = (share: number): string => `${Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)} ms`;
        console.log(`${operation}, ${way}: median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}`);
      }
    }
  } finally {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Opening {
  readonly operation: string;
  readonly way: "cold" | "warm";
}

/** Milliseconds from the click to a form that can be typed into. */
async function open(browser: Browser, address: string, { operation, way }: Opening): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(address, { waitUntil: "networkidle" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const button = page.locator(`#${operation} .try-it`);
  await button.scrollIntoViewIfNeeded();
  await page.evaluate(`${measure(operation)} window.opened = opened; undefined`);
  if (way === "warm") {
    await button.hover();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1_000);
  }
  await button.click();
  const time = Number(await page.evaluate("window.opened"));
  await context.close();
  return time;
}

/** Runs in the page: takes the time of the click, and of the first frame after the form is there. */
const measure = (operation: string): string => `
  let clicked = 0;
  addEventListener("click", (event) => (clicked ||= event.timeStamp), true);
  const opened = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("#${operation} .explorer :is(input, select)") === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
`;

await main();
