import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import {
  callAs,
  codeOf,
  edit,
  inSettings,
  outcome,
  responseText,
  send,
  serveExplorerSite,
  untilOpen,
} from "../explorer-site.ts";
import { tinyFiles } from "../../support/sandbox.ts";
import { weightOf } from "../script-weight.ts";

const site = await serveExplorerSite();

test("a response is highlighted, folded by keyboard, wrapped, copied whole and downloaded", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const invoice = await visit.open("post-broker-invoices");
  expect(await send(invoice)).toContain("201 Created");
  await responseText(invoice);
  const dollars = invoice.locator(".response-text [data-usd]", { hasText: "240000" }).first();
  expect(await dollars.evaluate((element) => getComputedStyle(element, "::after").content)).toContain("$2,400.00");
  const colors = await invoice
    .locator(".response-text")
    .evaluate((body) => new Set([...body.querySelectorAll("span")].map((span) => getComputedStyle(span).color)).size);
  expect(colors).toBeGreaterThan(2);

  const explorer = await visit.open("post-loads");
  expect(await send(explorer)).toContain("201 Created");
  const whole = await responseText(explorer);
  const city = explorer.locator(".response-line", { hasText: "Salinas" });
  await explorer.getByRole("button", { name: "Fold all" }).click();
  expect(await city.isVisible()).toBe(false);
  const answer = explorer.getByRole("region", { name: "Response" });
  await answer.getByRole("button", { name: "Copy", exact: true }).click();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(whole);
  await explorer.getByLabel("Search the response").fill("salinas");
  await city.waitFor();

  await explorer.locator(".response-text summary").first().focus();
  const focused = async () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe('"origin_locations": [');
  await page.keyboard.press("ArrowLeft");
  expect(await city.isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  expect(await city.isVisible()).toBe(true);
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("{");

  const isWrapped = async () => city.evaluate((line) => getComputedStyle(line).whiteSpace === "pre-wrap");
  expect(await isWrapped()).toBe(true);
  await explorer.getByRole("button", { name: "Wrap lines" }).click();
  expect(await isWrapped()).toBe(false);
  const download = page.waitForEvent("download");
  await explorer.getByRole("button", { name: "Download", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("post-loads-201.json");
  expect(visit.faults()).toEqual([]);
});

test("CORS errors are explained, production asks first, repeated clicks send one call, and the curl matches", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const explorer = await visit.open("post-loads");
  const sendButton = explorer.getByRole("button", { name: "Send POST" });
  await callAs(explorer, "Closed", "token");
  expect(await send(explorer)).toContain("No response");
  await explorer.getByText("doesn't allow pages of", { exact: false }).waitFor();
  expect(await explorer.locator(".excerpt").textContent()).toBe(
    `Access-Control-Allow-Origin: ${site.origin}\nAccess-Control-Allow-Methods: POST\nAccess-Control-Allow-Headers: authorization, content-type`,
  );
  await explorer.getByText(`curl '${site.closed.origin}/v1/external_api/loads/'`).waitFor();
  expect(await explorer.getByText("Failed to fetch").count()).toBe(0);
  expect(site.closed.seen.every(({ headers }) => headers["authorization"] === undefined)).toBe(true);

  const posts = () => site.odd.seen.filter(({ method }) => method === "POST").length;
  const before = posts();
  await callAs(explorer, "Live", "live-token");
  await sendButton.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send to production?" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await explorer.isVisible()).toBe(true);
  expect(posts()).toBe(before);

  await callAs(explorer, "Odd", "it's $HOME `id`");
  await explorer.getByLabel("load_number").fill(`quotes ' " \\ $(id) ü`);
  await sendButton.dblclick();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(posts()).toBe(before + 1);
  const sent = site.odd.seen.at(-1);
  const code = await codeOf(explorer);
  await code.getByLabel("Show and copy the secret itself").check();
  await code.getByRole("button", { name: "Copy" }).first().click();
  const curl = await page.evaluate(async () => navigator.clipboard.readText());
  await promisify(execFile)("sh", ["-c", `${curl} --max-time 10`]);
  const copied = site.odd.seen.at(-1);
  expect(copied).not.toBe(sent);
  expect([copied?.method, copied?.url, copied?.body]).toEqual([sent?.method, sent?.url, sent?.body]);
  expect(copied?.headers["authorization"]).toBe("it's $HOME `id`");
  expect(visit.faults()).toEqual([]);
});

test("everything works by keyboard alone, and the focus is where the work is", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const focused = async () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.locator("#post-loads").getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  const explorer = page.locator("#post-loads .explorer");
  await untilOpen(explorer);
  expect(await focused()).toMatch(/^Try it: POST/);
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let step = 0; step < 120; step++) {
      if (await isThere()) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("never reached");
  };
  await tabTo(async () => page.evaluate(() => document.activeElement?.id.endsWith("/load_number") === true));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("LD-KEYS");
  await tabTo(async () => (await focused()) === "Add to origin_locations");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id.endsWith("origin_locations/1") === true);
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Not sent.") === true);
  await tabTo(async () => (await focused()) === "Send anyway");
  await page.keyboard.press("Enter");
  expect(await outcome(explorer)).toContain("400 Bad Request");
  expect(await explorer.locator("output.visually-hidden").textContent()).toMatch(
    /^Response: 400 after \d+ milliseconds$/,
  );
  await explorer.getByRole("button", { name: "Close the explorer" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(visit.faults()).toEqual([]);
});

