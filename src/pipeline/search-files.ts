import type { Memory } from "#cache/memory.ts";
import type { Config } from "#shared/config.ts";
import { partsOf } from "#shared/contract/reference.ts";
import { routeKey } from "#shared/route.ts";
import type { KnownPage } from "#shared/search/guess-page.ts";
import type { SearchManifest, SearchRecord } from "#shared/search/search-index.ts";
import { firstOfEachApi } from "#site/apis.ts";
import { toHref } from "#site/links/link-resolver.ts";
import { linksOf } from "#site/navbar.ts";
import type { Navigation } from "#site/navigation.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";
import { readingOrder } from "#site/plan-sidebar.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import { createGrouping, type Grouping, type RecordGroup } from "#site/search/group-records.ts";
import { findStart } from "#site/search/find-start.ts";
import { indexRecords, type IndexWithFiles, toPart } from "#site/search/index-records.ts";
import { recordsOfApi, recordsOfContract, recordsOfPage } from "#site/search/search-records.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { DeferredFiles } from "./deferred-files.ts";

interface SearchInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly navigation: Navigation;
}

const manifestPath = "search.json";

/** The files of the search: for each version of a contract an index of the guides, that version and the other APIs. */
export function planSearch(inputs: SearchInputs): DeferredFiles {
  return {
    files: [{ path: manifestPath }],
    async *make(memory) {
      yield* await makeSearch(inputs, memory);
    },
  };
}

async function makeSearch(inputs: SearchInputs, memory: Memory): Promise<readonly OutputFile[]> {
  const toGroup = createGrouping();
  const guides = planGuides(inputs, toGroup);
  const firsts = firstOfEachApi(inputs.contracts);
  const searched = inputs.contracts.map((own) => {
    const others = firsts.filter(({ version }) => version.api !== own.version.api);
    const all = [own, ...others];
    const recordsOf = ({ version: { api }, contract, reference }: PublishedContract): readonly SearchRecord[] =>
      others.length > 0 ? recordsOfApi(api, contract, reference) : recordsOfContract(contract, reference);
    const root = own.reference.root.href;
    const madeOf = all.flatMap(({ version: { api }, id, reference }) => [id, reference.hrefByAnchor, api]);
    const make = async () => toGroup(all.flatMap(recordsOf));
    return { root, groups: [...guides, { name: root, madeOf: [root, ...madeOf], make }] };
  });
  const indexed: IndexWithFiles[] = [];
  for (const { root, groups } of searched.length === 0 ? [{ root: "", groups: guides }] : searched) {
    const madeOf = groups.flatMap((group) => group.madeOf);
    indexed.push(
      await memory.memo(`search at ${root}`, madeOf, async () => indexRecords(root, readGroups(groups, memory))),
    );
  }
  const known = toPart(JSON.stringify(knownPages(inputs)));
  const manifest: SearchManifest = {
    indexes: indexed.map(({ index }) => index),
    synonyms: inputs.config.synonyms,
    start: await findStart({ ...inputs, pages: listedPages(inputs) }),
    known: known.name,
  };
  const files = new Map([known.file, ...indexed.flatMap((index) => index.files)].map((file) => [file.path, file]));
  return [{ path: manifestPath, content: JSON.stringify(manifest) }, ...files.values()];
}

/** Records that are read together, and again when one of them is another. */
interface PlannedGroup {
  readonly name: string;
  readonly madeOf: readonly unknown[];
  readonly make: () => Promise<RecordGroup>;
}

/** So many pages are read again after an edit to one of them. */
const pagesAtOnce = 50;

function planGuides(inputs: SearchInputs, toGroup: Grouping): readonly PlannedGroup[] {
  const { navbar, sidebar } = inputs.navigation;
  const named = new Set([...linksOf(navbar), ...readingOrder(sidebar)].map(({ key }) => key));
  return (["guide", "page"] as const).flatMap((kind) => {
    const pages = listedPages(inputs).filter(({ route }) => named.has(routeKey(route)) === (kind === "guide"));
    return planGroups(kind, pages, toGroup);
  });
}

type SearchedPage = ReturnType<typeof listedPages>[number];

function planGroups(
  kind: "guide" | "page",
  pages: readonly SearchedPage[],
  toGroup: Grouping,
): readonly PlannedGroup[] {
  return Array.from({ length: Math.ceil(pages.length / pagesAtOnce) }, (_, place) => {
    const group = pages.slice(place * pagesAtOnce, (place + 1) * pagesAtOnce);
    const read = async ({ document, textOf, href }: SearchedPage) =>
      recordsOfPage(document, await textOf("sections"), { kind, href });
    return {
      name: `${kind}s ${place}`,
      madeOf: group.map(({ document: { textId, title, frontMatter }, href }) => [
        ...[textId, href, title, frontMatter.description, frontMatter.sidebarLabel],
      ]),
      make: async () => toGroup((await Promise.all(group.map(read))).flat()),
    };
  });
}

function listedPages({ config, documents }: SearchInputs) {
  return documents
    .filter(({ route, document }) => !document.frontMatter.unlisted && routeKey(route) !== "/404")
    .map((page) => ({ ...page, href: toHref(page.route, config.baseUrl) }));
}

function knownPages(inputs: SearchInputs): readonly KnownPage[] {
  const parts = inputs.contracts.flatMap(({ reference }) => partsOf(reference.root));
  return [
    ...listedPages(inputs).map(
      ({ href, document }) => [href, document.title, document.frontMatter.description ?? ""] as const,
    ),
    ...parts.map(({ href, title }) => [href, title, ""] as const),
  ];
}

/** Groups are read in turn, because together they take more room than the site's texts. */
async function* readGroups(groups: readonly PlannedGroup[], { memo }: Memory): AsyncIterable<RecordGroup> {
  for (const { name, madeOf, make } of groups) yield await memo(`search of ${name}`, madeOf, make);
}
