import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { send, untilOpen } from "../explorer-site.ts";
import { weightOf } from "../script-weight.ts";
import { readSite } from "../visit.ts";

/* How a guide shows its progress. `dom/guide-score` tests what counts. */
const site = readSite(inject("hostedWithHeaders"));

/** Sends a call's first sample from the guide, with another value in one field. */
async function sendSample(page: Page, call: string, field = "", value = ""): Promise<void> {
  await page.locator(".sample", { hasText: call }).first().getByRole("link", { name: "Try it" }).click();
  const form = page.getByRole("dialog", { name: /^Try it/ });
  await untilOpen(form);
  if (field !== "") await form.getByLabel(field, { exact: true }).fill(value);
  expect(await send(form)).toMatch(/20[01]/);
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
}

/** The positions of each step, the list's end, and what follows it. */
async function positions(page: Page): Promise<readonly number[]> {
  return page
    .locator(".steps, .steps > li, .prose > h2")
    .evaluateAll((parts) => parts.flatMap((part) => Object.values(part.getBoundingClientRect().toJSON())));
}

/** Makes three calls of the guide. Finished steps and stored values show in place, and nothing moves. */
async function callThrice(page: Page): Promise<void> {
  const before = await positions(page);
  await sendSample(page, "GET /carriers/");
  await sendSample(page, "POST /carrier_relationships/", "external_id", "a-rather-long-id-of-carrier-1042");
  const line = page.locator(".score");
  await line.getByText("1 of 8 done in the sandbox").waitFor();
  await sendSample(page, "POST /broker_invoices/");
  await line.getByText("2 of 8").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  // Code further down may wrap differently; the table of contents and the steps stay.
  expect((await positions(page)).slice(0, 9 * 8)).toEqual(before.slice(0, 9 * 8));
  const ring = page.locator(".steps > li").nth(3);
  expect(await ring.evaluate((step) => getComputedStyle(step, "::before").content)).toContain("✓");
  expect(await page.locator(".keep").nth(0).innerText()).toBe("you keep your a-rather-long-id-of-carrier-1042");
}

test("on a phone, a guide shows finished steps and stored values in place, and moves nothing", async () => {
  const { page, faults } = await site.visit("/broker-api", { width: 390 });
  await callThrice(page);
  expect(faults).toEqual([]);
});

test("a wide screen shows the same, and copied code has the stored values", async () => {
  const { page, faults } = await site.visit("/broker-api");
  await callThrice(page);
  expect(await page.evaluate(() => CSS.highlights.get("kept")?.size)).toBeGreaterThan(3);

  const sample = page.locator(".sample", { hasText: "POST /broker_invoices/" }).first();
  for (const [language, code] of [
    ["curl", '"carrier_id": "a-rather-long-id-of-carrier-1042"'],
    ["JavaScript", 'carrier_id: "a-rather-long-id-of-carrier-1042"'],
    ["Python", '"carrier_id": "a-rather-long-id-of-carrier-1042"'],
  ] as const) {
    await sample.locator("label", { hasText: language }).click();
    const figure = sample.locator("figure:visible");
    await figure.hover();
    await figure.getByRole("button", { name: "Copy" }).click();
    await page.waitForFunction(async (text) => (await navigator.clipboard.readText()).includes(text), code);
  }
  expect(faults).toEqual([]);
});

test("a guide's progress script loads after the first success, in at most 4 kB", async () => {
  const { page } = await site.visit("/broker-api", { isFirst: true });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.locator(".sample").first().getByRole("link", { name: "Try it" }).click();
  const form = page.getByRole("dialog", { name: /^Try it/ });
  await untilOpen(form);
  await form.getByRole("button", { name: "Send GET" }).focus();
  const before = requested.length;
  expect(requested.some((address) => address.includes("show-score"))).toBe(false);
  await send(form);
  await page.locator(".score").getByText("1 of 8").waitFor();
  const score = requested.slice(before).find((address) => address.includes("show-score")) ?? "";
  expect(await weightOf([score])).toBeLessThanOrEqual(4_000);
});
