import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { send } from "../explorer-site.ts";
import { publishSite } from "../published-site.ts";
import { readSite } from "../visit.ts";

/* Reading with other text sizes, other colors, and on paper. */
const site = readSite(inject("hosted"));
/** Pages of a small reference, for what doesn't depend on its size. */
const small = readSite(inject("small"));

test("at twice the text size, a wide window has the narrow layout, with all words whole and nothing cut off", async () => {
  const { page } = await site.visit("/robots.txt", { isFirst: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto(`${site.origin}/broker-api`);
  expect(await page.getByRole("button", { name: "Open menu" }).isVisible()).toBe(true);
  expect(await damages(page)).toEqual([]);
  await page.goto(site.origin);
  expect(await damages(page)).toEqual([]);
  await page.goto(`${small.origin}/api/`);
  expect(await damages(page)).toEqual([]);
  await page.locator("#try-post-broker-invoices").click();
  await page.locator("#post-broker-invoices").getByRole("button", { name: "Send POST" }).waitFor();
  expect(await damages(page)).toEqual([]);
});

/** Words on controls and headings that wrap, and elements that overflow. */
async function damages(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const isBroken = (text: Text, { index, 0: word }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1;
    };
    const brokenWords = shown("button, label, summary, h1, h2, h3, h4, nav a, th").flatMap((element) =>
      [...element.childNodes]
        .filter((node) => node instanceof Text)
        .flatMap((text) => [...text.data.matchAll(/[\p{L}\p{N}]+/gu)].filter((word) => isBroken(text, word)))
        .map(([word]) => `broken: ${word}`),
    );
    const cut = shown(".tab-bar, .navbar, button, label, input, select, summary").filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 2 &&
        // Elements that show that they continue.
        getComputedStyle(element).textOverflow !== "ellipsis",
    );
    const isTooWide = document.documentElement.scrollWidth > innerWidth;
    return [...brokenWords, ...cut.map(({ outerHTML }) => `cut off: ${outerHTML}`), ...(isTooWide ? ["the page"] : [])];
  });
}

test("forced colors show current entries, the selected tab, the method's color and the chosen form", async () => {
  const { page } = await site.visit("/broker-api#check-your-settings");
  await page.emulateMedia({ forcedColors: "active" });
  await expectOneGround(page, ["#page\\:menu .sidebar [aria-current]", ".toc [aria-current]"]);
  const { page: reference } = await small.visit("/api/#post-loads");
  await reference.emulateMedia({ forcedColors: "active" });
  await expectOneGround(reference, ["#page\\:menu [data-spy] [aria-current]"]);
  await reference.locator("#post-loads .try-it").click();
  const chosen = reference.locator(".call-part .tab-bar").locator(":checked + span");
  await chosen.waitFor();
  const colorsOf = (element: Element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor];
  const current = reference.locator("#page\\:menu [data-spy] [aria-current]");
  const [name, ground] = await current.evaluate(colorsOf);
  expect(await current.locator(".method").evaluate((element) => getComputedStyle(element).color)).toBe(name);
  expect(await chosen.evaluate(colorsOf)).toEqual([name, ground]);
  await send(reference.locator("#post-loads .explorer"));
  expect(await reference.locator(".response .tab-bar :checked + span").evaluate(colorsOf)).toEqual([name, ground]);
  const linesOf = (element: Element) => getComputedStyle(element).borderBottomStyle;
  for (const tab of [reference.locator(".response .tab-bar label"), page.locator(".tab-bar label")]) {
    expect(await tab.first().evaluate(linesOf)).toBe("none");
  }
});

test("forced colors outline what a background marked: methods, stored values, linked fields and search matches", async () => {
  const { page } = await site.visit("/broker-api");
  await page.emulateMedia({ forcedColors: "active" });
  for (const mark of [".sample-title .method", ".calls .method", ".keep"])
    expect(await page.locator(mark).first().evaluate(drawnAround), mark).toContain("solid 1px");
  await page.keyboard.press("/");
  await page.keyboard.type("list loads");
  // Rows are rendered again while results arrive. The last ones stay.
  await page.waitForFunction(() => {
    const [mark, chosen] = [".method", "[aria-selected=true]"].map((part) =>
      document.querySelector(`dialog.search ${part}`),
    );
    return (
      mark &&
      chosen &&
      getComputedStyle(mark).borderTopStyle === "solid" &&
      getComputedStyle(chosen).outline.endsWith("solid 2px")
    );
  });
  const { page: reference } = await small.visit("/api/#schema-load.weight");
  await reference.emulateMedia({ forcedColors: "active" });
  expect(await reference.locator(".props > :target").evaluate(drawnAround)).toContain("solid 2px");
  expect(await reference.locator(".op-bar .method").first().evaluate(drawnAround)).toContain("solid 1px");
});

