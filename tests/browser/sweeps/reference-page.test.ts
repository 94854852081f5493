import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { readSite } from "../visit.ts";

const site = readSite(inject("small"));

/** The current entry of the reference's menu, and whether it's in view. */
async function currentEntry(page: Page): Promise<{ text: string; inView: boolean }> {
  return page.evaluate(() => {
    const entry = document.querySelector<HTMLElement>("#page\\:menu [data-spy] [aria-current=true]");
    const list = document.querySelector(".menu-body")?.getBoundingClientRect();
    const position = entry?.getBoundingClientRect();
    const inView =
      position !== undefined && list !== undefined && position.top >= list.top && position.bottom <= list.bottom;
    return { text: entry?.firstElementChild?.textContent ?? entry?.textContent ?? "", inView };
  });
}

test("the menu marks and scrolls to the operation being read, and the page stays in place", async () => {
  const { page } = await site.visit("/api/");
  await page.evaluate(() => scrollBy(0, 100));
  expect(await currentEntry(page)).toEqual({ text: "", inView: false });
  for (const [anchor, text] of [
    ["get-loads-load-number", "Read a load"],
    ["schema-load-location", "LoadLocation"],
    ["post-broker-invoices", "Create a broker invoice"],
  ]) {
    await page.evaluate((id) => document.getElementById(id ?? "")?.scrollIntoView(), anchor);
    const position = await page.evaluate(() => scrollY);
    await page.waitForFunction(
      (words) =>
        document.querySelector("#page\\:menu [data-spy] [aria-current=true]")?.textContent?.includes(words ?? ""),
      text,
    );
    expect(await currentEntry(page)).toEqual({ text, inView: true });
    expect(await page.evaluate(() => scrollY)).toBe(position);
  }
});

test("clicking a value copies it, clicking a field's name copies its link, and both confirm it", async () => {
  const { page } = await site.visit("/api/#schema-trailer-type");
  await page.locator("#schema-trailer-type").getByRole("button", { name: "R", exact: true }).click();
  await page.locator("#page\\:announcer", { hasText: "Copied" }).waitFor({ state: "attached" });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("R");
  await page.locator("#schema-load").getByRole("link", { name: "weight", exact: true }).click();
  await page.locator("#page\\:announcer", { hasText: "Link copied" }).waitFor({ state: "attached" });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/api/#schema-load.weight`);
});

test("printed samples are in the reader's language, folds stay as they were, and buttons are left out", async () => {
  const { page } = await site.visit("/api/", { storage: { "docs.language": "python" } });
  await page.emulateMedia({ media: "print" });
  expect(await countHidden(page, "main .tabs:not([data-sync]) > .tab-panel")).toBe(0);
  const samples = page.locator(".op-samples .tabs[data-sync=language]").first();
  expect(await samples.locator(".tab-panel:visible").count()).toBe(1);
  expect(await samples.innerText()).toContain("import requests");
  expect(await samples.locator("label:visible").allInnerTexts()).toEqual(["Python"]);
  const folds = page.locator("main .op-fields details");
  expect(await countHidden(page, "main .op-fields details > .props")).toBe(await folds.locator("> .props").count());
  await folds.first().evaluate((fold) => fold.setAttribute("open", ""));
  expect(await folds.first().locator("> .props").isVisible()).toBe(true);
  const controls = "nav, .copy, .copy-page, .tab-bar label:not(:has(:checked)), .search-button, .try-it, .version-list";
  await page.locator(".version-list").evaluate((menu) => menu instanceof HTMLElement && menu.showPopover());
  expect(await countHidden(page, controls)).toBe(await page.locator(controls).count());
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

async function countHidden(page: Page, selector: string): Promise<number> {
  return page.$$eval(
    selector,
    (elements) => elements.filter((element) => !element.checkVisibility({ contentVisibilityAuto: true })).length,
  );
}

test.each([
  [1440, 5],
  [390, 0],
])("at %i px, at most %i requests scroll sideways", async (width, most) => {
  const { page } = await site.visit("/api/", { width });
  const cut = await page.$$eval("[data-sync=language] > .tab-panel pre", (blocks) =>
    blocks.flatMap((pre) => (pre.checkVisibility() && pre.scrollWidth > pre.clientWidth ? [pre.textContent] : [])),
  );
  expect(cut.length, cut.join("\n")).toBeLessThanOrEqual(most);
});

test("if the page's title is the operation's, its bar and its samples begin on one line", async () => {
  const { page } = await site.visit("/api/");
  const tops = await page.locator("#post-loads").evaluate((section) => {
    section.querySelector(".op-title")?.classList.replace("op-title", "visually-hidden");
    return [".op-bar", ".op-samples"].map((part) => section.querySelector(part)?.getBoundingClientRect().top);
  });
  expect(tops[0]).toBe(tops[1]);
});

test("only the linked field is marked by a background and a bar, and shows its link sign", async () => {
  const { page } = await site.visit("/api/#schema-load.weight");
  const looks = (element: Element): readonly (string | boolean)[] => {
    const { backgroundColor, boxShadow } = getComputedStyle(element);
    const sign = getComputedStyle(element.querySelector(".anchor.name") ?? element, "::after").content;
    return [backgroundColor !== "rgba(0, 0, 0, 0)", boxShadow.includes("inset"), sign.includes("#")];
  };
  const linked = page.locator("#schema-load\\.weight");
  expect(await linked.evaluate(looks)).toEqual([true, true, true]);
  const others = page.locator("#schema-load .props > li:not(:target)");
  expect(await others.count()).toBeGreaterThan(3);
  expect(await others.first().evaluate(looks)).toEqual([false, false, false]);
});

test("values with meanings are in columns, on a phone in one, and values without meanings in a row below", async () => {
  for (const [width, columns] of [
    [1440, 2],
    [390, 1],
  ] as const) {
    const { page } = await site.visit("/api/", { width });
    const positionsOf = async (selector: string, side: "left" | "top") =>
      page
        .locator(`#schema-trailer-type > .op-text > ${selector}`)
        .evaluateAll((parts, name) => parts.map((part) => Math.round(part.getBoundingClientRect()[name])), side);
    expect(new Set(await positionsOf(".meanings dd", "left")).size).toBe(columns);
    expect(new Set(await positionsOf(".meanings dt", "left")).size).toBe(columns);
    const [row, ...others] = await positionsOf(".values .copy-value", "top");
    expect(row).toBeGreaterThan(Math.max(...(await positionsOf(".meanings dd", "top"))));
    expect(others.every((top) => top === row)).toBe(true);
  }
});

test("in a wide window, the bar, text and samples keep their widths and are centered", async () => {
  const { page } = await site.visit("/api/", { width: 2560 });
  const boxOf = async (selector: string) =>
    (await page.locator(`#get-loads ${selector}`).first().boundingBox()) ?? expect.fail(selector);
  const [bar, fields, samples] = [await boxOf(".op-bar"), await boxOf(".op-fields"), await boxOf(".op-samples")];
  expect(bar.width).toBe(fields.width);
  expect(bar.width).toBeLessThanOrEqual(688);
  expect(samples.width).toBeLessThanOrEqual(33 * 17);
  expect(samples.x - (bar.x + bar.width)).toBeLessThanOrEqual(64);
  const main = (await page.locator("main").boundingBox()) ?? expect.fail("no main");
  expect(bar.x - main.x).toBeCloseTo(main.x + main.width - (samples.x + samples.width), -1);
});
