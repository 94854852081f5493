import type { Memory } from "#cache/memory.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostic.ts";
import type { Html } from "#shared/html.ts";
import { toRoute } from "#shared/route.ts";
import { addressesOf, type DocumentPlaces, resolveMarkup, toLinkPlaces } from "#site/links/resolve-markup.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";

import type { ParsedDocument } from "./parse-sources.ts";

/** The documents at their routes, with links that work from every page. */
export async function resolveDocuments(
  documents: readonly ParsedDocument[],
  places: DocumentPlaces,
  { keep }: Memory,
): Promise<Outcome<readonly RoutedDocument[]>> {
  const { routes } = places;
  const linkPlaces = await keep("places of links", [places], toLinkPlaces);
  const resolved = documents.map(async ({ document, textOf }) => {
    const { file, links } = document;
    const { value: addresses, diagnostics } = await keep(`links of ${file}`, [links, linkPlaces], addressesOf);
    const route = routes.routeByFile.get(file) ?? toRoute(file);
    const bodyHtml = async (): Promise<Html> => resolveMarkup(await textOf("body"), linkPlaces).value;
    return { value: { route, document, textOf, addresses, bodyHtml }, diagnostics };
  });
  return joinOutcomes(await Promise.all(resolved));
}
