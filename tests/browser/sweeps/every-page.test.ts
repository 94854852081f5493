import { describe, expect, inject, test } from "vitest";

import { thinCode, violationsInBothModes, violationsOn } from "../axe.ts";
import { readSite } from "../visit.ts";
import { useEverything, watchPages } from "../watch-page.ts";
import { specifiedRoutes } from "../../support/shipped-site.ts";

const site = readSite(inject("hosted"));

/** One of each kind of page. The reference has its own file. */
const kinds = ["/", "/broker-api", "/webhooks", "/TAI/tai-pages", "/nowhere"] as const;

describe.each([...specifiedRoutes.filter((route) => route !== "/api/"), "/nowhere"])("%s", (route) => {
  // Every page where it is widest and where it is narrowest; one of each kind between, and at each width in dark.
  const isOfKind = kinds.some((kind) => kind === route);

  test("axe finds no violations in light or dark, and no page scrolls sideways", async () => {
    const { page, faults } = await site.visit(route);
    await thinCode(page);
    for (const width of isOfKind ? [1440, 996, 390] : [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const judge = isOfKind || width === 1440 ? violationsInBothModes : violationsOn;
      expect(await judge(page), `at ${width}`).toEqual([]);
    }
    for (const width of [1440, 996, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
    }
    expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
  });
});

test("every page works under the policy, without a blocked resource, an error or a request elsewhere", async () => {
  const origin = inject("hostedWithHeaders");
  const reader = readSite(origin);
  const { page } = await reader.visit("/", { isFirst: true });
  const faults = await watchPages(page.context(), origin);
  for (const route of [...specifiedRoutes, "/api/v1/", "/nowhere", "/old"]) {
    await page.goto(origin + route);
    await useEverything(page);
  }
  expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
});
