import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { type Reader, readSite } from "../visit.ts";

/* One scale of type: few sizes and weights, each for one kind of thing. */
const site = readSite(inject("hosted"));
const small = readSite(inject("small"));

const sizes: ReadonlySet<number> = new Set([12, 13, 15, 16, 19, 23, 34]);
const weights: ReadonlySet<number> = new Set([400, 550, 650, 700]);
/** Elements with a size of their own. A claim grows with the window. */
const ownSizes: readonly (readonly [selector: string, from: number, to: number])[] = [
  [".claim, .claim *", 32, 42],
  [".method", 11, 11],
  [".response h5 b", 22, 22],
];

interface Screen {
  readonly name: string;
  readonly route: string;
  readonly reader?: Reader;
  readonly open?: (page: Page) => Promise<unknown>;
}

const screens: readonly Screen[] = [
  { name: "front page", route: "/" },
  { name: "guide", route: "/broker-api" },
  { name: "page with all that Markdown has", route: "/markdown-page" },
  { name: "page of a lost address", route: "/nowhere" },
  { name: "reference, with a form and an answer", route: "/api/", reader: small, open: sendCall },
  { name: "search", route: "/versioning", open: searchForInvoices },
];

test.for(screens)(
  "all texts of the $name have the sizes and weights of the scale",
  async ({ route, reader = site, open }) => {
    const { page } = await reader.visit(route, { width: 1440 });
    await open?.(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const texts = await readTexts(page);
      expect(texts.length).toBeGreaterThan(20);
      const faults = texts.filter(({ size, weight, own }) => {
        const isInScale = own === null ? sizes.has(size) : size >= own[1] && size <= own[2];
        return !isInScale || !weights.has(weight);
      });
      expect(faults, `at ${width} px`).toEqual([]);
    }
  },
);

async function sendCall(page: Page): Promise<void> {
  await page.locator("#get-client-info .try-it").click();
  await page.locator(".explorer .send").click();
  await page.locator(".explorer .response h5").waitFor();
}

async function searchForInvoices(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search" }).fill("invoice");
  await page.locator("dialog.search:not([data-loading]) [role=option]").first().waitFor();
}

/** Everything that shows words: elements with a text, their signs before and after, fields. */
async function readTexts(page: Page) {
  return page.evaluate((ownBySelector) => {
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "";
    return [...document.body.querySelectorAll("*")].flatMap((element) => {
      const own = ownBySelector.find(([selector]) => element.matches(selector)) ?? null;
      const hasText = [...element.childNodes].some(isText) || element.matches("input, select, textarea");
      const signs = ["::before", "::after"]
        .map((name) => getComputedStyle(element, name))
        .filter(({ content }) => /"[^"]*\S[^"]*"/.test(content));
      return [...(hasText ? [getComputedStyle(element)] : []), ...signs]
        .filter(({ fontSize }) => fontSize !== "0px")
        .map(({ fontSize, fontWeight }) => ({
          text: (element.textContent ?? "").trim().slice(0, 30),
          size: Number.parseFloat(fontSize),
          weight: Number(fontWeight),
          own,
        }));
    });
  }, ownSizes);
}
