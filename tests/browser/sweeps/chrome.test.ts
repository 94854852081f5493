import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { connectBrowser, readSite } from "../visit.ts";

const site = readSite(inject("hosted"));

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);

test("a page loads one script file, and React on demand; tabs follow, and a dismissed announcement stays away", async () => {
  const { page, faults } = await site.visit("/", { isFirst: true });
  const scripts = async () => {
    const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    return urls.filter((url) => url.endsWith(".js")).map((url) => url.replace(/^.*\/(.*)-\w+\.js$/, "$1"));
  };
  await page.waitForLoadState("networkidle");
  expect(await scripts()).toEqual(["boot"]);
  const other = await page.context().newPage();
  await other.goto(site.origin);
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  expect(await scripts()).toEqual(expect.arrayContaining(["shell-islands", "chunk"]));
  await other.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.evaluate(() => localStorage.setItem("theme", "purple"));
  await page.evaluate(() => localStorage.setItem("theme", "light"));
  await other.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  const bar = page.getByText("Money amounts are integers in cents");
  await page.getByRole("button", { name: "Dismiss announcement" }).click();
  await bar.waitFor({ state: "hidden" });
  await other.getByText("Money amounts are integers in cents").waitFor({ state: "hidden" });
  await other.close();
  await page.reload();
  expect(await bar.isVisible()).toBe(false);
  await page.evaluate(() => localStorage.setItem("docs.announcement", "an-older-one"));
  await page.reload();
  expect(await bar.isVisible()).toBe(true);
  expect(faults).toEqual([]);
});

test("without script, the text, links, tabs and narrow menu work, and buttons that need script are hidden", async () => {
  const { page } = await site.visit("/broker-api", { script: false });
  const below = page.locator("#page\\:menu").getByRole("link", { name: "Carrier status webhook" });
  expect(await below.isVisible()).toBe(true);
  await page.locator("#page\\:menu summary").filter({ hasText: "Webhooks" }).click();
  expect(await below.isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /Switch to/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Dismiss announcement" }).count()).toBe(0);
  expect(await page.locator(".search-button").isVisible()).toBe(false);
  const tabs = page.locator("fieldset.tabs").first();
  await tabs.getByRole("radio", { name: "Python" }).check();
  expect(await tabs.getByText("import requests").isVisible()).toBe(true);
  await page.setViewportSize({ width: 996, height: 900 });
  const entry = page.locator("#page\\:menu").getByRole("link", { name: "Load board" });
  expect(await entry.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Open menu" }).click();
  await entry.click();
  await page.waitForURL("**/load-board/");
});

test("the button above a sample copies it to the browser's clipboard", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  await using context = await (await connectBrowser()).newContext({ permissions });
  const page = await context.newPage();
  await page.goto(`${inject("hosted")}/broker-api`);
  const figure = page.locator("main .code:has(.copy)").first();
  await figure.locator(".copy").click();
  await page.locator("#page\\:announcer", { hasText: "Copied" }).waitFor({ state: "attached" });
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(copied.trim()).toBe((await figure.locator("code").textContent())?.trim());
});

test("the heading being read is marked at every step, at both ends of the page and after jumps", async () => {
  const { page, faults } = await site.visit("/broker-api");
  const untilMarked = async (hash: string) =>
    page.waitForFunction(
      (wanted) => (document.querySelector<HTMLAnchorElement>(".toc [aria-current]")?.hash ?? "") === wanted,
      hash,
    );
  /** The heading a reader would name: the first one in the upper quarter of the window, else the last one above it. */
  const expected = () =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll<HTMLAnchorElement>(".toc a")].map(({ hash }) => hash);
      const topOf = (id: string) => document.querySelector(id)?.getBoundingClientRect().top ?? 0;
      const first = ids.find((id) => topOf(id) >= 75 && topOf(id) <= 226);
      return first ?? ids.findLast((id) => topOf(id) <= 226) ?? "";
    });
  await untilMarked("");
  for (let step = 0; step < 12; step++) {
    await page.evaluate(() => scrollBy(0, innerHeight / 2));
    if (await page.evaluate(() => scrollY + 2 * innerHeight > document.documentElement.scrollHeight)) break;
    await untilMarked(await expected());
  }
  for (const link of await page.locator(".toc a").all()) {
    await link.click();
    await untilMarked(await link.evaluate((element: HTMLAnchorElement) => element.hash));
  }
  await page.evaluate(() => scrollTo(0, 0));
  await untilMarked("");
  expect(faults).toEqual([]);
});

test("if the site follows the system's color mode, a first visit does, and so does the open page", async () => {
  const { page } = await site.visit("/", {
    prepare: async (tab) => {
      await tab.emulateMedia({ colorScheme: "dark" });
      await tab.route("**/", async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace("<html ", '<html data-mode="system" ');
        await route.fulfill({ response, body });
      });
    },
  });
  expect(await theme(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  // The reader's choice takes precedence over the system's.
  await page.evaluate(() => localStorage.setItem("theme", "light"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  expect(await theme(page)).toBe("light");
});

test("with storage blocked, everything still works on the page", async () => {
  const { page, faults } = await site.visit("/", { storage: "blocked" });
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.getByRole("button", { name: "Dismiss announcement" }).click();
  await page.getByText("Money amounts are integers in cents").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  expect(faults).toEqual([]);
});

test("the sidebar extends from the navbar to the window's bottom or the footer, with and without the banner", async () => {
  const { page } = await site.visit("/broker-api");
  const edges = async () =>
    page.evaluate(() => {
      const [bar, entry, foot, footer] = [
        ".navbar",
        "#page\\:menu .sidebar [aria-current]",
        ".sidebar-toggle",
        ".footer",
      ].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
      return {
        gap: Math.floor(Math.min(innerHeight, footer?.top ?? 0) - (foot?.bottom ?? 0)),
        isEntryBelowBar: (entry?.top ?? 0) >= (bar?.bottom ?? 0),
      };
    });
  expect(await edges()).toEqual({ gap: 0, isEntryBelowBar: true });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await edges()).toEqual({ gap: 0, isEntryBelowBar: true });
  await page.evaluate(() => (document.documentElement.dataset["announcement"] = "dismissed"));
  await page.evaluate(() => scrollTo(0, 0));
  expect(await edges()).toEqual({ gap: 0, isEntryBelowBar: true });
});
