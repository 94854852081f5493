import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostic.ts";
import type { Markup } from "#shared/document.ts";
import type { OutputFile } from "#shared/files.ts";
import type { Html } from "#shared/html.ts";
import type { Memory } from "#shared/memory.ts";
import type { RouteTable } from "#shared/route.ts";

import { createLinkResolver } from "./link-resolver.ts";
import { planExplorers } from "./plan-explorers.ts";
import { planReference } from "./plan-reference.ts";
import type { PublishedContract } from "./reference-pages.ts";
import { resolveMarkup } from "./resolve-markup.ts";

/** A contract with the version it is published as, its files and what its texts say. */
interface ReadContract {
  readonly version: ContractVersion;
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Markup>;
  readonly downloads: readonly string[];
  readonly files: readonly OutputFile[];
}

interface PublishedContracts {
  readonly contracts: readonly PublishedContract[];
  /** The downloadable documents, and the data of the explorers. */
  readonly files: readonly OutputFile[];
}

interface Publication {
  readonly config: Config;
  readonly routes: RouteTable;
}

/** Gives every contract its pages: the addresses of its parts, its texts with links, the data of its explorers. */
export async function publishContracts(
  versions: readonly ReadContract[],
  { config, routes }: Publication,
  { keep, remember }: Memory,
): Promise<Outcome<PublishedContracts>> {
  const { baseUrl, servers } = config;
  const settings = { servers, baseUrl };
  // Versions may share a contract.
  const shared = new Map(versions.map(({ contract, texts }) => [contract, texts]));
  const made = Array.from(shared, async ([contract, texts]) => {
    const prose = await keep(`prose of ${contract.file}`, [texts, routes, baseUrl], () =>
      resolveTexts(texts, { routes, baseUrl }),
    );
    const explorers = await remember(`explorers of ${contract.file}`, [contract, settings], () =>
      planExplorers(contract, settings),
    );
    return [contract, { prose, explorers }] as const;
  });
  const partsOf = new Map(await Promise.all(made));
  const contracts = versions.map(async ({ version, contract, downloads }) => {
    const place = { route: version.route, taken: routes.routes, baseUrl };
    const parts = partsOf.get(contract);
    return {
      version,
      contract,
      downloads,
      htmlByText: parts?.prose.value ?? new Map<string, Html>(),
      reference: await keep(`reference at ${version.route}`, [contract, place], () =>
        planReference({ contract, ...place }),
      ),
      explorers: parts?.explorers.hrefs ?? new Map<string, string>(),
    };
  });
  const published = [...partsOf.values()];
  const files = [...versions, ...published.map(({ explorers }) => explorers)].flatMap((owner) => owner.files);
  return {
    // Contracts that say the same of an operation share its file.
    value: {
      contracts: await Promise.all(contracts),
      files: [...new Map(files.map((file) => [file.path, file])).values()],
    },
    diagnostics: joinOutcomes(published.map(({ prose }) => prose)).diagnostics,
  };
}

/** The texts of a contract as HTML. */
function resolveTexts(
  texts: ReadonlyMap<string, Markup>,
  { routes, baseUrl }: { readonly routes: RouteTable; readonly baseUrl: string },
): Outcome<ReadonlyMap<string, Html>> {
  const places = { resolveLink: createLinkResolver(routes, baseUrl), reference: null };
  const outcomes = Array.from(texts, ([text, markup]) => ({ text, ...resolveMarkup(markup, places) }));
  const value = new Map(outcomes.map(({ text, value: html }) => [text, html]));
  return { value, diagnostics: joinOutcomes(outcomes).diagnostics };
}
