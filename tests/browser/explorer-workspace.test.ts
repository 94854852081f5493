import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { outcome } from "./explorer-site.ts";
import { readSite, type Reader } from "./visit.ts";

/* How an explorer stands in its page: beside its answer, or as a sheet; what is kept, and led to by links. */
let site: Reader;

beforeAll(async () => {
  site = await readSite(inject("small"));
});

afterAll(async () => site[Symbol.asyncDispose]());

test("wide: form, request and answer stand side by side, and two key presses lead from the link to the answer", async () => {
  const { page, faults } = await site.visit("/api/");
  const button = page.locator("#post-loads").getByRole("button", { name: "Try it" });
  await button.focus();
  await page.keyboard.press("Enter");
  const explorer = page.locator("#post-loads .explorer");
  await explorer.getByText("Ctrl-Enter sends, Esc closes").waitFor();
  const code = explorer.locator(".call-code code");
  await code.waitFor();
  await page.keyboard.press("Control+Enter");
  expect(await outcome(explorer)).toContain("201 Created");
  for (const part of [explorer.locator(".response h5"), code]) expect(await isInView(part)).toBe(true);

  await explorer.getByLabel("load_number").fill("LD-TYPED");
  expect(await code.textContent()).toContain('"load_number": "LD-TYPED"');
  expect(await colorsOf(code)).toBeGreaterThan(1);
  await explorer.getByRole("radio", { name: "Python" }).check();
  await code.getByText("requests.post(").waitFor();
  expect(await colorsOf(code)).toBeGreaterThan(2);
  expect(await page.locator("#get-loads .tab-bar :checked").first().inputValue()).toBe("python");

  await explorer.locator(".send-bar").scrollIntoViewIfNeeded();
  await explorer.getByLabel("delivery_at", { exact: true }).fill("2025-03-12T17:00:00Z");
  expect(await isInView(code)).toBe(true);
  await page.keyboard.press("Escape");
  await explorer.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(faults).toEqual([]);
});

test("narrow: a sheet keeps the focus and holds the page still, and shows the request or the answer, whichever is due", async () => {
  const { page, faults } = await site.visit("/api/", { width: 390 });
  await page.locator("#post-loads").getByRole("button", { name: "Try it" }).click();
  const explorer = page.getByRole("dialog", { name: "Try it: Create a load" });
  await explorer.waitFor();
  expect(await explorer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 900 });
  const tops = await explorer.locator(".send-bar > *").evaluateAll((parts) =>
    parts.map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    }),
  );
  expect(new Set(tops).size, `one row: ${tops.join()}`).toBe(1);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 5_000);
  await explorer.getByLabel("delivery_at", { exact: true }).focus();
  expect(await page.evaluate(() => scrollY)).toBe(before);

  await explorer.getByLabel("load_number").fill("");
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Not sent.") === true);
  expect(await explorer.getByRole("radio", { name: "Request" }).isChecked()).toBe(true);
  await explorer.getByLabel("load_number").fill("LD-SHEET");
  await page.keyboard.press("Control+Enter");
  expect(await outcome(explorer)).toContain("201 Created");
  expect(await explorer.getByRole("radio", { name: "Response" }).isChecked()).toBe(true);
  expect(await isInView(explorer.locator(".response h5"))).toBe(true);
  expect(await explorer.getByLabel("load_number").isVisible()).toBe(false);
  // Focus leaves the sheet for nothing but the browser itself.
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.className)).toMatch(
      /explorer|^$/,
    );
  }
  await explorer.getByText("This request as curl, JavaScript, Python").click();
  await explorer.locator(".call-code code", { hasText: "LD-SHEET" }).waitFor();
  await explorer.getByRole("radio", { name: "Response" }).focus();
  await page.keyboard.press("ArrowLeft");
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-SHEET");
  await page.keyboard.press("Escape");
  await explorer.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(faults).toEqual([]);
});

test("what stands in a form survives the page; a link opens it elsewhere, without secrets, server or sending", async () => {
  const { page, faults } = await site.visit("/api/");
  const explorer = await open(page, "post-loads");
  await explorer.getByLabel("load_number").fill("LD-KEPT");
  await page.waitForFunction(() => JSON.stringify(Object.entries(sessionStorage)).includes("LD-KEPT"));
  await page.goto(`${site.origin}/versioning`);
  await page.goto(`${site.origin}/api/`);
  await open(page, "post-loads");
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-KEPT");
  await explorer.getByRole("button", { name: "Copy link" }).click();
  await explorer.getByText("Copied", { exact: true }).waitFor();
  const link = await page.evaluate(async () => navigator.clipboard.readText());
  expect(link).toMatch(/\/api\/#try-post-loads=/);
  expect(link.length).toBeLessThan(8_000);

  const other = await site.visit("/");
  await other.page.goto(link.replace("LD-KEPT", "LD-SENT"));
  await explorer.waitFor();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-SENT");
  expect(await explorer.getByText("No response yet").isVisible()).toBe(true);
  expect(new URL(page.url()).hash).toBe("#try-post-loads");
  await explorer.getByLabel("load_number").fill("LD-MINE");
  await page.waitForFunction(() => JSON.stringify(Object.entries(sessionStorage)).includes("LD-MINE"));
  await page.reload();
  await explorer.waitFor();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-MINE");
  // Pasted where the form is open already.
  await page.evaluate((address) => location.assign(address), link);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[id$='/load_number']")?.value === "LD-KEPT",
  );
  expect(faults).toEqual([]);
});

test("a guide's request opens its operation's form, filled in as the guide has it; without script it leads to the operation", async () => {
  const { page, faults } = await site.visit("/", { width: 390 });
  // The small site has no guides.
  await page.goto(`${inject("hosted")}/load-board`);
  await page.locator(".sample", { hasText: "DELETE /loads/" }).getByRole("link", { name: "Try it" }).click();
  const explorer = page.getByRole("dialog", { name: /^Try it/ });
  await explorer.waitFor();
  expect(await explorer.locator(".explorer-address").textContent()).toBe("DELETE /loads/LD-20440/");
  expect(await explorer.getByRole("radio", { name: "Request" }).isChecked()).toBe(true);
  expect(faults).toEqual([]);

  const plain = await site.visit("/", { script: false });
  await plain.page.goto(`${inject("hosted")}/load-board`);
  await plain.page.locator(".sample", { hasText: "DELETE /loads/" }).getByRole("link", { name: "Try it" }).click();
  expect(new URL(plain.page.url()).hash).toBe("#delete-loads-load-number");
});

async function open(page: Page, anchor: string): Promise<Locator> {
  await page.locator(`[id="${anchor}"]`).getByRole("button", { name: "Try it" }).click();
  const explorer = page.locator(`[id="${anchor}"] .explorer`);
  await explorer.waitFor();
  return explorer;
}

async function isInView(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, left } = element.getBoundingClientRect();
    return top >= 0 && top < innerHeight - 20 && element.contains(document.elementFromPoint(left + 4, top + 8));
  });
}

/** How many colors a piece of code is in. */
async function colorsOf(code: Locator): Promise<number> {
  return code.evaluate(
    (element) => new Set([...element.querySelectorAll("span")].map((span) => getComputedStyle(span).color)).size,
  );
}
