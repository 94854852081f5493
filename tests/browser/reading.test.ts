import { expect, inject, test } from "vitest";

import { readSite } from "./visit.ts";

/* Reading with other text sizes, other colors, and on paper. */
const site = readSite(inject("hosted"));

test("at 320 px, figures and tables fit, or scroll by keyboard and pointer with a visible edge", async () => {
  const { page } = await site.visit("/", { width: 320 });
  let scrolling = 0;
  for (const route of ["/", "/load-board", "/bulk-approve-self-finance"]) {
    await page.goto(site.origin + route);
    const wide = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll<HTMLElement>(".prose :is(svg, table)")].map(
        (content) => content.closest<HTMLElement>(".figure-scroll, .table-scroll") ?? content,
      );
      return boxes
        .filter((box) => box.scrollWidth > box.clientWidth || box.getBoundingClientRect().right > innerWidth)
        .map((box) => ({
          scrolls: getComputedStyle(box).overflowX,
          hasEdge: getComputedStyle(box).backgroundImage.split("gradient(").length - 1,
          isReached: box.tabIndex,
          right: Math.max(innerWidth, box.getBoundingClientRect().right),
        }));
    });
    for (const box of wide) expect(box, route).toEqual({ scrolls: "auto", hasEdge: 4, isReached: 0, right: 320 });
    scrolling += wide.length;
  }
  expect(scrolling).toBeGreaterThan(0);
});

test("code in a link is underlined without a background, and a code block has one row above it", async () => {
  const { page } = await site.visit("/broker-api");
  const links = await page.evaluate(() =>
    [...document.querySelectorAll(".prose a:not(.operation) > code")].map((code) => [
      getComputedStyle(code).backgroundColor,
      getComputedStyle(code.closest("a") ?? code).textDecorationLine,
    ]),
  );
  expect(new Set(links.map(String))).toEqual(new Set(["rgba(0, 0, 0, 0),underline"]));
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll(".prose .code")].map((code) => {
      const caption = code.querySelector("figcaption");
      const isRuled = caption !== null && getComputedStyle(caption).borderBottomStyle === "solid";
      const isNamed = getComputedStyle(code, "::before").content !== "none";
      const isFolded = code.querySelector("summary") !== null;
      return Number(isRuled) + Number(isNamed) + Number(isFolded) + Number(code.closest(".tab-panel") !== null);
    }),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows)).toEqual(new Set([1]));
});
