import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { weightOf } from "../script-weight.ts";
import { readSite } from "../visit.ts";

/* Fields of the reference and lines of its samples highlight each other. `unit/sample-lines` tests which belong together. */
const site = readSite(inject("small"));

/** The highlighted lines, once there is one, or once there are none. */
async function lines(page: Page, isLit = true): Promise<readonly string[]> {
  await page.waitForFunction((wanted) => CSS.highlights.has("lit") === wanted, isLit);
  return page.evaluate(() => Array.from(CSS.highlights.get("lit") ?? [], String));
}

async function litFields(page: Page): Promise<readonly string[]> {
  return page.locator("[data-lit]").evaluateAll((parts) => parts.map(({ id }) => id));
}

/** The positions and sizes of an operation's fields and samples. */
async function positions(page: Page): Promise<readonly string[]> {
  return page.locator("#post-loads :is(li, pre, details, h4)").evaluateAll((parts) =>
    parts.map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return [left, top + scrollY, width, height].map(Math.round).join(" ");
    }),
  );
}

/** Points at a word of a sample. */
async function pointAt(code: Locator, word: string): Promise<void> {
  const { x, y } = await code.evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = new Range();
    while (walker.nextNode()) {
      const start = walker.currentNode.textContent?.indexOf(text) ?? -1;
      if (start < 0) continue;
      range.setStart(walker.currentNode, start);
      range.setEnd(walker.currentNode, start + text.length);
      break;
    }
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, word);
  await code.page().mouse.move(x - 1, y);
  await code.page().mouse.move(x, y);
}

const field = (page: Page, id: string) => page.locator(`[id="${id}"] > .name`);

/** A reader's pointer keeps moving over its target, also after the page has scrolled there. */
async function pointAtField(page: Page, id: string): Promise<void> {
  await field(page, id).hover({ position: { x: 1, y: 1 } });
  await field(page, id).hover();
}

/** For each highlighted line, whether it's visible. */
async function canRead(page: Page): Promise<readonly boolean[]> {
  return page.evaluate(() =>
    Array.from(CSS.highlights.get("lit") ?? [], (line) => {
      if (!(line instanceof Range)) return false;
      const frame = line.startContainer.parentElement?.closest("pre")?.getBoundingClientRect();
      const { top, bottom } = line.getBoundingClientRect();
      return frame !== undefined && top >= frame.top && bottom <= frame.bottom - 32;
    }),
  );
}

test("pointing at a field highlights its lines in request and response, and moves nothing", async () => {
  const { page, faults } = await site.visit("/api/#post-loads");
  await page.locator("#post-loads .op-bar").hover();
  const elements = await page.locator("*").count();
  const before = await positions(page);
  await pointAtField(page, "post-loads.weight");
  expect(await lines(page)).toEqual(['"weight": 38500,', '"weight": 38500,']);
  expect(await positions(page)).toEqual(before);
  // Both samples show their beginning only.
  await field(page, "post-loads.delivery_at").focus();
  await page.waitForFunction(() =>
    Array.from(CSS.highlights.get("lit") ?? [], String)
      .join("")
      .includes("delivery_at"),
  );
  expect(await canRead(page)).toEqual([true, true]);
  await page.locator("#post-loads .op-title .anchor").focus();
  expect(await lines(page, false)).toEqual([]);
  const scrolled = (parts: readonly Element[]) => parts.map(({ scrollTop }) => scrollTop);
  expect(await page.locator("#post-loads pre:visible").evaluateAll(scrolled)).toEqual([0, 0]);
  expect(await page.locator("*").count()).toBe(elements);
  expect(faults).toEqual([]);
});

test("pointing at a line highlights its field, or the visible field around it, and the other sample's line", async () => {
  const { page, faults } = await site.visit("/api/#post-loads");
  const [request, response] = [0, 1].map((index) => page.locator("#post-loads .op-samples code:visible").nth(index));
  if (!request || !response) expect.fail("no samples");
  await request.hover();
  const before = await positions(page);
  await pointAt(request, '"length": 53');
  expect(await lines(page)).toEqual(['"length": 53,', '"length": 53,']);
  expect(await litFields(page)).toEqual(["post-loads.length"]);
  expect(await positions(page)).toEqual(before);
  await pointAt(response, '"city"');
  expect(await litFields(page)).toEqual(["post-loads.origin_locations"]);
  await page.locator('[id="post-loads.origin_locations"] summary').click();
  await pointAt(response, '"city"');
  expect(await litFields(page)).toEqual(["post-loads.origin_locations~city"]);
  await pointAt(request, "curl");
  expect([await lines(page, false), await litFields(page)]).toEqual([[], []]);
  expect(faults).toEqual([]);
});

test("parameters highlight their values in the address, and a schema's fields its example", async () => {
  const { page } = await site.visit("/api/#get-loads-load-number");
  await page.locator("#get-loads-load-number .op-bar").hover();
  await pointAtField(page, "get-loads-load-number.path.load_number");
  expect(await lines(page)).toEqual(["LD-20417", '"load_number": "LD-20417",']);
  await pointAtField(page, "schema-load-create.weight");
  await page.waitForFunction(() => CSS.highlights.get("lit")?.size === 1);
  expect(await lines(page)).toEqual(['"weight": 38500,']);
});

test("field highlighting loads when the reader points at a field, in at most 2 kB", async () => {
  const { page } = await site.visit("/api/", { isFirst: true });
  const scripts = async () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /-lines-|light-fields/.test(name)),
    );
  await page.locator("#get-client-info .op-bar").hover();
  expect(await scripts()).toEqual([]);
  // The first move may load the script that handles the next one.
  await page.locator("#get-client-info .op-samples pre").first().hover();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("on-demand")),
  );
  await page.locator("#get-client-info .op-samples pre").last().hover();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("light-fields")),
  );
  expect(await weightOf(await scripts())).toBeLessThanOrEqual(2_000);
});
