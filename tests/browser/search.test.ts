import type { Page, Route } from "playwright-core";
import { expect, inject, test } from "vitest";

import { readSite } from "./visit.ts";

/* The search with real keys, focus, tabs and layout. `dom/search` tests its results. */
const site = readSite(inject("hosted"));

const options = (page: Page) => page.locator("dialog.search [role=option]");

test("the search works by keyboard: open, type, open in a new tab, follow, find it under recent, and close", async () => {
  const { page, faults } = await site.visit("/");
  await page.keyboard.press("Control+k");
  await options(page).first().waitFor();
  await page.keyboard.type("create a load");
  await options(page).first().filter({ hasText: "Create a load" }).waitFor();
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  await (await opened).waitForURL(/\/api\/#post-loads$/, { waitUntil: "commit" });
  await (await opened).close();
  expect(await page.locator("dialog.search").isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/api\/#post-loads$/);
  const button = page.getByRole("button", { name: "Search", exact: true });
  await button.focus();
  await page.keyboard.press("/");
  await options(page).first().filter({ hasText: "Create a load" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog.search").waitFor({ state: "hidden" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
});

test("text typed or composed while the search loads is kept and searched, and later typing starts over", async () => {
  const { page, faults, release } = await visitWithoutSearch();
  const field = page.getByRole("combobox", { name: "Search" });
  const keyboard = await page.context().newCDPSession(page);
  await page.keyboard.press("/");
  await page.keyboard.type("paymenz/");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("t sp");
  await keyboard.send("Input.imeSetComposition", { text: "ee", selectionStart: 2, selectionEnd: 2 });
  await release();
  await options(page).filter({ hasText: "CarrierPaymentSpeed" }).first().waitFor();
  await keyboard.send("Input.insertText", { text: "eed" });
  expect(await field.inputValue()).toBe("payment speed");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("load");
  expect(await field.inputValue()).toBe("load");
  expect(faults).toEqual([]);
});

test("Escape before the search has loaded closes it, and later keys go to the page", async () => {
  const { page, release } = await visitWithoutSearch();
  const button = page.getByRole("button", { name: "Search", exact: true });
  await button.click();
  await page.keyboard.type("pay");
  await page.keyboard.press("Escape");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await release();
  await options(page).first().waitFor({ state: "attached" });
  expect(await page.locator("dialog.search").isVisible()).toBe(false);
});

/** Opens the home page; the search script, once requested, arrives only after `release`. */
async function visitWithoutSearch() {
  let intercept: (route: Route) => void = () => undefined;
  const intercepted = new Promise<Route>((resolve) => (intercept = resolve));
  // A tab with routes requests every file again.
  const prepare = async (page: Page): Promise<unknown> =>
    page.route("**/assets/search-dialog-*", (route) => intercept(route));
  const visit = await site.visit("/", { prepare });
  return { ...visit, release: async (): Promise<void> => (await intercepted).continue() };
}
