import { join } from "node:path";

import AxeBuilder from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";

import { launchBrowser } from "../support/browser.ts";
import { runCli, type TemporaryFolder } from "../support/run-cli.ts";
import { serveFolder } from "../support/serve-folder.ts";

interface VisitOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly script?: boolean;
  /** What the browser remembers from earlier visits; `blocked` for one that remembers nothing and says so. */
  readonly storage?: Readonly<Record<string, string>> | "blocked";
}

interface Visit {
  readonly page: Page;
  /** Exceptions and console errors of the page. */
  readonly faults: readonly string[];
}

/** A built site behind an ordinary static host, and a browser to look at it with. */
export interface VisitedSite extends AsyncDisposable {
  readonly origin: string;
  /** Opens a page as a new reader. The one before is closed. */
  readonly visit: (route: string, options?: VisitOptions) => Promise<Visit>;
}

/** Builds the site of a folder with the real command and serves it. The folder goes with the site. */
export async function visitSite(site: TemporaryFolder): Promise<VisitedSite> {
  const { code, stdout, stderr } = await runCli(["--quiet"], { cwd: site.path });
  if (code !== 0 || stderr !== "") throw new Error(stdout + stderr);
  const server = await serveFolder(join(site.path, "dist"));
  const browser = await launchBrowser();
  let context: BrowserContext | null = null;
  return {
    origin: server.origin,
    async visit(route, options = {}) {
      await context?.close();
      context = await newReader(browser, options);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      await page.goto(server.origin + route);
      return { page, faults };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

async function newReader(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const { width = 1440, theme, script = true, storage = {} } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    javaScriptEnabled: script,
    // So that nothing is measured while it moves.
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (storage === "blocked") await context.addInitScript(blockStorage);
  else await context.addInitScript(remember, { ...storage, ...(theme && { theme }) });
  return context;
}

function blockStorage(): void {
  Object.defineProperty(window, "localStorage", {
    get() {
      throw new DOMException("blocked", "SecurityError");
    },
  });
}

/** Only once: what the page stores afterwards stays. */
function remember(entries: Readonly<Record<string, string>>): void {
  if (location.origin === "null" || sessionStorage.getItem("remembered") !== null) return;
  sessionStorage.setItem("remembered", "");
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

interface AxeWindow {
  readonly axe: {
    readonly run: (part: string, options: object) => Promise<{ readonly violations: readonly AxeViolation[] }>;
  };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds on the page, or a part of it, as it is now: the rule, the first element and how many there are. */
export async function violationsOn(page: Page, part = "html"): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AxeBuilder.source);
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as AxeWindow;
    const { violations } = await axe.run(selector, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} (${nodes.length})`);
  }, part);
}
