import type { Memory } from "#cache/memory.ts";
import type { Config, ContractVersion } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ExternalDocs } from "#shared/contract/text.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostic.ts";
import type { Prose } from "#shared/document.ts";
import type { RouteTable } from "#shared/route.ts";
import type { ReferenceView } from "#shared/view.ts";
import type { OutputFile } from "#write/output-file.ts";

import { resolveMarkup } from "../links/resolve-markup.ts";
import { fetchedShape } from "../site-assets.ts";
import { type ContractPlaces, createContractLinks, joinLostLinks } from "./contract-links.ts";
import { planExplorers } from "./plan-explorers.ts";
import { planReference } from "./plan-reference.ts";
import { type LoadHighlight, planSamples } from "./plan-samples.ts";
import type { PublishedContract } from "./reference-pages.ts";

/** A contract with the version it is published as, its files and what its texts say. */
interface ReadContract {
  readonly version: ContractVersion;
  readonly contract: Contract;
  readonly texts: ReadonlyMap<string, Prose>;
  readonly files: readonly OutputFile[];
}

interface PublishedContracts {
  readonly contracts: readonly PublishedContract[];
  /** The downloadable documents, and the data of the explorers. Samples come later, with their pages. */
  readonly files: readonly OutputFile[];
}

interface Publication {
  readonly config: Config;
  readonly routes: RouteTable;
  /** Addresses of the site that are no pages of their own, from its root. */
  readonly known: ReadonlySet<string>;
  readonly loadHighlight: LoadHighlight;
}

/** Gives every contract its pages: the addresses of its parts, its texts with links, the data of its explorers. */
export async function publishContracts(
  versions: readonly ReadContract[],
  { config, routes, known, loadHighlight }: Publication,
  { keep, remember }: Memory,
): Promise<Outcome<PublishedContracts>> {
  const { baseUrl, servers, customServer, pageSandbox, sampleLanguages: languages } = config;
  const settings = { servers, customServer, pageSandbox, baseUrl };
  const made = versions.map(async ({ version, contract, texts }) => {
    const place = { contract, route: version.route, taken: routes.routes, baseUrl };
    const reference = await keep(`reference at ${version.route}`, [place], planReference);
    const samples = planSamples(contract, reference, { languages, baseUrl, loadHighlight, remember });
    const places = { contract, texts, reference, routes, known, baseUrl };
    const prose = await keep(`prose at ${version.route}`, [places], resolveTexts);
    // Versions may share a contract.
    const explorers = await remember(`explorers of ${contract.file}`, [contract, settings], {
      shape: fetchedShape,
      make: planExplorers,
    });
    const { htmlByText, docs } = prose.value;
    const value = { version, contract, places, htmlByText, docs, reference, explorers: explorers.hrefs, samples };
    return { value, files: explorers.files, diagnostics: prose.diagnostics };
  });
  const published = await Promise.all(made);
  const files = [...versions, ...published].flatMap((owner) => owner.files);
  const told = new Map(published.map(({ value, diagnostics }) => [value.contract, diagnostics]));
  return {
    // Contracts that say the same of an operation share its file.
    value: {
      contracts: published.map(({ value }) => value),
      files: [...new Map(files.map((file) => [file.path, file])).values()],
    },
    diagnostics: [...told.values()].flat(),
  };
}

interface ResolvedTexts {
  readonly htmlByText: ReferenceView["htmlByText"];
  readonly docs: ReferenceView["docs"];
}

/** The texts of a contract as HTML, and what its links to further reading lead to. */
function resolveTexts(places: ContractPlaces): Outcome<ResolvedTexts> {
  const resolveLink = createContractLinks(places);
  const outcomes = Array.from(places.texts, ([text, { markup }]) => ({
    text,
    ...resolveMarkup(markup, { resolveLink, reference: null }),
  }));
  const docs = docsOf(places.contract).map(({ url, position }) => ({ url, link: resolveLink(url, position) }));
  const lost = docs.flatMap(({ link }) => (link.kind === "text" ? [link.finding] : []));
  return {
    value: {
      htmlByText: new Map(outcomes.map(({ text, value: html }) => [text, html])),
      docs: new Map(docs.flatMap(({ url, link }) => (link.kind === "text" ? [] : [[url, link.href]]))),
    },
    diagnostics: joinLostLinks([...joinOutcomes(outcomes).diagnostics, ...lost]),
  };
}

/** Every link to further reading. */
function docsOf({ externalDocs, tagGroups, operations, webhooks }: Contract): readonly ExternalDocs[] {
  const tags = tagGroups.flatMap((group) => group.tags);
  const owners = [...tags, ...[...operations, ...webhooks].flatMap(withCallbacks)];
  return [externalDocs, ...owners.map((owner) => owner.externalDocs)].filter((docs) => docs !== null);
}

function withCallbacks(operation: Operation): readonly Operation[] {
  return [operation, ...operation.callbacks.flatMap(({ operations }) => operations.flatMap(withCallbacks))];
}
