import type { Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { searchFilePath } from "#shared/search/search-index.ts";

import { violationsInBothModes } from "./axe.ts";
import { type Reader, readSite } from "./visit.ts";

let site: Reader;

beforeAll(async () => {
  site = await readSite(inject("hosted"));
});

afterAll(async () => site[Symbol.asyncDispose]());

const options = (page: Page) => page.locator("dialog.search [role=option]");

async function searchFor(page: Page, query: string): Promise<void> {
  await page.getByRole("combobox", { name: "Search" }).fill(query);
  await page
    .locator("dialog.search")
    .getByText(/^\d+ results?\b|^Nothing found/)
    .waitFor();
}

test("by keyboard alone: open, type with a slip, go down and up, follow, and find it among the recent searches", async () => {
  const { page, faults } = await site.visit("/", { isFirst: true });
  await page.keyboard.press("Control+k");
  await options(page).first().waitFor();
  await page.keyboard.type("creat laod");
  await page
    .locator("dialog.search")
    .getByText(/results for load$/)
    .waitFor();
  const field = page.getByRole("combobox", { name: "Search" });
  const active = async () => page.locator(`[id="${await field.getAttribute("aria-activedescendant")}"]`).innerText();
  const first = await active();
  expect(first).toContain("Create a load");
  expect(await options(page).first().locator("mark").first().innerText()).toBe("Create");
  await page.keyboard.press("ArrowDown");
  expect(await active()).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/api\/#post-loads$/);
  await page.keyboard.press("/");
  await options(page).first().waitFor();
  expect(await options(page).first().innerText()).toBe("creat laod");
  await page.keyboard.press("Escape");
  await page.locator("dialog.search").waitFor({ state: "hidden" });
  expect(faults).toEqual([]);
});

test("the slash is a character where one types, and Escape gives the focus back to the button", async () => {
  const { page } = await site.visit("/broker-api");
  const button = page.getByRole("button", { name: "Search" });
  await button.click();
  await options(page).first().waitFor();
  await page.keyboard.type("POST /loads");
  await options(page).filter({ hasText: "Create a load" }).first().waitFor();
  await page.keyboard.press("Escape");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("Control and Enter opens the result in a new tab, and the search stays", async () => {
  const { page } = await site.visit("/");
  await page.keyboard.press("/");
  await searchFor(page, "glossary");
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  expect((await opened).url()).toMatch(/\/#glossary$/);
  expect(await page.locator("dialog.search").isVisible()).toBe(true);
});

test("the index of a small site is there before the first key, so that no key waits for the network", async () => {
  const { page } = await site.visit("/");
  await page.getByRole("button", { name: "Search" }).click();
  const parts = await page.evaluate(async () => {
    const [index] = (await (await fetch("search.json")).json()).indexes;
    return index.terms.length + index.records.length + index.texts.length;
  });
  await page.waitForFunction(
    (count) =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/search/")).length === count,
    parts,
  );
  const requests: string[] = [];
  const note = (request: Request): unknown => requests.push(request.url());
  page.on("request", note);
  await searchFor(page, "create load");
  expect(await options(page).first().innerText()).toContain("Create a load");
  await page.getByRole("combobox", { name: "Search" }).fill("undo delete");
  await options(page).first().filter({ hasText: "What this API has no call for" }).waitFor();
  expect(await options(page).first().locator("p").innerText()).toMatch(/^Undo a delete/);
  page.off("request", note);
  expect(requests.filter((url) => url.includes("/assets/search/"))).toEqual([]);
});

test("an answer that came before the rest of the texts shows them when they are there, and stays as it is otherwise", async () => {
  const { indexes } = await (await fetch(`${site.origin}/search.json`)).json();
  const names: string[] = indexes.flatMap((index: { texts: [number, string][] }) =>
    index.texts.map(([, name]) => name),
  );
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const hold = async (tab: Page): Promise<unknown> =>
    tab.route(
      ({ href }) => names.some((name) => href.endsWith(searchFilePath(name))),
      async (route) => released.then(async () => route.continue()),
    );
  const { page } = await site.visit("/", { prepare: hold });
  const asked = page.waitForRequest((request) => names.some((name) => request.url().endsWith(searchFilePath(name))));
  await page.keyboard.press("/");
  await searchFor(page, "undo delete");
  await asked;
  const excerpt = options(page).first().locator("p");
  expect(await excerpt.innerText()).not.toContain("Undo a delete");
  await page.keyboard.press("ArrowDown");
  const active = await page.getByRole("combobox", { name: "Search" }).getAttribute("aria-activedescendant");
  release();
  await excerpt.filter({ hasText: "Undo a delete" }).waitFor();
  expect(await page.locator("dialog.search [aria-selected=true]").getAttribute("id")).toBe(active);
});

test("all results that are told come, in their order, and the last of an older key do not come among them", async () => {
  const { page } = await site.visit("/api/");
  await page.keyboard.press("/");
  await searchFor(page, "create");
  await options(page).nth(19).waitFor({ state: "attached" });
  const field = page.getByRole("combobox", { name: "Search" });
  await field.evaluate((input: HTMLInputElement) => {
    const type = (query: string): void => {
      input.value = query;
      input.dispatchEvent(new Event("input"));
    };
    // The next key comes before the first results of this one are painted.
    const list = document.querySelector("dialog.search [role=listbox]") ?? input;
    const observer = new MutationObserver(() => {
      observer.disconnect();
      type("carrier");
    });
    observer.observe(list, { childList: true });
    type("load");
  });
  await options(page).first().filter({ hasText: "carrier" }).waitFor();
  await options(page).nth(19).waitFor({ state: "attached" });
  expect(await page.locator("dialog.search").getByRole("status").innerText()).toBe("20 results");
  const shown = await options(page).evaluateAll((all) => all.map(({ id, textContent }) => ({ id, textContent })));
  expect(shown.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, place) => `search:${place}`));
  expect(shown.filter(({ textContent }) => !/carrier/i.test(textContent))).toEqual([]);
  const groups = page.locator("dialog.search [role=group]");
  const labels = await groups.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  expect(labels).toEqual([...new Set(labels)]);
  await page.keyboard.press("ArrowUp");
  expect(await field.getAttribute("aria-activedescendant")).toBe("search:19");
});

test("nothing found says so, names the nearest word, and offers the site's pages", async () => {
  const { page } = await site.visit("/");
  await page.keyboard.press("Meta+k");
  await searchFor(page, "wehboksz");
  const told = page.locator("dialog.search").getByRole("status");
  expect(await told.innerText()).toMatch(/^Nothing found/);
  await options(page).filter({ hasText: "Broker API" }).waitFor();
  expect(await options(page).first().innerText()).toBe("webhooks");
  await page.keyboard.press("Enter");
  await options(page).filter({ hasText: "Carrier status webhook" }).first().waitFor();
  const count = parseInt(await told.innerText(), 10);
  await options(page)
    .nth(count - 1)
    .waitFor({ state: "attached" });
  expect(await options(page).count()).toBe(count);
});

test("the dialog has no fault that axe knows, and fits a narrow phone", async () => {
  const { page, faults } = await site.visit("/markdown-page", { width: 320 });
  await page.keyboard.press("/");
  await options(page).first().waitFor();
  await searchFor(page, "signed bill of lading");
  expect(await violationsInBothModes(page, "dialog.search")).toEqual([]);
  const box = await page.locator("dialog.search").boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 320).toBe(true);
  expect(faults).toEqual([]);
});

test.each(["click", "/"])(
  "what is typed before the search has arrived stands in its field and is found (%s)",
  async (opening) => {
    const { page, faults, release } = await visitWithoutSearch();
    if (opening === "click") await page.getByRole("button", { name: "Search" }).click();
    else await page.keyboard.press(opening);
    await page.keyboard.type("paymenz/");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("t sp");
    await release();
    await options(page).filter({ hasText: "CarrierPaymentSpeed" }).first().waitFor();
    await page.keyboard.type("eed");
    expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("payment speed");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("load");
    expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("load");
    expect(faults).toEqual([]);
  },
);

test("a character that is being composed when the search arrives is composed to its end", async () => {
  const { page, release } = await visitWithoutSearch();
  const keyboard = await page.context().newCDPSession(page);
  await page.keyboard.press("/");
  await page.keyboard.type("a");
  await keyboard.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
  await release();
  await options(page).first().waitFor();
  await keyboard.send("Input.insertText", { text: "你" });
  expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("a你");
});

test("Escape before the search has arrived closes it, and the next keys are the page's", async () => {
  const { page, release } = await visitWithoutSearch();
  const button = page.getByRole("button", { name: "Search" });
  await button.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("pay");
  await page.keyboard.press("Escape");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await release();
  await options(page).first().waitFor({ state: "attached" });
  expect(await page.locator("dialog.search").isVisible()).toBe(false);
});

test("the search opens above the menu of a narrow screen, with the focus in its field", async () => {
  const { page } = await site.visit("/", { width: 390 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.waitForFunction(() => document.activeElement?.closest("#menu"));
  await page.keyboard.press("/");
  await page.keyboard.type("load");
  await options(page).filter({ hasText: "Create a load" }).first().waitFor();
});

/** Opens the home page as one who has never searched; the script of the search, once it is asked for, arrives when it is released. */
async function visitWithoutSearch() {
  let hold: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => (hold = resolve));
  const prepare = async (page: Page): Promise<unknown> =>
    page.route("**/assets/search-dialog-*", (route) => hold(route));
  const visit = await site.visit("/", { isFirst: true, prepare });
  return { ...visit, release: async (): Promise<void> => (await held).continue() };
}

test("the page of lost addresses offers the nearest page by the whole path, or none, and a search for the address's words", async () => {
  const { page } = await site.visit("/carrier-apii/");
  expect(await page.getByText("Did you mean").getByRole("link").getAttribute("href")).toBe("/carrier-api");
  await page.getByRole("button", { name: "Search for “carrier apii”" }).click();
  await options(page).filter({ hasText: "Carrier API" }).first().waitFor();
  expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("carrier apii");
  await page.goto(`${site.origin}/nope/at-all/`);
  await page.getByRole("button", { name: "Search for “nope at all”" }).waitFor();
  expect(await page.getByText("Did you mean").count()).toBe(0);
});
