import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

import { findChromium } from "../support/find-chromium.ts";

export interface VisitOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly script?: boolean;
  /** What the browser remembers from earlier visits; `blocked` for a browser whose storage throws. */
  readonly storage?: Readonly<Record<string, string>> | "blocked";
  /** In a fresh tab: with an empty cache, and no pointer position. */
  readonly isFirst?: boolean;
  /** Routes requests, or sets what media the page sees, before it loads. The next visit undoes it. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  readonly page: Page;
  /** Exceptions and console errors of the page. */
  readonly faults: readonly string[];
}

/** A reader of one site, with one open page at a time. */
export interface Reader {
  readonly origin: string;
  /** Opens a page as a new reader. The previous page is closed, even if another test opened it. */
  readonly visit: (route: string, options?: VisitOptions) => Promise<Visit>;
}

/** No sandbox, no background traffic: it runs as root in containers too. */
const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync"];

/** The browser, and the tab of the current visit. */
const shared: { browser: Promise<Browser> | null; ownTab: Tab | null } = { browser: null, ownTab: null };
const tabs = new Map<string, Tab>();

/** The browser of all files that share a process. It ends with the process. */
export async function connectBrowser(): Promise<Browser> {
  shared.browser ??= chromium.launch({ executablePath: findChromium(), args: flags });
  return shared.browser;
}

/**
 * Reads the site at an origin. A new tab costs more than most pages, so the readers of all files share one, which clears
 * its storage between them. Readers without script share another, and so do those with blocked storage.
 */
export function readSite(origin: string): Reader {
  return {
    origin,
    async visit(route, options = {}) {
      const kind = `${options.script ?? true} ${options.storage === "blocked"}`;
      await shared.ownTab?.page.context().close();
      shared.ownTab = options.isFirst === true ? await openTab(options) : null;
      const tab = shared.ownTab ?? tabs.get(kind) ?? (await openTab(options));
      if (tab !== shared.ownTab) tabs.set(kind, tab);
      await forget(tab.page, origin, options);
      tab.faults = [];
      await options.prepare?.(tab.page);
      await tab.page.goto(origin + route);
      return { page: tab.page, faults: tab.faults };
    },
  };
}

interface Tab {
  readonly page: Page;
  faults: string[];
}

async function openTab({ script = true, storage }: VisitOptions): Promise<Tab> {
  const browser = await connectBrowser();
  const context = await browser.newContext({ javaScriptEnabled: script });
  await context.addInitScript(giveClipboard);
  if (storage === "blocked") await context.addInitScript(blockStorage);
  const page = await context.newPage();
  const tab: Tab = { page, faults: [] };
  page.on("pageerror", (error) => tab.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && tab.faults.push(message.text()));
  return tab;
}

/** Browsers may share the one clipboard of the machine, and other files are tried at the same time: each page has one of its own. */
function giveClipboard(): void {
  if (!("clipboard" in navigator)) return;
  let copied = "";
  Object.assign(Clipboard.prototype, {
    readText: async () => copied,
    writeText: async (text: string) => void (copied = text),
    write: async ([item]: ClipboardItems) => void (copied = (await (await item?.getType("text/plain"))?.text()) ?? ""),
  });
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

/**
 * Resets a used tab for a new reader. It does so on the origin's lightest page: there nothing has to be laid out for
 * another width, any page can forget what the origin stored, and what comes next is loaded although only its fragment
 * may differ.
 */
async function forget(page: Page, origin: string, { width = 1440, theme, storage = {} }: VisitOptions): Promise<void> {
  const context: BrowserContext = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.clearCookies();
  await page.goto(`${origin}/robots.txt`);
  // Reduced, so that nothing moves during measurements.
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: "reduce" });
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width, height: 900 });
  if (storage === "blocked") return;
  await page.evaluate(
    (entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { ...storage, ...(theme && { theme }) },
  );
}
