import type { Page, Route } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";

import { violationsInBothModes } from "./axe.ts";
import { readSite } from "./visit.ts";

/* The search as real keys, the focus, other tabs and the screen have it. What it answers is tried in `dom/search`. */
const site = await readSite(inject("hosted"));

afterAll(async () => site[Symbol.asyncDispose]());

const options = (page: Page) => page.locator("dialog.search [role=option]");

test("by keyboard alone: open, type with a slip, open beside the page, follow, find it among the recent places, and leave to where one was", async () => {
  const { page, faults } = await site.visit("/");
  const field = page.getByRole("combobox", { name: "Search" });
  await page.keyboard.press("Control+k");
  await options(page).first().waitFor();
  await page.keyboard.type("creat laod");
  await page
    .locator("dialog.search")
    .getByText(/results for load$/)
    .waitFor();
  const active = async () => page.locator(`[id="${await field.getAttribute("aria-activedescendant")}"]`).innerText();
  const first = await active();
  expect(first).toContain("Create a load");
  await page.keyboard.press("ArrowDown");
  expect(await active()).not.toBe(first);
  await page.keyboard.press("ArrowUp");
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
  await page.keyboard.type("POST /loads");
  expect(await field.inputValue()).toBe("POST /loads");
  await page.keyboard.press("Escape");
  await page.locator("dialog.search").waitFor({ state: "hidden" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
});

test("who follows a result reads on there: the focus is on its heading, or on the name of its field", async () => {
  const { page } = await site.visit("/broker-api");
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/ ?#$/, ""));
  for (const [query, address, words] of [
    ["create a load", /\/api\/#post-loads$/, "Create a load"],
    ["Load.weight", /#schema-load\.weight$/, "weight"],
    ["troubleshooting", /broker-api\/?#troubleshooting$/, "Troubleshooting"],
    ["attach documents", /broker-api\/?#attach-documents$/, "Attach documents"],
  ] as const) {
    await page.keyboard.press("/");
    await page.keyboard.type(query);
    const option = options(page).filter({ hasText: words }).first();
    await option.click();
    await page.waitForURL(address);
    await expect.poll(focused, { message: query }).toBe(words);
  }
});

test("the search opens above the menu of a narrow phone, with the focus in its field, fits, and has no fault that axe knows", async () => {
  const { page, faults } = await site.visit("/markdown-page", { width: 320 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.waitForFunction(() => document.activeElement?.closest("#page\\:menu"));
  await page.keyboard.press("/");
  await page.keyboard.type("signed bill of lading");
  await page
    .locator("dialog.search")
    .getByText(/^\d+ results?\b/)
    .waitFor();
  // Its styles may come after its answers.
  await page.locator("dialog.search:not([data-loading])").waitFor();
  expect(await violationsInBothModes(page, "dialog.search")).toEqual([]);
  const box = await page.locator("dialog.search").boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 320).toBe(true);
  await page.getByRole("combobox", { name: "Search" }).fill("delete");
  const method = page.locator("dialog.search .method-delete").first();
  await method.waitFor();
  // One line, though any word of a result may be broken.
  expect(await method.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(20);
  expect(faults).toEqual([]);
});

test("what is typed and composed while the search arrives stands in its field and is found, and the next words are new ones", async () => {
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

test("Escape before the search has arrived closes it, and the next keys are the page's", async () => {
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

/** Opens the home page; the script of the search, once it is asked for, arrives when it is released. */
async function visitWithoutSearch() {
  let hold: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => (hold = resolve));
  // A tab with routes asks for every file anew.
  const prepare = async (page: Page): Promise<unknown> =>
    page.route("**/assets/search-dialog-*", (route) => hold(route));
  const visit = await site.visit("/", { prepare });
  return { ...visit, release: async (): Promise<void> => (await held).continue() };
}
