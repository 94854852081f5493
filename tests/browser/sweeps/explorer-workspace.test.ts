import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { codeOf, isInView, openExplorer, openMore, outcome, send, untilOpen } from "../explorer-site.ts";
import { readSite } from "../visit.ts";

/* How an explorer fits into its page: next to its response or as a sheet; what it stores, and links to it. */
const site = readSite(inject("small"));

test("on a narrow screen, a sheet traps the focus, stops scrolling, and shows the request or the response", async () => {
  const { page, faults } = await site.visit("/api/", { width: 390 });
  await page.locator("#post-loads").getByRole("button", { name: "Try it" }).click();
  const explorer = page.getByRole("dialog", { name: "Try it: Create a load" });
  await untilOpen(explorer);
  expect(await explorer.boundingBox()).toEqual({ x: 0, y: 40, width: 390, height: 860 });
  await page.emulateMedia({ media: "print" });
  expect(await explorer.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  expect(await explorer.getByText("Esc closes").isVisible()).toBe(false);
  const sizes = await explorer
    .locator("input, select, textarea")
    .evaluateAll((controls) => controls.map((control) => getComputedStyle(control).fontSize));
  expect(new Set(sizes)).toEqual(new Set(["16px"]));
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 5_000);
  await explorer.getByLabel("delivery_at", { exact: true }).focus();
  expect(await page.evaluate(() => scrollY)).toBe(before);

  await explorer.getByLabel("load_number").fill("");
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Not sent.") === true);
  await explorer.getByLabel("load_number").fill("LD-SHEET");
  await page.keyboard.press("Control+Enter");
  expect(await outcome(explorer)).toContain("201 Created");
  expect(await isInView(explorer.locator(".response h5"))).toBe(true);
  expect(await explorer.getByLabel("load_number").isVisible()).toBe(false);
  const edges = await explorer
    .locator(".response > :is(h5, .response-facts, .verdict)")
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).paddingLeft));
  expect(edges.length).toBe(3);
  expect(new Set(edges).size).toBe(1);
  // With double text size, the path wraps below the method.
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
  const isWhole = (path: Element) => path.clientWidth > 0 && path.scrollWidth <= path.clientWidth;
  expect(await explorer.locator(".explorer-line code").evaluate(isWhole)).toBe(true);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 16 } });
  // Focus leaves the sheet only for the browser's own controls.
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.className)).toMatch(
      /explorer|^$/,
    );
  }
  await (await codeOf(explorer)).getByText("LD-SHEET").first().waitFor();
  await explorer.getByRole("button", { name: "Edit" }).click();
  // The button disappears, and the focus moves on.
  await explorer.locator(".explorer-line:focus").waitFor();
  expect(await explorer.getByLabel("load_number").isVisible()).toBe(true);
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-SHEET");
  await page.keyboard.press("Escape");
  await explorer.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(faults).toEqual([]);
});

test("by keyboard: send, open a record from the list, and update it with its form filled in", async () => {
  const { page, faults } = await site.visit("/api/");
  await send(await openExplorer(page, "post-broker-invoices"));
  await page.locator("#get-broker-invoices").getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  const list = page.locator("#get-broker-invoices .explorer");
  await untilOpen(list);
  await page.keyboard.press("Control+Enter");
  expect(await outcome(list)).toContain("200 OK");
  expect(await list.getByRole("columnheader").first().textContent()).toBe("invoice_number");
  await pressUntil(page, "Tab", ".response [type=radio]");
  await page.keyboard.press("ArrowRight");
  expect(await list.getByRole("radio", { name: "JSON" }).isChecked()).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await pressUntil(page, "Tab", ".record-opener");
  await page.keyboard.press("Enter");
  const update = list.getByRole("link", { name: "PATCH Update it" });
  await update.waitFor();
  await update.focus();
  await page.keyboard.press("Enter");
  const form = page.locator("#patch-broker-invoices-invoice-number .explorer");
  await form.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("#patch-broker-invoices-invoice-number") !== null);
  expect(await form.getByLabel("invoice_number", { exact: true }).inputValue()).toMatch(/^BI-\d+$/);
  const others = form.getByText(/^\d+ optional fields/);
  await others.focus();
  await page.keyboard.press("Enter");
  const amount = form.getByLabel("amount in dollars", { exact: true });
  expect(await amount.inputValue()).toBe(await list.locator("td.amount").first().textContent());
  await amount.fill("2,500");
  await page.keyboard.press("Control+Enter");
  expect(await outcome(form)).toContain("200 OK");
  await form.getByRole("radio", { name: "Record" }).waitFor();

  // The same form, though it is open: the record as it is now.
  await list.locator(".explorer-line").focus();
  await page.keyboard.press("Control+Enter");
  await list.locator("td", { hasText: "$2,500.00" }).waitFor();
  await list.locator(".record-opener").first().click();
  await update.click();
  await form.getByText("The response will appear here").waitFor();
  await untilOpen(form);
  await others.click();
  expect(await amount.inputValue()).toBe("$2,500.00");
  expect(faults).toEqual([]);
});

test("buttons stay under the pointer: errors appear only after it's released", async () => {
  const { page } = await site.visit("/api/");
  const explorer = await openExplorer(page, "post-loads");
  await explorer.getByLabel("load_number").fill("");
  const button = explorer.getByRole("button", { name: "Leave out trailer_type" });
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  // As long as a slow tap takes.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
  });
  await page.mouse.up();
  await button.waitFor({ state: "detached" });
  await explorer.locator(".field-faults p").first().waitFor();
});

