import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { violationsInBothModes } from "../axe.ts";
import { readSite } from "../visit.ts";

/* Where a search result leads, and the search on a phone. */
const site = readSite(inject("hosted"));

const options = (page: Page) => page.locator("dialog.search [role=option]");

test("following a search result moves the focus to its heading, or to the name of its field", async () => {
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

test("on a narrow phone, the search opens above the menu with the focus in its field, fits, and passes axe", async () => {
  const { page, faults } = await site.visit("/markdown-page", { width: 320 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.waitForFunction(() => document.activeElement?.closest("#page\\:menu"));
  await page.keyboard.press("/");
  await page.keyboard.type("signed bill of lading");
  await page
    .locator("dialog.search")
    .getByText(/^\d+ results?\b/)
    .waitFor();
  // Its styles may arrive after its results.
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
