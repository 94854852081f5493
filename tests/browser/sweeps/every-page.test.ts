import { describe, expect, inject, test } from "vitest";

import { thinCode, violationsInBothModes, violationsOn } from "../axe.ts";
import { readSite } from "../visit.ts";
import { useEverything, watchPages } from "../watch-page.ts";
import { specifiedRoutes } from "../../support/shipped-site.ts";

const site = readSite(inject("hosted"));

/** One of each kind of page. The reference has its own file. */
const kinds = ["/", "/broker-api", "/webhooks", "/TAI/tai-pages", "/nowhere"] as const;

describe.each([...specifiedRoutes.filter((route) => route !== "/api/"), "/nowhere"])("%s", (route) => {
  // One of each kind at each width, since the frame around a text is the same. In others, a narrow window may scroll parts.
  const isOfKind = kinds.some((kind) => kind === route);

  test("axe finds no violations in light or dark, and no page scrolls sideways", async () => {
    const { page, faults } = await site.visit(route);
    await thinCode(page);
    for (const width of [1440, 996, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
      if (width === 1440 || (isOfKind && width > 320))
        expect(await violationsInBothModes(page), `at ${width}`).toEqual([]);
      else if (width === 390) expect(await violationsOn(page, "html", ["scrollable-region-focusable"])).toEqual([]);
    }
    expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
  });
});

test("each kind of page works under the policy, without a blocked resource, an error or a request elsewhere", async () => {
  const origin = inject("hostedWithHeaders");
  const reader = readSite(origin);
  const { page } = await reader.visit("/", { isFirst: true });
  const faults = await watchPages(page.context(), origin);
  for (const route of [...kinds, "/markdown-page", "/api/", "/api/v1/", "/old"]) {
    await page.goto(origin + route);
    await useEverything(page);
  }
  expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
});
