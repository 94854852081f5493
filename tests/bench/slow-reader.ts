import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";

import { findChromium } from "../support/find-chromium.ts";

/** How many times slower its processor is than the machine's. Lighthouse uses the same for a mid-range phone. */
export const slowdown = 4;

/** A reader with an empty cache, and with the machine's own network. */
export interface Reader extends AsyncDisposable {
  readonly page: Page;
  readonly session: CDPSession;
  /** From here on the processor is slow. */
  readonly slowDown: () => Promise<void>;
}

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
}

export async function openReader(browser: Browser): Promise<Reader> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return {
    ...{ page, session },
    async slowDown() {
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    },
    [Symbol.asyncDispose]: async () => context.close(),
  };
}

/** A script for the page; it leaves in `window.observed`: the largest contentful paint, and what long tasks take beyond 50 ms, and the longest. */
export const observe = `
  window.observed = [0, 0, 0];
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) observed[0] = startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      observed[1] += Math.max(0, duration - 50);
      observed[2] = Math.max(observed[2], duration);
    }
  }).observe({ type: "longtask", buffered: true });
`;