test.each([1440, 1199])(
  "the first explorer at %i px loads at most 130 kB of script, and only when the reader interacts",
  async (width) => {
    const requested = new Set<string>();
    const prepare = async (tab: Page) => tab.on("request", (request) => requested.add(request.url()));
    const visit = await site.visit({ isFirst: true, width, prepare });
    await visit.page.waitForLoadState("networkidle");
    const own = [...requested].filter((name) => /\.js$|assets\/try\//.test(name));
    expect(own.map((name) => name.replace(/^.*\/(\w+)-.*$/, "$1"))).toEqual(["boot"]);
    await visit.open("post-loads");
    const loaded = [...requested].filter((name) => name.endsWith(".js"));
    const sum = await weightOf(loaded);
    expect(loaded.length, loaded.join("\n")).toBeGreaterThan(3);
    expect(sum, loaded.join("\n")).toBeLessThanOrEqual(130_000);
    console.log(`opening the first explorer at ${width} px: ${sum} bytes of script, gzipped`);
  },
);

test("a call from another page of the site opens there, and each tab has its own history", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const loads = await visit.open("get-loads");
  await loads.getByLabel("page_size").fill("4");
  await send(loads);
  await page.goto(`${site.origin}/api/v1/`);
  const other = await visit.open("get-client-info");
  await send(other);
  await other.getByText("History (2)").click();
  await other.getByRole("link", { name: /Open again on \/api\/: GET \/loads\// }).click();
  await page.waitForURL("**/api/#try-get-loads");
  expect(await outcome(loads)).toContain("200 OK GET /loads/?page=1&page_size=4");
  expect(await loads.getByLabel("page_size").inputValue()).toBe("4");

  const newTab = await page.context().newPage();
  await newTab.goto(`${site.origin}/api/`);
  await newTab.locator("#get-loads").getByRole("button", { name: "Try it" }).click();
  await newTab.locator("#get-loads .explorer").waitFor();
  expect(await newTab.getByText(/^History \(/).count()).toBe(0);
  expect(visit.faults()).toEqual([]);
});

test("the tab stores part of a long response and of an upload, and says what it left out", async () => {
  const visit = await site.visit();
  const info = await visit.open("get-client-info");
  await callAs(info, "Odd", "big");
  await send(info);
  const upload = await visit.open("post-broker-invoices-invoice-number-attachments");
  await inSettings(upload, async () => upload.getByLabel("Server", { exact: true }).selectOption({ index: 0 }));
  await upload
    .locator("input[type=file]")
    .setInputFiles({ name: "pod.pdf", mimeType: "application/pdf", buffer: Buffer.from(tinyFiles.pdf) });
  await upload.locator(".field-file .note", { hasText: "pod.pdf" }).waitFor();
  await send(upload);
  expect(await visit.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("%PDF");
  await visit.page.reload();
  await visit.open("get-client-info");
  await info.getByText("History (2)").click();
  await info.getByRole("button", { name: /Open again: GET \/client_info\// }).click();
  await info.getByRole("radio", { name: "Body" }).click();
  await info.getByText(/This tab kept the first 60 kB of \d\.\d MB\./).waitFor();
  await info.getByText("Only a whole body is compared with the documentation.").waitFor();
  await info.getByRole("button", { name: /Open again: POST/ }).click();
  await upload.getByText("This tab didn't keep pod.pdf.", { exact: false }).waitFor();
  // The sandbox uses a sample file instead, and says so.
  await edit(upload);
  await upload.locator(".field-file .note", { hasText: "sample.pdf" }).waitFor();
  expect(visit.faults()).toEqual([]);
});
