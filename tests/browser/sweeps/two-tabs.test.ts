import type { Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";

import { readChoices } from "../shown-choices.ts";
import { readSite } from "../visit.ts";

/* What a reader chooses is remembered in local storage, which can hold anything and belongs to all open tabs. */
const site = await readSite(inject("hosted"));

afterAll(async () => site[Symbol.asyncDispose]());

const chosen = { theme: "dark", announcement: "dismissed", isCollapsed: true, language: "javascript", api: "/api/v1/" };

test("choices replace what was stored, two open tabs choose one after the other, and the last choice stays", async () => {
  const { page, faults } = await site.visit("/broker-api", {
    storage: { theme: "nonsense", "docs.version": "nonsense", "docs.language": '{"a":1}' },
  });
  const other = await page.context().newPage();
  other.on("pageerror", (error) => expect.unreachable(error.message));
  await other.goto(`${site.origin}/broker-api`);
  await chooseEverything(page);
  await expect.poll(async () => page.evaluate(readChoices)).toEqual(chosen);
  await other.reload();
  await expect.poll(async () => other.evaluate(readChoices)).toEqual(chosen);

  await other.getByRole("button", { name: "Switch to light mode" }).click();
  await other.getByRole("button", { name: "Expand sidebar" }).click();
  await other.locator("[data-sync=language] input[value=python]").first().check();
  await other.waitForFunction(() => localStorage.getItem("docs.language") === "python");
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  await page.reload();
  const last = { ...chosen, theme: "light", isCollapsed: false, language: "python" };
  await expect.poll(async () => page.evaluate(readChoices)).toEqual(last);
  expect(faults).toEqual([]);
});

async function chooseEverything(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.getByRole("button", { name: "Dismiss announcement" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["announcement"] === "dismissed");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.locator("[data-sync=language] input[value=javascript]").first().check();
  await page.waitForFunction(() => localStorage.getItem("docs.language") === "javascript");
  // The versions are offered on the reference.
  const route = page.url();
  await page.goto(`${site.origin}/api/`);
  await page.locator("button.version").click();
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await page.waitForURL("**/api/v1/");
  await page.goto(route);
}
