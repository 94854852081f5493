import { afterAll, expect, inject, test } from "vitest";

import { readSite } from "./visit.ts";

/* What phones and large text need of some pages; every page is in sweeps/small-screens. */
const site = await readSite(inject("hosted"));

afterAll(async () => site[Symbol.asyncDispose]());

test("with twice the text size a path breaks within a word only where that does not fit in a line of its own", async () => {
  const { page } = await site.visit("/robots.txt", { isFirst: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 32 } });
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${site.origin}/api/`);
  const paths = await page.evaluate(() =>
    Array.from(document.querySelectorAll(".op-path code"), (code) => {
      const range = new Range();
      range.selectNodeContents(code);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top / 20))).size;
      const { left = 0, right = 0 } = code.parentElement?.getBoundingClientRect() ?? {};
      const letter = document.createElement("code");
      letter.textContent = "0";
      code.parentElement?.append(letter);
      const letters = Math.floor((right - left) / letter.getBoundingClientRect().width);
      letter.remove();
      const words = (code.textContent ?? "").split(/(?<=.\/)(?=.)/);
      return { lines, most: words.reduce((sum, word) => sum + Math.ceil(word.length / letters), 0) };
    }),
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(({ lines, most }) => lines > most)).toEqual([]);
});

test("on a phone the buttons of the front page fill their row", async () => {
  const { page } = await site.visit("/", { width: 390 });
  const [row, ...buttons] = await page.evaluate(() =>
    Array.from(document.querySelectorAll(".actions, .actions .button"), (element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect(buttons.length).toBeGreaterThan(1);
  expect(Math.min(...buttons.map(({ left }) => left))).toBeCloseTo(row?.left ?? 0);
  expect(Math.max(...buttons.map(({ right }) => right))).toBeCloseTo(row?.right ?? 0);
});

test("on a phone the menu of an operation stands beside its button, which shows all its words", async () => {
  const { page } = await site.visit("/api/", { width: 390 });
  for (const width of [430, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await page.evaluate(
      () =>
        [...document.querySelectorAll(".op-bar")].filter((bar) => {
          const [button, menu] = [bar.querySelector(".try-it"), bar.querySelector(":scope > .icon-button")];
          if (button === null || menu === null) return true;
          const isBeside = button.getBoundingClientRect().right <= menu.getBoundingClientRect().left;
          const isInLine = Math.abs(button.getBoundingClientRect().top - menu.getBoundingClientRect().top) < 2;
          return !isBeside || !isInLine || button.scrollWidth > button.clientWidth;
        }).length,
    );
    expect(broken, `at ${width}`).toBe(0);
  }
});

test("on a phone a row of three cells is a block whose cells have their heads above them; in a wide window it is a row", async () => {
  const { page } = await site.visit("/broker-api", { width: 390 });
  const readCells = async () =>
    page.locator("tr:has(> [data-label])").evaluateAll((rows) =>
      rows.map(({ children }) => {
        const [first, second] = Array.from(children, (cell) => cell.getBoundingClientRect());
        const { content } = getComputedStyle(children[1] ?? document.body, "::before");
        return { isBelow: (second?.top ?? 0) >= (first?.bottom ?? 0), head: content };
      }),
    );
  const narrow = await readCells();
  expect(narrow.length).toBeGreaterThan(5);
  for (const { isBelow, head } of narrow) expect([isBelow, head]).toEqual([true, expect.stringMatching(/^"\w/)]);
  expect(
    await page
      .locator(".table-scroll")
      .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length),
  ).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { isBelow, head } of await readCells()) expect([isBelow, head]).toEqual([false, "none"]);
});

test("a long word in a title, the path above it, a tab or a card breaks, and no page scrolls sideways at 320 px", async () => {
  const wide: string[] = [];
  for (const address of ["/", "/broker-api", "/markdown-page"]) {
    const { page } = await site.visit(address, { width: 320 });
    const widest = await page.evaluate(() => {
      const places = "h1, .announcement p, .breadcrumbs, .tab-bar, .admonition-title, .cards";
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        if (texts.currentNode.parentElement?.matches(`:is(${places}) :not(.method, .first *), h1`))
          texts.currentNode.textContent = "DANGEROUSLY_DISABLE_PACKAGE_MANAGER_CHECK_FLAG";
      return document.documentElement.scrollWidth;
    });
    if (widest > 320) wide.push(`${address} is ${widest} px wide`);
  }
  expect(wide).toEqual([]);
});
