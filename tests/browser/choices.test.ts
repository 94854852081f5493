import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { readSite, type Reader } from "./visit.ts";

/* What a reader chooses is remembered in local storage, which can hold anything and belongs to all open tabs. */
let site: Reader;

beforeAll(async () => {
  site = await readSite(inject("hosted"));
});

afterAll(async () => site[Symbol.asyncDispose]());

/** The five choices as a page shows them. */
async function shownOn(page: Page) {
  return page.evaluate(() => {
    const { theme, announcement, sidebar } = document.documentElement.dataset;
    const language = document.querySelector<HTMLInputElement>("[data-sync=language] input:checked")?.value;
    const api = document.querySelector<HTMLAnchorElement>("[data-versions]")?.getAttribute("href");
    return { theme, announcement, sidebar, language, api };
  });
}

const untouched = { theme: "light", announcement: undefined, sidebar: undefined, language: "curl", api: "/api/" };
const chosen = {
  theme: "dark",
  announcement: "dismissed",
  sidebar: "collapsed",
  language: "javascript",
  api: "/api/v1/",
};

const keys = ["theme", "docs.announcement", "docs.sidebar", "docs.version", "docs.language"];

/** A storage in which every choice has this value. */
const everyChoice = (value: string) => Object.fromEntries(keys.map((key) => [key, value]));

test.each([
  ["nonsense", "nonsense"],
  ["empty texts", ""],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["JSON", '{"a":1}'],
  ["very long texts", "x".repeat(100_000)],
])("stored values that are no choice count as none, and an unknown version is removed (%s)", async (_, value) => {
  const { page, faults } = await site.visit("/broker-api", { storage: everyChoice(value) });
  expect(await shownOn(page)).toEqual(untouched);
  expect(await page.evaluate(() => localStorage.getItem("docs.version"))).toBeNull();
  expect(faults).toEqual([]);
});

test("choices replace what was stored, two open tabs choose one after the other, and the last choice stays", async () => {
  const { page, faults } = await site.visit("/broker-api", { storage: everyChoice("nonsense") });
  const other = await page.context().newPage();
  other.on("pageerror", (error) => expect.unreachable(error.message));
  await other.goto(`${site.origin}/broker-api`);
  await chooseEverything(page);
  expect(await shownOn(page)).toEqual(chosen);
  await other.reload();
  expect(await shownOn(other)).toEqual(chosen);

  await other.getByRole("button", { name: "Switch to light mode" }).click();
  await other.getByRole("button", { name: "Expand sidebar" }).click();
  await other.locator("[data-sync=language] input[value=python]").first().check();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "light");
  await page.reload();
  expect(await shownOn(page)).toEqual({ ...chosen, theme: "light", sidebar: undefined, language: "python" });
  expect(faults).toEqual([]);
});

async function chooseEverything(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.getByRole("button", { name: "Dismiss announcement" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["announcement"] === "dismissed");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.locator("[data-sync=language] input[value=javascript]").first().check();
  // The versions are offered on the reference.
  const route = page.url();
  await page.goto(`${site.origin}/api/`);
  await page.locator("summary.version").click();
  await page.getByRole("link", { name: "v1", exact: true }).click();
  await page.waitForURL("**/api/v1/");
  await page.goto(route);
}