test.each([1440, 390, 320])("at %i px, the head line confirms a copied link without moving anything", async (width) => {
  const { page } = await site.visit("/api/", { width });
  const explorer = await openExplorer(page, "post-loads");
  const positionsOf = async () =>
    explorer.locator(".explorer-head button").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y } = button.getBoundingClientRect();
        return { x, y };
      }),
    );
  await openMore(explorer);
  const positions = await positionsOf();
  await explorer.getByRole("button", { name: "Copy link" }).click();
  await explorer.getByText("Copied", { exact: true }).waitFor();
  expect(await positionsOf()).toEqual(positions);
  // The close button is at the edge.
  const [close, sheet] = [explorer.getByRole("button", { name: "Close the explorer" }), explorer];
  const edges = await Promise.all([close, sheet].map(async (part) => part.boundingBox()));
  const [end = 0, edge = 0] = edges.map((box) => (box?.x ?? 0) + (box?.width ?? 0));
  expect(edge - end).toBeLessThan(16);
});

test("form values survive a reload; a shared link opens them elsewhere, without secrets, server or sending", async () => {
  const { page, faults } = await site.visit("/api/");
  const explorer = await openExplorer(page, "post-loads");
  await explorer.getByLabel("load_number").fill("LD-KEPT");
  await page.waitForFunction(() => JSON.stringify(Object.entries(sessionStorage)).includes("LD-KEPT"));
  await page.goto(`${site.origin}/versioning`);
  await page.goto(`${site.origin}/api/`);
  await openExplorer(page, "post-loads");
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-KEPT");
  await openMore(explorer);
  await explorer.getByRole("button", { name: "Copy link" }).click();
  await explorer.getByText("Copied", { exact: true }).waitFor();
  const link = await page.evaluate(async () => navigator.clipboard.readText());
  expect(link).toMatch(/\/api\/#try-post-loads=/);
  expect(link.length).toBeLessThan(8_000);

  const other = await site.visit("/");
  await other.page.goto(link.replace("LD-KEPT", "LD-SENT"));
  await explorer.waitFor();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-SENT");
  expect(await explorer.getByText("The response will appear here").isVisible()).toBe(true);
  expect(new URL(page.url()).hash).toBe("#try-post-loads");
  await explorer.getByLabel("load_number").fill("LD-MINE");
  await page.waitForFunction(() => JSON.stringify(Object.entries(sessionStorage)).includes("LD-MINE"));
  await page.reload();
  await explorer.waitFor();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-MINE");
  // Pasted while the form is already open.
  await page.evaluate((address) => location.assign(address), link);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("[id$='/load_number']")?.value === "LD-KEPT",
  );
  expect(faults).toEqual([]);
});

test.each([1440, 390])(
  "a guide's request opens its prefilled form over the guide at %i px, and closes to where it was opened",
  async (width) => {
    const { page, faults } = await site.visit("/", { width });
    // The small site has no guides.
    await page.goto(`${inject("hosted")}/load-board`);
    const link = page.locator(".sample", { hasText: "DELETE /loads/" }).getByRole("link", { name: "Try it" });
    const heightOf = (element: Element) => element.getBoundingClientRect().height;
    const height = await page.locator(".prose").evaluate(heightOf);
    await link.click();
    const explorer = page.getByRole("dialog", { name: /^Try it/ });
    await untilOpen(explorer);
    expect(new URL(page.url()).pathname).toBe("/load-board/");
    expect(await explorer.locator(".explorer-line").textContent()).toBe("Try it: DELETE /loads/LD-20440/");
    expect(await explorer.locator(".explorer-line").getAttribute("aria-expanded")).toBe("true");
    await openMore(explorer);
    await explorer.getByRole("button", { name: "Copy link" }).click();
    await explorer.getByText("Copied").waitFor();
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toMatch(
      /\/api\/#try-delete-loads-load-number=/,
    );
    // The menu first, then the form.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await explorer.waitFor({ state: "detached" });
    expect(await link.evaluate((element) => document.activeElement === element)).toBe(true);
    // The explorer's styles stay: they mean nothing in the guide.
    expect(await page.locator(".prose").evaluate(heightOf)).toBe(height);
    expect(faults).toEqual([]);
  },
);

test("over a guide, a long response scrolls below its head line, which keeps the close button", async () => {
  const { page } = await site.visit("/");
  await page.goto(`${inject("hosted")}/load-board`);
  await page.locator(".sample", { hasText: "POST /loads/" }).first().getByRole("link", { name: "Try it" }).click();
  const explorer = page.getByRole("dialog", { name: /^Try it/ });
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("201 Created").waitFor();
  await explorer.getByText("History").last().scrollIntoViewIfNeeded();
  expect(await isInView(explorer.getByRole("button", { name: "Close the explorer" }))).toBe(true);
});

test("a guide's request links to its form in the reference if the guide can't show it", async () => {
  const { page } = await site.visit("/");
  await page.goto(`${inject("hosted")}/load-board`);
  // Only once: the file of the operation loads again on the linked page.
  await page.route("**/assets/try/*.json", async (route) => route.abort(), { times: 1 });
  await page.locator(".sample", { hasText: "DELETE /loads/" }).getByRole("link", { name: "Try it" }).click();
  await page.locator("#delete-loads-load-number .explorer").waitFor();
  expect(await page.locator(".explorer-line").textContent()).toBe("Try it: DELETE /loads/LD-20440/");
});

/** Presses a key until an element with that class or role has the focus. */
async function pressUntil(page: Page, key: string, wanted: string): Promise<void> {
  for (let press = 0; press < 40; press++) {
    const isThere = await page.evaluate((selector) => document.activeElement?.matches(selector) === true, wanted);
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} is never reached`);
}
