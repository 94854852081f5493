import { type PageBudget, pageBudget } from "#shared/contract/reference.ts";

import type { TestSite } from "./build-site.ts";

export interface PageSize {
  readonly path: string;
  readonly elements: number;
  readonly bytes: number;
}

/** A small page budget for tests, so that a small contract spreads over pages like a large one. */
export const smallBudget: PageBudget = { fields: 150, listLength: 20 };

/** The pages of the reference at `/api/`. */
export function referencePagesOf({ paths }: Pick<TestSite, "paths">): readonly string[] {
  return paths.filter((path) => path.startsWith("api/") && path.endsWith(".html"));
}

/** The reference pages that exceed their budget. The usual one means 10,000 elements and 450 kB. */
export function heavyPagesOf(site: TestSite, { fields }: PageBudget = pageBudget): readonly PageSize[] {
  const most = { elements: 900 + 5.3 * fields, bytes: 60_000 + 225 * fields };
  const sizes = referencePagesOf(site).map((path) => {
    const html = site.read(path);
    return { path, elements: html.match(/<[a-z][^>]*>/g)?.length ?? 0, bytes: Buffer.byteLength(html) };
  });
  return sizes.filter(({ elements, bytes }) => elements > most.elements || bytes > most.bytes);
}
