import type { Memory } from "#cache/memory.ts";
import { loadSampleHighlight } from "#content/document-parser.ts";
import { toAnchorFile } from "#shared/contract/foreign-anchors.ts";
import { anchorFileHref, operationsOf, type Reference, type ReferencePart } from "#shared/contract/reference.ts";
import { commonServers } from "#shared/contract/server.ts";
import type { Outcome } from "#shared/diagnostics/diagnostic.ts";
import { anchoredParts, type ContractTargets, type SiteAddresses } from "#site/links/link-resolver.ts";
import { planExplorers } from "#site/reference/plan-explorers.ts";
import { groupSamples, planLongCode, type SampledPage, toPageSamples } from "#site/reference/plan-code.ts";
import { planReference } from "#site/reference/plan-reference.ts";
import { planMenuFile } from "#site/reference/plan-reference-menu.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import { resolveTexts } from "#site/links/resolve-links.ts";
import type { FetchedFiles } from "#site/site-assets.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { ContractWithTexts } from "./read-versions.ts";
import type { Site } from "./site.ts";

interface PublishedContracts {
  readonly contracts: readonly PublishedContract[];
  /** The downloadable documents and the explorers' data. Samples are made later, with their pages. */
  readonly files: readonly OutputFile[];
}

/** Plans each contract's reference: addresses, texts with resolved links, explorers and samples. */
export async function publishContracts(
  { contracts: versions, config, routes, budget }: Site,
  site: SiteAddresses,
  { memo, late }: Memory,
): Promise<Outcome<PublishedContracts>> {
  const { baseUrl, pageSandbox, explorer } = config;
  const { languages } = config.samples;
  const publishing = versions.map(async ({ id, version, contract, texts }) => {
    const { route, layout, servers } = version;
    const reference = planReference({ contract, texts, layout, route, siteRoutes: routes.routes, baseUrl, budget });
    const sampled = { servers: commonServers(contract, servers), languages, baseUrl };
    const samples = planSamples(reference, { id, ...sampled }, memo);
    const longCode = async (part: ReferencePart) => {
      const { schemas, levels, maxCode, listLength } = part;
      const anchors = [...operationsOf(part), ...schemas].map(({ anchor }) => anchor);
      const inputs = [id, anchors, levels, maxCode, listLength, sampled];
      return late(`code ${part.route}`, inputs, () => planLongCode(part, contract, sampled));
    };
    const targets = { contract, texts, reference, routes, site };
    const prose = resolveTexts(targets);
    // Versions may share a contract and servers, and then share the result.
    const settings = { servers, ...explorer, pageSandbox, baseUrl };
    const name = [contract.file, ...servers.map(({ url }) => url)].join(" ");
    const explorers = await memo(`reference explorers of ${name}`, [id, settings], () =>
      planExplorers(contract, settings),
    );
    const menu = planMenuFile(contract, reference, baseUrl);
    const fetched = { explorers: explorers.hrefs, samples, longCode, menuFile: menu.href };
    const value = { ...targets, id, version, ...prose.value, ...fetched };
    return { value, files: [...explorers.files, ...menu.files, toAnchors(targets)], diagnostics: prose.diagnostics };
  });
  const published = await Promise.all(publishing);
  const files = [...versions, ...published].flatMap((owner) => owner.files);
  const diagnosticsByContract = new Map(published.map(({ value, diagnostics }) => [value.contract, diagnostics]));
  return {
    // Contracts with the same operation share its file.
    value: {
      contracts: published.map(({ value }) => value),
      files: [...new Map(files.map((file) => [file.path, file])).values()],
    },
    diagnostics: [...diagnosticsByContract.values()].flat(),
  };
}

function toAnchors({ contract, texts, reference, site }: ContractTargets): OutputFile {
  const parts = anchoredParts(contract, texts);
  const sections = parts.sections.map(({ anchor }) => [anchor, reference.root.href] as const);
  const hrefByAnchor = new Map([...reference.hrefByAnchor, ...sections]);
  return {
    path: anchorFileHref(reference).slice(site.baseUrl.length),
    content: JSON.stringify(toAnchorFile({ ...parts, hrefByAnchor })),
  };
}

function planSamples(
  { root }: Reference,
  { id, ...sampled }: Omit<SampledPage, "operations"> & Pick<ContractWithTexts, "id">,
  memo: Memory["memo"],
): PublishedContract["samples"] {
  const samples = groupSamples(root).flatMap(({ hrefs, operations }) => {
    const inputs = [id, operations.map(({ anchor }) => anchor), sampled];
    let files: Promise<FetchedFiles> | null = null;
    const make = async () =>
      (files ??= memo(`reference samples at ${hrefs[0]}`, inputs, async () =>
        toPageSamples({ operations, ...sampled }, await loadSampleHighlight()),
      ));
    return hrefs.map((href) => [href, make] as const);
  });
  return new Map(samples);
}
