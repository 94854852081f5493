import type { Memory } from "#cache/memory.ts";
import type { Config } from "#settings/resolve-config.ts";
import { partsOf } from "#shared/contract/reference.ts";
import { routeKey } from "#shared/route.ts";
import type { KnownPage } from "#shared/search/guess-page.ts";
import type { SearchManifest, SearchRecord } from "#shared/search/search-index.ts";
import { firstOfEachApi } from "#shared/site-manifest.ts";
import { toHref } from "#site/links/link-resolver.ts";
import { linksOf, readingOrder } from "#site/page-menus.ts";
import type { Navigation } from "#site/navigation.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import { findStart, recordsOfContract, recordsOfPage } from "#site/search/search-records.ts";
import { indexRecords, type IndexWithFiles, toPart } from "#site/search/index-records.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { DeferredFiles } from "./site.ts";

interface SearchInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly navigation: Navigation;
}

const manifestPath = "search.json";

/** The search files. Each version has an index of the guides, itself and the other APIs. */
export function planSearch(inputs: SearchInputs): DeferredFiles {
  return { files: [{ path: manifestPath }], make: (memory) => makeSearch(inputs, memory) };
}

async function* makeSearch(inputs: SearchInputs, { memo }: Memory): AsyncIterable<OutputFile> {
  const pages = searchedPages(inputs);
  const guideIds = pages.map(({ kind, href, document: { textId, title, frontMatter } }) => [
    ...[kind, href, textId, title, frontMatter.description, frontMatter.sidebarLabel],
  ]);
  const indexed: IndexWithFiles[] = [];
  for (const { root, contracts } of plannedIndexes(inputs.contracts)) {
    const ids = contracts.map(({ version: { api }, id, reference }) => [id, reference.hrefByAnchor, api]);
    const make = async (): Promise<IndexWithFiles> => {
      const reading = pages.map(async ({ document, textOf, ...page }) =>
        recordsOfPage(document, await textOf("sections"), page),
      );
      const guides = await Promise.all(reading);
      return indexRecords(root, [...guides.flat(), ...recordsOfContracts(contracts)]);
    };
    indexed.push(await memo(`search at ${root}`, [root, guideIds, ids], make));
  }
  const listed: readonly KnownPage[] = [
    ...pages.map(({ href, document }) => [href, document.title, document.frontMatter.description ?? ""] as const),
    ...inputs.contracts.flatMap(({ reference }) =>
      partsOf(reference.root).map(({ href, title }) => [href, title, ""] as const),
    ),
  ];
  const known = toPart(JSON.stringify(listed));
  const manifest: SearchManifest = {
    indexes: indexed.map(({ index }) => index),
    synonyms: inputs.config.search.synonyms,
    start: await findStart({ ...inputs, pages }),
    known: known.name,
  };
  yield { path: manifestPath, content: JSON.stringify(manifest) };
  yield* new Map([known.file, ...indexed.flatMap(({ files }) => files)].map((file) => [file.path, file])).values();
}

function plannedIndexes(contracts: readonly PublishedContract[]) {
  if (contracts.length === 0) return [{ root: "", contracts }];
  const firsts = firstOfEachApi(contracts, ({ version }) => version.api);
  return contracts.map((contract) => {
    const siblings = firsts.filter(({ version }) => version.api !== contract.version.api);
    return { root: contract.reference.root.href, contracts: [contract, ...siblings] };
  });
}

function recordsOfContracts(contracts: readonly PublishedContract[]): readonly SearchRecord[] {
  return contracts.flatMap(({ version: { api }, contract, reference }) => {
    const records = recordsOfContract(contract, reference);
    // On a site with several APIs, each record names its API.
    return contracts.length > 1 ? records.map((record) => ({ ...record, trail: `${record.trail} · ${api}` })) : records;
  });
}

interface SearchedPage extends Pick<RoutedDocument, "document" | "textOf"> {
  readonly kind: "guide" | "page";
  readonly href: string;
}

function searchedPages({ config, documents, navigation }: SearchInputs): readonly SearchedPage[] {
  const named = new Set([...linksOf(navigation.navbar), ...readingOrder(navigation.sidebar)].map(({ key }) => key));
  return documents
    .filter(({ route, document }) => !document.frontMatter.unlisted && routeKey(route) !== "/404")
    .map(({ route, document, textOf }) => ({
      kind: named.has(routeKey(route)) ? "guide" : "page",
      document,
      textOf,
      href: toHref(route, config.baseUrl),
    }));
}
