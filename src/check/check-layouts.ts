import type { ContractVersion } from "#settings/resolve-config.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { routeKey } from "#shared/route.ts";

import type { RenderedPage } from "./check-site.ts";

export interface MeasuredPage extends RenderedPage {
  readonly bytes: number;
}

/** What a phone draws at once: HTML elements, and bytes of plain HTML. */
const atOnce = { elements: 10_000, bytes: 450_000 } as const;

/** Pages of references that are more than a phone draws at once: where the settings want one page, and where one text is too long. */
export function checkLayouts(
  contracts: readonly ContractVersion[],
  pages: readonly MeasuredPage[],
): readonly Diagnostic[] {
  const heavy = pages.filter(({ elements, bytes }) => elements > atOnce.elements || bytes > atOnce.bytes);
  return contracts.flatMap(({ layout, route, document, position }) =>
    layout === "page"
      ? heavy
          .filter((page) => routeKey(page.route) === routeKey(route))
          .map((page) => {
            const message = `the reference at ${route} is one page of ${sizeOf(page)}`;
            return diagnose("page/heavy", message, position, spread);
          })
      : heavy
          .filter(({ file }) => file === document)
          .map((page) => {
            const message = `one text of ${page.route} makes it a page of ${sizeOf(page)}`;
            return diagnose("page/heavy", message, startOf(document), shorten);
          }),
  );
}

const spread = "without `layout: page` it is spread over pages that have room";
const shorten = "keep its description to what a reader needs there, and tell the rest in a guide";

function sizeOf({ elements, bytes }: MeasuredPage): string {
  const size = `${elements.toLocaleString("en-US")} elements and ${Math.round(bytes / 1000).toLocaleString("en-US")} kB`;
  return `${size}, more than a phone draws at once`;
}
