import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { thinCode, violationsInBothModes } from "./axe.ts";
import { readSite } from "./visit.ts";

const site = readSite(inject("hosted"));

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);

test("the theme switch works at the first click, and the theme and sample language persist on the next page", async () => {
  const { page, faults } = await site.visit("/broker-api");
  expect(await theme(page)).toBe("light");
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.locator("fieldset.tabs").first().getByRole("radio", { name: "Python" }).check();
  const unchosen = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLInputElement>('.tabs input[value="python"]')].filter(
          (input) => !input.checked,
        ).length,
    );
  await expect.poll(unchosen).toBe(0);
  await page.goto(`${site.origin}/carrier-api`, { waitUntil: "commit" });
  await page.waitForSelector("body", { state: "attached" });
  expect(await theme(page)).toBe("dark");
  // The browser's own colors, before the first paint.
  expect(await page.locator("meta[name=theme-color]").getAttribute("content")).toBe("#0e1524");
  await page.waitForLoadState();
  expect(await page.locator('.tabs input[value="python"]').count()).toBeGreaterThan(1);
  expect(await unchosen()).toBe(0);
  await page.getByRole("button", { name: "Switch to light mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  expect(await page.locator("meta[name=theme-color]").getAttribute("content")).toBe("#fbfaf7");
  expect(faults).toEqual([]);
});

test("the sidebar collapses and stays collapsed at 997 px, and narrower windows have a menu in the navbar", async () => {
  const { page } = await site.visit("/", { width: 997 });
  const entry = page.locator("#page\\:menu").getByRole("link", { name: "Broker API" });
  expect(await entry.isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Open menu" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await entry.waitFor({ state: "hidden" });
  await page.goto(`${site.origin}/versioning`);
  expect(await entry.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await entry.waitFor({ state: "visible" });
  await page.setViewportSize({ width: 996, height: 900 });
  await followMenu(page);
});

async function followMenu(page: Page): Promise<void> {
  const entry = page.locator("#page\\:menu").getByRole("link", { name: "Load board" });
  await entry.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await entry.waitFor({ state: "visible" });
  await entry.click();
  await page.waitForURL("**/load-board/");
  expect(await entry.isVisible()).toBe(false);
}

test("the skip link comes first and leads to the text; the open menu traps the focus and stops scrolling until Escape", async () => {
  const { page } = await site.visit("/", { width: 390 });
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip to/i);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "page:main");
  const button = page.getByRole("button", { name: "Open menu" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("#page\\:menu:popover-open").waitFor();
  await page.locator("main[inert]").waitFor();
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") === null)).toBe(true);
  }
  const scrolls = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== "hidden");
  expect(await scrolls()).toBe(false);
  await page.keyboard.press("Escape");
  await page.locator("#page\\:menu:popover-open").waitFor({ state: "hidden" });
  expect(await scrolls()).toBe(true);
  // The menu's close event comes in a later task, and only then does the page take the focus back.
  await page.locator("[data-action=hold-focus]:focus").waitFor();
});

test("axe finds no violations in light or dark, and no page width scrolls sideways", async () => {
  const { page, faults } = await site.visit("/");
  await thinCode(page);
  expect(await violationsInBothModes(page)).toEqual([]);
  for (const width of [1440, 996, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
  expect(faults).toEqual([]);
});
