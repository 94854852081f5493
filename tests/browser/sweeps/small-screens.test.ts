import { expect, inject, test } from "vitest";

import { specifiedRoutes } from "../../support/shipped-site.ts";
import { readSite } from "../visit.ts";

/* Phones, large text and touch, on every page or on one of each kind. */
const site = readSite(inject("hosted"));
const small = readSite(inject("small"));

/** The narrowest window, and text at twice its size. */
const sizes = [
  { width: 320, text: 16 },
  { width: 320, text: 32 },
] as const;

/** Words with one letter per line, as happens in a row without space for them. */
function findStacked(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const stacked: string[] = [];
  while (texts.nextNode() !== null) {
    const { currentNode: text } = texts;
    const words = text.textContent?.trim() ?? "";
    if (words.length < 5 || text.parentElement?.checkVisibility() !== true) continue;
    if (text.parentElement.closest("pre") !== null) continue;
    const range = new Range();
    range.selectNodeContents(text);
    const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
    if (lines > words.length / 2) stacked.push(words);
  }
  return stacked;
}

test("pages fit without sideways scrolling or stacked letters at 320 px, and with double text size", async () => {
  const { page } = await site.visit("/robots.txt", { isFirst: true });
  const session = await page.context().newCDPSession(page);
  const faults: string[] = [];
  for (const address of [...specifiedRoutes, "/api/v1/", "/nowhere"]) {
    await page.goto(site.origin + address);
    for (const { width, text } of sizes) {
      await session.send("Page.setFontSizes", { fontSizes: { standard: text, fixed: text } });
      await page.setViewportSize({ width, height: 900 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      const size = `${width} px with text of ${text} px`;
      if (widest > width) faults.push(`${address} is ${widest} px wide at ${size}`);
      for (const words of await page.evaluate(findStacked)) faults.push(`${address} stacks "${words}" at ${size}`);
    }
  }
  expect(faults).toEqual([]);
});

/** Touch targets of a page outside its text. */
const actions = [
  ":is(.navbar, .menu, .breadcrumbs, .pagination, .footer) :is(a, button, summary)",
  ":is(.toc, .menu-list) :is(a, button, summary)",
  ".announcement button, .copy-page > *, .code > .copy",
  "main :is(summary, .button, [data-try], .try-it, .tab-bar label, .more button, .show-all)",
  ".layout-not-found li > :is(a, button), dialog.search :is(.search-close, [role=option])",
].join();

const everything = "a[href], button, summary, select, input:enabled:not(label *), label:has(input), [role=option]";

/** Touch targets lower than 44 px, or lower than 24 px inside text unless they're words of it (WCAG 2.5.8). */
function findLow([ofActions, ofAll]: readonly [string, string]): readonly string[] {
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 2 && height > 2;
  };
  /** Measured from its middle, as a finger hits it: the target may be larger than it looks, or partly covered. */
  const heightOf = (element: Element): number => {
    element.scrollIntoView({ block: "center" });
    const { left, width, top, height } = element.getBoundingClientRect();
    const [x, middle] = [left + width / 2, top + height / 2];
    const isAt = (y: number): boolean => document.elementFromPoint(x, y)?.closest(ofAll) === element;
    const reach = (step: number): number => {
      let at = 0;
      while (at < 44 && isAt(middle + step * (at + 1))) at += 1;
      return at;
    };
    return reach(-1) + reach(1) + 1;
  };
  const shown = [...document.querySelectorAll(ofAll)].filter(isShown);
  const low = shown.filter((element) => {
    if (element.matches(ofActions)) return heightOf(element) < 43;
    const isWord = getComputedStyle(element).display === "inline";
    return !isWord && element.getBoundingClientRect().height < 23 && heightOf(element) < 23;
  });
  return low.map((element) => `${element.tagName} ${element.className}: ${element.textContent?.trim()}`);
}

test("touch targets are 44 px high in bars, menu, search, samples and lost pages, and 24 px inside text", async () => {
  const low = new Map<string, readonly string[]>();
  for (const [reader, address] of [
    [site, "/"],
    [site, "/broker-api"],
    [site, "/carier-api"],
    [small, "/api/"],
  ] as const) {
    const { page } = await reader.visit("/robots.txt", { isFirst: true, width: 390 });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.goto(reader.origin + address);
    expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    if (address.startsWith("/carier")) await page.getByText("Did you mean").waitFor();
    low.set(address, await page.evaluate(findLow, [actions, everything] as const));
    const crumbs = await page.evaluate(() => document.querySelector(".breadcrumbs")?.clientHeight ?? 0);
    expect(crumbs).toBeLessThanOrEqual(28);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.locator("#page\\:menu:popover-open").waitFor();
    low.set(
      `${address} menu`,
      await page.evaluate(findLow, [
        "#page\\:menu :is(a, button, summary)",
        "#page\\:menu :is(a, button, summary)",
      ] as const),
    );
    await page.keyboard.press("/");
    await page.locator("dialog.search:not([data-loading]) .glyph").first().waitFor();
    const inSearch = "dialog.search :is(.search-close, [role=option])";
    low.set(`${address} search`, await page.evaluate(findLow, [inSearch, inSearch] as const));
  }
  expect([...low].filter(([, found]) => found.length > 0)).toEqual([]);
});

test("at twice the text size, a path breaks inside a word only if the word doesn't fit on a line", async () => {
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

test("on a phone, the buttons of the front page fill their row", async () => {
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

test("on a phone, an operation's menu is next to its button, which shows all its words", async () => {
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

test("on a phone, a three-column row becomes a block with headers above its cells; a wide window shows a row", async () => {
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

test("a long word in a title, breadcrumb, tab or card breaks, and pages fit at 320 px", async () => {
  const wide: string[] = [];
  for (const address of ["/", "/broker-api", "/markdown-page"]) {
    const { page } = await site.visit(address, { width: 320 });
    const widest = await page.evaluate(() => {
      const selectors = "h1, .announcement p, .breadcrumbs, .tab-bar, .admonition-title, .cards";
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        if (texts.currentNode.parentElement?.matches(`:is(${selectors}) :not(.method, .first *), h1`))
          texts.currentNode.textContent = "DANGEROUSLY_DISABLE_PACKAGE_MANAGER_CHECK_FLAG";
      return document.documentElement.scrollWidth;
    });
    if (widest > 320) wide.push(`${address} is ${widest} px wide`);
  }
  expect(wide).toEqual([]);
});
