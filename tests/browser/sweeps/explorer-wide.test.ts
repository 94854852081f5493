import type { Locator } from "playwright-core";
import { expect, inject, test } from "vitest";

import { codeOf, isInView, openMore, outcome, untilOpen } from "../explorer-site.ts";
import { readSite } from "../visit.ts";

/* An explorer next to its response. `sweeps/explorer-workspace` tests the sheet, stored values and links. */
const site = readSite(inject("small"));

test("on a wide screen, the explorer works by key presses, reopens next to its response, and isn't printed", async () => {
  const { page, faults } = await site.visit("/api/");
  const button = page.locator("#post-loads").getByRole("button", { name: "Try it" });
  await button.focus();
  await page.keyboard.press("Enter");
  const explorer = page.locator("#post-loads .explorer");
  await untilOpen(explorer);
  const words = explorer.getByText("Ctrl-Enter sends, Esc closes");
  await openMore(explorer);
  expect(await words.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  expect([await words.isVisible(), await explorer.isVisible()]).toEqual([false, true]);
  const box = await explorer.locator(".send").boundingBox();
  const line = explorer.locator(".explorer-line");
  // Letters with descenders aren't cut off.
  expect(await line.locator("code").evaluate((code) => code.clientHeight)).toBeGreaterThanOrEqual(21);
  expect(await line.innerText()).toMatch(/^Try it:\s+POST\s+\/loads\/\s+with \d+ fields$/);
  await page.keyboard.press("Control+Enter");
  expect(await outcome(explorer)).toContain("201 Created");
  expect(await explorer.locator(".send").boundingBox()).toMatchObject({ x: box?.x, width: box?.width });
  expect(await isInView(explorer.locator(".response h5"))).toBe(true);
  expect(await explorer.locator(".response h5 b").evaluate((bold) => getComputedStyle(bold).fontWeight)).toBe("650");
  expect(await explorer.getByLabel("load_number").isVisible()).toBe(false);
  expect(await line.getAttribute("aria-expanded")).toBe("false");

  await line.click();
  const code = (await codeOf(explorer)).locator("code");
  for (const part of [explorer.locator(".response h5"), code]) expect(await isInView(part)).toBe(true);
  await explorer.getByLabel("load_number").fill("LD-TYPED");
  expect(await code.textContent()).toContain('"load_number": "LD-TYPED"');
  expect(await colorsOf(code)).toBeGreaterThan(1);
  await explorer.getByRole("radio", { name: "Python" }).check();
  await code.getByText("requests.post(").waitFor();
  expect(await colorsOf(code)).toBeGreaterThan(2);
  expect(await page.locator("#get-loads .tab-bar :checked").first().inputValue()).toBe("python");

  await explorer.getByLabel("delivery_at", { exact: true }).fill("2025-03-12T17:00:00Z");
  expect(await isInView(code)).toBe(true);
  await page.emulateMedia({ media: "print" });
  const onPaper = [explorer, page.locator("#post-loads .op-samples"), page.locator("#post-loads .op-fields")];
  expect(await Promise.all(onPaper.map((part) => part.isVisible()))).toEqual([false, true, true]);
  await page.emulateMedia({ media: null });
  await line.focus();
  await page.keyboard.press("Escape");
  await explorer.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(faults).toEqual([]);
});

/** The number of colors in a piece of code. */
async function colorsOf(code: Locator): Promise<number> {
  return code.evaluate(
    (element) => new Set([...element.querySelectorAll("span")].map((span) => getComputedStyle(span).color)).size,
  );
}
