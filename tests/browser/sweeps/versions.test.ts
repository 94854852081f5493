import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { readSite } from "../visit.ts";

/* The versions of a contract, each with its reference. */
const site = readSite(inject("small"));

/** The navbar's link to the reference. */
function apiLink(page: Page): Locator {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API" });
}

test("the version a reader picks is where the navbar links from then on, on every page", async () => {
  const { page, faults } = await site.visit("/api/");
  await page.locator("button.version").click();
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await page.waitForURL("**/api/v1/");
  expect(await page.getByText("No separate API document for v1 is published here.").isVisible()).toBe(true);
  expect(await page.locator("button.version").innerText()).toMatch(/v1$/);
  await page.goto(`${site.origin}/`);
  await expect.poll(() => apiLink(page).getAttribute("href")).toBe("/api/v1/");
  await apiLink(page).click();
  await page.waitForURL("**/api/v1/");
  await page.locator("button.version").click();
  await page.getByRole("link", { name: "v1.1", exact: true }).click();
  await page.waitForURL(/\/api\/$/);
  await page.goto(`${site.origin}/versioning`);
  expect(await apiLink(page).getAttribute("href")).toBe("/api/");
  expect(faults).toEqual([]);
});

test("without script, the menu links to every version", async () => {
  const { page } = await site.visit("/api/", { script: false });
  await page.locator("button.version").click();
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await page.waitForURL("**/api/v1/");
});

test("with storage blocked, the link leads to the version chosen on this page, and nothing fails", async () => {
  const { page, faults } = await site.visit("/api/", { storage: "blocked" });
  await page.locator("button.version").click();
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await page.waitForURL("**/api/v1/");
  expect(await apiLink(page).getAttribute("href")).toBe("/api/");
  expect(faults).toEqual([]);
});
