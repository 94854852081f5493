import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostic.ts";
import type { Markup } from "#shared/document.ts";
import type { OutputFile } from "#shared/files.ts";
import type { Html } from "#shared/html.ts";
import type { Remember } from "#shared/remember.ts";
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

/** Gives every contract its pages: the addresses of its parts, its texts with links, the data of its explorers. */
export function publishContracts(
  contracts: readonly ReadContract[],
  { config, routes }: { readonly config: Config; readonly routes: RouteTable },
  remember: Remember,
): Outcome<PublishedContracts> {
  const { baseUrl, servers, authentication } = config;
  const distinct = new Map(contracts.map(({ contract, texts }) => [contract, texts]));
  const settings = { servers, authentication, baseUrl };
  const explored = [...distinct.keys()];
  const explorers = remember("explorers", [explored, settings], () => planExplorers(explored, settings));
  const prose = new Map(
    Array.from(distinct, ([contract, texts]) => [
      contract,
      remember(`prose of ${contract.file}`, [texts, routes, baseUrl], () => resolveTexts(texts, { routes, baseUrl })),
    ]),
  );
  const published = contracts.map(({ version, contract, downloads }) => {
    const place = { route: version.route, taken: routes.routes, baseUrl };
    return {
      version,
      contract,
      downloads,
      htmlByText: prose.get(contract)?.value ?? new Map(),
      reference: remember(`reference at ${version.route}`, [contract, place], () =>
        planReference({ contract, ...place }),
      ),
      explorers: explorers.hrefsByContract.get(contract) ?? new Map(),
    };
  });
  const files = [...contracts, explorers].flatMap((owner) => owner.files);
  return { value: { contracts: published, files }, diagnostics: joinOutcomes([...prose.values()]).diagnostics };
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
