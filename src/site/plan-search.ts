import type { Config } from "#shared/config.ts";
import type { FilesInTurn, OutputFile } from "#shared/files.ts";
import type { Memory } from "#shared/memory.ts";
import { routeKey } from "#shared/route.ts";
import type { SearchManifest, SearchRecord } from "#shared/search/search-index.ts";

import { indexRecords } from "./index-records.ts";
import { toHref } from "./link-resolver.ts";
import type { Navigation } from "./navigation.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import { readingOrder } from "./plan-sidebar.ts";
import type { PublishedContract } from "./reference-pages.ts";
import { recordsOfContract, recordsOfPage } from "./search-records.ts";

interface SearchInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly navigation: Navigation;
}

/** So many pages are offered before anything is typed. */
const mostPages = 8;

const manifestPath = "search.json";

/** The files of the search: for each version of the contract an index of the guides and of that version. */
export function planSearch(inputs: SearchInputs): FilesInTurn {
  return {
    files: [{ path: manifestPath }],
    async *make(memory) {
      yield* await makeSearch(inputs, memory);
    },
  };
}

async function makeSearch(inputs: SearchInputs, { keep, remember }: Memory): Promise<readonly OutputFile[]> {
  const { config, documents, contracts } = inputs;
  const guides = documents
    .filter(({ route, document }) => !document.frontMatter.unlisted && routeKey(route) !== "/404")
    .map(({ route, document, textOf }) => ({ document, textOf, href: toHref(route, config.baseUrl) }));
  const guideInputs = guides.map(({ document: { textId, title, frontMatter }, href }) => [
    ...[textId, href, title, frontMatter.description, frontMatter.sidebarLabel],
  ]);
  const readGuides = async (): Promise<readonly SearchRecord[]> => {
    const read = guides.map(async ({ document, textOf, href }) =>
      keep(`records of ${document.file}`, [document, textOf, href], async () =>
        recordsOfPage(document, await textOf("sections"), href),
      ),
    );
    return (await Promise.all(read)).flat();
  };
  const searched = contracts.map(({ contract, reference }) => ({
    root: reference.root.href,
    inputs: [contract, reference.hrefByAnchor],
    records: () => recordsOfContract(contract, reference),
  }));
  const sites = searched.length === 0 ? [{ root: "", inputs: [], records: () => [] }] : searched;
  const indexes = sites.map(async ({ root, inputs: own, records }) =>
    remember(`search at ${root}`, [root, guideInputs, ...own], async () =>
      indexRecords(root, [...(await readGuides()), ...records()]),
    ),
  );
  const made = await Promise.all(indexes);
  const manifest: SearchManifest = { indexes: made.map(({ index }) => index), pages: usefulPages(inputs.navigation) };
  const files = new Map(made.flatMap((index) => index.files).map((file) => [file.path, file]));
  return [{ path: manifestPath, content: JSON.stringify(manifest) }, ...files.values()];
}

/** What the site itself puts first: the navbar's entries, then the sidebar's. */
function usefulPages({ navbar, sidebar }: Navigation): SearchManifest["pages"] {
  const links = [...navbar, ...readingOrder(sidebar).flatMap(({ link }) => link ?? [])];
  const titles = new Map(links.map(({ href, label }) => [href, label]));
  return Array.from(titles, ([href, title]) => ({ title, href })).slice(0, mostPages);
}
