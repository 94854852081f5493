import { afterAll, expect, test } from "vitest";

import { violationsInBothModes } from "../axe.ts";
import { publishSite } from "../published-site.ts";

/* The filter of a large reference's menu with real keys, on a phone and by touch. `dom/menu-filter` tests the rest. */
const operation = (tag: string, words: string) => ({
  tags: [tag],
  summary: words,
  responses: { "200": { description: "Ok." } },
});
const paths = ["invoices", "loads"].flatMap((tag) =>
  Array.from({ length: 40 }, (_, number) => [
    `/${tag}/${number}/of-a-name-that-is-long-enough-to-be-broken`,
    { get: operation(tag, `Read ${tag} of the kind ${number}`) },
  ]),
);
const info = { title: "API", version: "1" };
const contract = { openapi: "3.1.0", info, servers: [{ url: "/v1" }], paths: Object.fromEntries(paths) };
const guides = ["Billing", "Shipping"].flatMap((group) =>
  Array.from({ length: 60 }, (_, number) => [`content/${group}/page-${number}.md`, `# ${group} ${number}\n`]),
);
const site = await publishSite({
  ...Object.fromEntries(guides),
  "content/index.md": "# Home",
  "openapi/api.json": JSON.stringify(contract),
});

afterAll(async () => site[Symbol.asyncDispose]());

test("on a phone, the menu is filtered by keyboard, and Escape clears the filter before it closes the menu", async () => {
  const { page, faults } = await site.visit("/api/", { width: 390 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.waitForFunction(() => document.activeElement?.closest("#page\\:menu"));
  const field = page.getByRole("combobox", { name: "Filter operations" });
  await field.focus();
  await page.keyboard.type("loads kind 3");
  await page.getByRole("status").filter({ hasText: "11 operations" }).waitFor();
  const shown = page.locator("#page\\:menu [role=option]");
  const heights = await shown.evaluateAll((options) => options.map((option) => option.getBoundingClientRect().height));
  expect([heights.length, heights.filter((height) => height < 44)]).toEqual([11, []]);
  expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(
    await page.locator("#page\\:menu").evaluate((menu) => menu.scrollWidth - menu.clientWidth),
  ).toBeLessThanOrEqual(0);
  expect(await violationsInBothModes(page, "#page\\:menu")).toEqual([]);
  await page.keyboard.press("Escape");
  await shown.first().waitFor({ state: "detached" });
  expect(await page.locator("#page\\:menu").evaluate((menu) => menu.matches(":popover-open"))).toBe(true);
  await page.keyboard.type("loads kind 39");
  await shown.first().filter({ hasText: "Read loads of the kind 39" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/loads-39/);
  expect(faults).toEqual([]);
});

test("without script, the filter is hidden, and every group's page is a link", async () => {
  const { page } = await site.visit("/api/", { script: false });
  expect(await page.locator(".menu-filter").isVisible()).toBe(false);
  expect(await page.locator(".reference-menu a").count()).toBeGreaterThan(2);
});

test.each([1440, 390])(
  "at %i px, a closed group of a large site opens in place, by key or by its arrow",
  async (width) => {
    const { page, faults } = await site.visit("/", { width });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    if (width === 390) {
      await page.getByRole("button", { name: "Open menu" }).click();
      await expect.poll(focused).toBe("Home");
    }
    const menu = page.locator(".sidebar").first();
    await menu.getByRole("link", { name: "Billing", exact: true }).press("Enter");
    await menu.getByRole("link", { name: "Billing 10", exact: true }).waitFor();
    expect(await focused()).toBe("Billing");
    await menu.locator("summary").filter({ hasText: "Pages under Shipping" }).click();
    await menu.getByRole("link", { name: "Shipping 10", exact: true }).waitFor();
    expect(await menu.locator("[aria-current]").allTextContents()).toEqual(["Home"]);
    expect(new URL(page.url()).pathname).toBe("/");
    expect(faults).toEqual([]);
  },
);
