import { afterAll, describe, expect, inject, test } from "vitest";

import { thinCode, violationsInBothModes, violationsOn } from "../axe.ts";
import { codeOf, openExplorer, outcome, send } from "../explorer-site.ts";
import { publishSite } from "../published-site.ts";
import { largeContract } from "../../support/large-contract.ts";
import { readSite } from "../visit.ts";

const widths = [1440, 390] as const;

test("axe finds no violations in light, or in dark with everything open", async () => {
  const site = readSite(inject("hosted"));
  const { page, faults } = await site.visit("/api/");
  await thinCode(page);
  expect(await violationsOn(page)).toEqual([]);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsInBothModes(page), `open at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(faults).toEqual([]);
});

describe("a reference in parts", async () => {
  const contract = JSON.stringify(largeContract({ operations: 204 }));
  const large = await publishSite({ "content/index.md": "# Home", "openapi/api.json": contract });

  afterAll(async () => large[Symbol.asyncDispose]());

  test.each(["/api/", "/api/area-3/", "/api/schemas/", "/api/schemas/c/"])(
    "axe finds no violations on %s in light or dark, and nothing scrolls sideways",
    async (route) => {
      const { page, faults } = await large.visit(route);
      await thinCode(page);
      expect(await violationsInBothModes(page)).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      expect(faults).toEqual([]);
    },
  );

  test("the table of contents leads to the operation on its page, and so does an old single-page address", async () => {
    const { page, faults } = await large.visit("/api/");
    await page.getByRole("link", { name: /Create carriers 3/ }).click();
    await page.waitForURL("**/api/area-5/#post-carriers-3");
    await page.locator("#page\\:menu [data-spy] [aria-current=true]", { hasText: "Create carriers 3" }).waitFor();
    // This reference's old form, and another tool's form.
    for (const address of ["post-carriers-3", "operation/carriers_3_create"]) {
      await page.goto(`${large.origin}/api/#${address}`);
      await page.waitForURL("**/api/area-5/#post-carriers-3");
      const box = await page.locator("#post-carriers-3").boundingBox();
      expect(box?.y, address).toBeGreaterThan(0);
      expect(box?.y, address).toBeLessThan(900);
    }
    await page.goto(`${large.origin}/api/#schema-carrier3.amount`);
    await page.waitForURL("**/api/schemas/c/#schema-carrier3.amount");
    expect(faults).toEqual([]);
  });
});

describe("an explorer", () => {
  const site = readSite(inject("small"));

  /** Opens an explorer alone on its page. The other operations are checked with the reference. */
  async function openAlone(anchor: string) {
    const { page, faults } = await site.visit("/api/");
    const explorer = await openExplorer(page, anchor);
    await page.evaluate((id) => {
      for (const other of document.querySelectorAll(`main section.op:not(#${id})`)) other.remove();
    }, anchor);
    const judge = async (state: string): Promise<void> => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await violationsInBothModes(page, `#${anchor}`), `${state} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(width);
      }
    };
    return { explorer, judge, faults };
  }

  test("axe finds no violations and nothing scrolls sideways, in light and dark: on open, with errors, with a response", async () => {
    const { explorer, judge, faults } = await openAlone("post-broker-invoices");
    await judge("open");
    await explorer.getByLabel("amount in dollars", { exact: true }).fill("1.001");
    await explorer.getByText(/^\d+ optional fields/).click();
    await explorer.getByRole("button", { name: "Send POST" }).click();
    await explorer.getByText("Not sent.").waitFor();
    await judge("faults");
    await explorer.getByRole("button", { name: "Send anyway" }).click();
    await outcome(explorer);
    await explorer.getByText("History (1)").click();
    await judge("answer");
    await (await codeOf(explorer)).locator(".code").waitFor();
    await judge("code");
    expect(faults).toEqual([]);
  });

  test("axe finds no violations and nothing scrolls sideways with an open record of a list", async () => {
    const { explorer, judge, faults } = await openAlone("get-broker-invoices");
    await send(explorer);
    await explorer.locator(".record-opener").first().click();
    await explorer.getByRole("link", { name: "PATCH Update it" }).waitFor();
    await judge("record");
    expect(faults).toEqual([]);
  });
});
