import type { ContractVersion } from "#shared/config.ts";
import { pageBudget } from "#shared/contract/reference.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";
import { routeKey } from "#shared/route.ts";

import type { RenderedPage } from "./check-site.ts";

/** A page as it is published. */
export interface MeasuredPage extends RenderedPage {
  readonly bytes: number;
}

/** References that the settings keep on one page, though it is more than a phone draws at once. */
export function checkLayouts(
  contracts: readonly ContractVersion[],
  pages: readonly MeasuredPage[],
): readonly Diagnostic[] {
  const pageByKey = new Map(pages.map((page) => [routeKey(page.route), page]));
  return contracts.flatMap(({ layout, route, position }) => {
    const page = layout === "page" ? pageByKey.get(routeKey(route)) : undefined;
    if (page === undefined) return [];
    const { elements, bytes } = page;
    if (elements <= pageBudget.elements && bytes <= pageBudget.bytes) return [];
    const size = `${count.format(elements)} elements and ${count.format(bytes / 1000)} kB`;
    const message = `the reference at ${route} is one page of ${size}, more than a phone draws at once`;
    return [diagnose("page/heavy", message, position, "without `layout: page` it is spread over pages that have room")];
  });
}

const count = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
