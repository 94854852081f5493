import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { readSite } from "../visit.ts";

/* From the front page to a response, without leaving it. */
const site = readSite(inject("hostedWithHeaders"));

test("a reader gets from the front page through a guide to creating and changing an invoice", async () => {
  const { page, faults } = await site.visit("/");
  await page.getByRole("link", { name: "Run" }).click();
  await page.locator(".live").getByText("200 OK").waitFor();
  await page
    .locator(".cards")
    .getByRole("link", { name: /Broker/ })
    .first()
    .click();

  await tryIt(page, "GET /carriers/");
  const explorer = page.getByRole("dialog", { name: /^Try it/ });
  await explorer.getByRole("button", { name: "Send GET" }).click();
  await explorer.getByRole("cell", { name: "Prairie Wind Transport Inc." }).waitFor();
  await page.keyboard.press("Escape");

  await tryIt(page, "POST /broker_invoices/");
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("201 Created").waitFor();
  await explorer.getByRole("link", { name: "Update it" }).click();

  const form = page.locator("#patch-broker-invoices-invoice-number .explorer");
  await form.waitFor();
  expect(await form.locator(".explorer-line").textContent()).toMatch(/PATCH \/broker_invoices\/BI-[0-9]+\//);
  await form.getByRole("button", { name: "Send PATCH" }).click();
  await form.getByText("200 OK").waitFor();
  expect(faults).toEqual([]);
});

async function tryIt(page: Page, request: string): Promise<void> {
  await page.locator(".sample", { hasText: request }).first().getByRole("link", { name: "Try it" }).click();
}

test("Run says so if the sandbox doesn't load, and offers Retry", async () => {
  const { page } = await site.visit("/", {
    prepare: async (tab) => tab.route("**/assets/sandbox-*", async (route) => route.abort()),
  });
  await page.getByRole("link", { name: "Run" }).click();
  await page.getByRole("alert").getByRole("button", { name: "Retry" }).waitFor();
  expect(await page.locator(".live > .code figcaption").textContent()).toBe("Example response");
});
