import { expect, inject, test } from "vitest";

import { readSite } from "./visit.ts";

const site = readSite(inject("small"));

test("an address with a field's anchor opens the folds around the field and scrolls to it", async () => {
  const { page } = await site.visit("/api/#get-loads~200~results~weight");
  for (const id of ["get-loads~200~results~weight", "schema-trailer-type~~values", "schema-load.weight"]) {
    await page.goto(`${site.origin}/api/#${id}`);
    await page.waitForFunction((anchor) => {
      const top = document.getElementById(anchor)?.getBoundingClientRect().top ?? 0;
      return top > 0 && top < 200;
    }, id);
  }
});

test("the keyboard reaches the filter, the tabs, code that scrolls, and folded content", async () => {
  const { page } = await site.visit("/api/#post-carrier-invoices");
  const section = page.locator("#post-carrier-invoices");
  const focus = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? "");
  await section.getByRole("radio", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await section.getByText("await fetch(").isVisible()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await focus()).toMatch(/^<pre tabindex="0"/);
  await page.keyboard.press("Tab");
  expect(await focus()).toContain('class="copy"');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-state") === "copied");
  const version = page.locator("button.version");
  await version.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await focus()).toContain('data-version="v1.1"');
  await page.keyboard.press("Escape");
  expect(await focus()).toContain('class="version"');
});
