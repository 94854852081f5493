import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { shownOn } from "./shown-choices.ts";
import { readSite, type Reader } from "./visit.ts";

/* What a reader chooses is remembered in local storage, which can hold anything and belongs to all open tabs. */
let site: Reader;

beforeAll(async () => {
  site = await readSite(inject("hosted"));
});

afterAll(async () => site[Symbol.asyncDispose]());

const untouched = { theme: "light", announcement: undefined, isCollapsed: false, language: "curl", api: "/api/" };
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
  await expect.poll(() => page.evaluate(() => localStorage.getItem("docs.version") ?? "")).toBe("");
  expect(faults).toEqual([]);
});
