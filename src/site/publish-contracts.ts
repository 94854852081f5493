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

interface Publication {
  readonly config: Config;
  readonly routes: RouteTable;
}

/** Gives every contract its pages: the addresses of its parts, its texts with links, the data of its explorers. */
export function publishContracts(
  versions: readonly ReadContract[],
  { config, routes }: Publication,
  remember: Remember,
): Outcome<PublishedContracts> {
  const { baseUrl, servers, authentication } = config;
  const settings = { servers, authentication, baseUrl };
  // Versions may share a contract.
  const shared = new Map(
    versions.map(({ contract, texts }) => [
      contract,
      {
        prose: remember(`prose of ${contract.file}`, [texts, routes, baseUrl], () =>
          resolveTexts(texts, { routes, baseUrl }),
        ),
        explorers: remember(`explorers of ${contract.file}`, [contract, settings], () =>
          planExplorers(contract, settings),
        ),
      },
    ]),
  );
  const contracts = versions.map(({ version, contract, downloads }) => {
    const place = { route: version.route, taken: routes.routes, baseUrl };
    return {
      version,
      contract,
      downloads,
      htmlByText: shared.get(contract)?.prose.value ?? new Map(),
      reference: remember(`reference at ${version.route}`, [contract, place], () =>
        planReference({ contract, ...place }),
      ),
      explorers: shared.get(contract)?.explorers.hrefs ?? new Map(),
    };
  });
  const files = [...versions, ...Array.from(shared.values(), ({ explorers }) => explorers)].flatMap(
    (owner) => owner.files,
  );
  const prose = Array.from(shared.values(), (made) => made.prose);
  return {
    // Contracts that say the same of an operation share its file.
    value: { contracts, files: [...new Map(files.map((file) => [file.path, file])).values()] },
    diagnostics: joinOutcomes(prose).diagnostics,
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