/** The border and the outline of an element. */
function drawnAround(element: Element): readonly string[] {
  const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
  return [`${borderTopStyle} ${borderTopWidth}`, `${outlineStyle} ${outlineWidth}`];
}

/** Current and selected elements share a background that differs from the page's. */
async function expectOneGround(page: Page, current: readonly string[]): Promise<void> {
  for (const selector of current) await page.locator(selector).waitFor();
  const grounds = await page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const element = document.querySelector(selector);
        return element === null ? "" : getComputedStyle(element).backgroundColor;
      }),
    ["body", ".navbar [aria-current]", ".tab-bar :checked + span", ...current],
  );
  expect(new Set(grounds.slice(1)).size).toBe(1);
  expect(grounds[1]).not.toBe(grounds[0]);
}

test("a printed guide shows folded content, hides buttons, and takes at most 15 pages", async () => {
  const { page } = await site.visit("/broker-api");
  await page.emulateMedia({ media: "print" });
  const controls = page.locator(".copy, .copy-page, .tab-bar label:not(:has(:checked)), [data-try]");
  expect(await page.locator("[data-try]").count()).toBeGreaterThan(0);
  expect(await controls.count()).toBeGreaterThan(20);
  expect(await controls.filter({ visible: true }).count()).toBe(0);
  expect(await page.locator(".prose details:not([open]) > :not(summary)").filter({ visible: false }).count()).toBe(0);
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(15);
  const { page: front } = await site.visit("/");
  await front.emulateMedia({ media: "print" });
  expect(await front.locator(".claim").isVisible()).toBe(true);
  expect(await front.locator(".actions").isVisible()).toBe(false);
});

const hiding = `# Tabs

[to the second](#in-second) [to the fold](#folded)

${"A line.\n\n".repeat(40)}

## Second

::::tabs
:::tab[Linux]
### In first
${"A line.\n\n".repeat(40)}
:::
:::tab[Windows]
### In second
${"A line.\n\n".repeat(40)}
:::
::::

:::details[More]
### Folded
Words.
:::

## Last

${"A line.\n\n".repeat(80)}
`;

test("a link into a tab or fold opens it, hidden sections are never current, and print names each tab", async () => {
  await using reader = await publishSite({ "content/index.md": hiding });
  const { page, faults } = await reader.visit("/");
  const heading = (name: string) => page.locator(".prose").getByRole("heading", { name });
  const entry = (name: string) => page.locator(".toc").getByRole("link", { name });
  const current = page.locator(".toc [aria-current]");

  await page.getByRole("link", { name: "to the second" }).click();
  await heading("In second").waitFor();
  await expect.poll(() => current.innerText()).toBe("In second");
  await page.getByRole("radio", { name: "Linux" }).check();
  await heading("In second").waitFor({ state: "hidden" });
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => current.count()).toBe(0);
  // The address stays the same, but the tab must open again.
  await entry("In second").click();
  await heading("In second").waitFor();
  await page.reload();
  await heading("In second").waitFor();
  expect(await heading("In first").isVisible()).toBe(false);

  await page.keyboard.press("/");
  await page.keyboard.type("in first");
  await page.getByRole("option", { name: "In first" }).first().click();
  await heading("In first").waitFor();

  await entry("Last").click();
  await expect.poll(() => current.innerText()).toBe("Last");
  await page.getByRole("link", { name: "to the fold" }).click();
  await heading("Folded").waitFor();

  await page.emulateMedia({ media: "print" });
  const labels = page
    .locator(".tab-panel")
    .evaluateAll((panels) =>
      panels.map((panel) => [panel.checkVisibility(), getComputedStyle(panel, "::before").content]),
    );
  expect(await labels).toEqual([
    [true, '"Linux"'],
    [true, '"Windows"'],
  ]);
  expect(faults).toEqual([]);
});
