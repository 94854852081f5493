import type { Config } from "#shared/config.ts";
import type { OutputFile } from "#shared/files.ts";
import type { LinkResolver } from "#shared/link.ts";
import type { Memory } from "#shared/memory.ts";
import type { SearchManifest } from "#shared/search/search-index.ts";

import { indexRecords } from "./index-records.ts";
import { planNavigation } from "./navigation.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import { readingOrder } from "./plan-sidebar.ts";
import type { PublishedContract } from "./reference-pages.ts";
import { recordsOfContract, recordsOfDocuments } from "./search-records.ts";

interface SearchInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
  readonly resolveLink: LinkResolver;
}

/** So many pages are offered before anything is typed. */
const mostPages = 8;

/** The files of the search: for each version of the contract an index of the guides and of that version. */
export async function planSearch(inputs: SearchInputs, { remember }: Memory): Promise<readonly OutputFile[]> {
  const { config, documents, contracts } = inputs;
  const guides = recordsOfDocuments(documents, config.baseUrl);
  const searched = contracts.map(({ contract, reference }) => ({
    root: reference.root.href,
    records: [...guides, recordsOfContract(contract, reference)],
  }));
  const indexes = (searched.length === 0 ? [{ root: "", records: guides }] : searched).map(async ({ root, records }) =>
    remember(`search at ${root}`, [root, ...records], () => indexRecords(root, records.flat())),
  );
  const made = await Promise.all(indexes);
  const manifest: SearchManifest = { indexes: made.map(({ index }) => index), pages: usefulPages(inputs) };
  const files = new Map(made.flatMap((index) => index.files).map((file) => [file.path, file]));
  return [{ path: "search.json", content: JSON.stringify(manifest) }, ...files.values()];
}

/** What the site itself puts first: the navbar's entries, then the sidebar's. */
function usefulPages(inputs: SearchInputs): SearchManifest["pages"] {
  const { navbar, sidebar } = planNavigation(inputs).value;
  const links = [...navbar, ...readingOrder(sidebar).flatMap(({ link }) => link ?? [])];
  const titles = new Map(links.map(({ href, label }) => [href, label]));
  return Array.from(titles, ([href, title]) => ({ title, href })).slice(0, mostPages);
}
