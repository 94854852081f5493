import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { inject } from "vitest";

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly script?: boolean;
  /** What the browser remembers from earlier visits; `blocked` for one that remembers nothing and says so. */
  readonly storage?: Readonly<Record<string, string>> | "blocked";
  /** In a tab that nobody has used: nothing in a cache, the pointer nowhere. */
  readonly isFirst?: boolean;
  /** Changes how the page is loaded, before it is. In a tab of its own. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  readonly page: Page;
  /** Exceptions and console errors of the page. */
  readonly faults: readonly string[];
}

/** A reader of one site, who has one page open at a time. */
export interface Reader extends AsyncDisposable {
  readonly origin: string;
  /** Opens a page as a new reader. The one before is closed. */
  readonly visit: (route: string, options?: VisitOptions) => Promise<Visit>;
}

/** The browser that all files share. */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject("browser"));
}

/** Reads the site at an origin. Readers without special wishes share a tab, which forgets between them what it stored. */
export async function readSite(origin: string): Promise<Reader> {
  const browser = await connectBrowser();
  let shared: Tab | null = null;
  let own: Tab | null = null;
  return {
    origin,
    async visit(route, options = {}) {
      await own?.page.context().close();
      own = null;
      const tab = isSpecial(options)
        ? (own = await openTab(browser, options))
        : (shared ??= await openTab(browser, {}));
      if (tab === shared) await forget(tab.page, origin, options);
      tab.faults = [];
      await options.prepare?.(tab.page);
      await tab.page.goto(origin + route);
      return { page: tab.page, faults: tab.faults };
    },
    [Symbol.asyncDispose]: async () => browser.close(),
  };
}

interface Tab {
  readonly page: Page;
  faults: string[];
}

function isSpecial({ script = true, storage, isFirst = false, prepare }: VisitOptions): boolean {
  return !script || storage === "blocked" || isFirst || prepare !== undefined;
}

async function openTab(
  browser: Browser,
  { width = 1440, theme, script = true, storage = {} }: VisitOptions,
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    javaScriptEnabled: script,
    // So that nothing is measured while it moves.
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (storage === "blocked") await context.addInitScript(blockStorage);
  else await context.addInitScript(remember, { ...storage, ...(theme && { theme }) });
  const page = await context.newPage();
  const tab: Tab = { page, faults: [] };
  page.on("pageerror", (error) => tab.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && tab.faults.push(message.text()));
  return tab;
}

function blockStorage(): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  }
}

/** Only once: what the page stores afterwards stays. */
function remember(entries: Readonly<Record<string, string>>): void {
  if (location.origin === "null" || sessionStorage.getItem("remembered") !== null) return;
  sessionStorage.setItem("remembered", "");
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

/** Makes a used tab a new reader's. */
async function forget(page: Page, origin: string, { width = 1440, theme, storage = {} }: VisitOptions): Promise<void> {
  const context: BrowserContext = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.clearCookies();
  await page.emulateMedia({ media: null, reducedMotion: "reduce" });
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width, height: 900 });
  // Any page of the origin can forget what the origin stored; who comes from elsewhere opens the lightest.
  if (!page.url().startsWith(`${origin}/`)) await page.goto(`${origin}/robots.txt`);
  await page.evaluate(
    (entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { ...(storage === "blocked" ? {} : storage), ...(theme && { theme }) },
  );
  // What comes next is loaded, although only its fragment may differ.
  await page.goto("about:blank");
}
