import { posix } from "node:path";

import type { Memory } from "#cache/memory.ts";
import type { RenderedPage } from "#check/check-site.ts";
import type { MovedPages } from "#check/fix-links.ts";
import { sourcesOf, toContentPolicy } from "#publish/content-policy.ts";
import type { Hosting } from "#publish/host-rules.ts";
import type { AssetsView } from "#shared/assets-view.ts";
import { operationMarkdownPath, partsOf } from "#shared/contract/reference.ts";
import type { AuthoredText } from "#shared/contract/text.ts";
import { joinOutcomes, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";
import { type LinkResolver, toOrigin } from "#shared/document.ts";
import { type Html, splitHtml } from "#shared/html.ts";
import { joinPolicies, type PolicySources } from "#shared/policy.ts";
import { keyOfAddress, markdownPathOf, toRoute } from "#shared/route.ts";
import { type LinkView, titleMark } from "#shared/view.ts";
import { createLinkResolver, leadOn } from "#site/links/link-resolver.ts";
import { addressesOf, type LinkTargets, resolveMarkup, toLinkTargets } from "#site/links/resolve-links.ts";
import { homeOf, planNavigation } from "#site/navigation.ts";
import type { PlannedPage } from "#site/page-common.ts";
import { planPages } from "#site/plan-pages.ts";
import { checkMoves, movedRoutes, planRedirects, planStart, type Redirect } from "#site/plan-redirects.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import { planPictures, toAssetsView } from "#site/site-assets.ts";
import type { OutputFile } from "#write/output-file.ts";

import { planMarkdown } from "./markdown-files.ts";
import { publishContracts } from "./publish-contracts.ts";
import { planSearch } from "./search-files.ts";
import type { DeferredFiles, Site } from "./site.ts";
import { isPage, readSkill, skillPath } from "./skill.ts";

export interface SitePlan {
  readonly pages: readonly PlannedPage[];
  /** The author's advice for integrators, which is checked like a page; empty without it. */
  readonly skill: readonly RenderedPage[];
  /** Leads from `/` to the first page of a site without a page there. */
  readonly start: Redirect | null;
  readonly moved: MovedPages;
  readonly assets: AssetsView;
  /** What the search offers before a reader types. */
  readonly popular: readonly LinkView[];
  readonly hosting: Hosting;
  /** Every file except pages, and those that are made on demand. */
  readonly files: readonly OutputFile[];
  readonly deferred: DeferredFiles;
}

/** Plans every address, the navigation, and the files that need no rendering. */
export async function planSite(site: Site, memory: Memory): Promise<Outcome<SitePlan>> {
  const { config, routes, contracts, history } = site;
  const { client, look } = site.theme;
  const { statics } = site.sources;
  const { baseUrl, siteUrl } = config;
  const known = unroutedAddresses(site);
  const published = await publishContracts(site, { baseUrl, siteUrl, known }, memory);
  const references = published.value.contracts;
  const addresses = { baseUrl, siteUrl, known: new Set([...known, ...references.flatMap(markdownOf)]) };
  const resolveLink = leadOn(createLinkResolver(routes, addresses), references);
  const targets = toLinkTargets(resolveLink, references, config.look.policy["img-src"] ?? []);
  const resolved = resolveDocuments(site, targets);
  const documents = resolved.value.filter(({ document }) => isPage(document));
  const skill = resolved.value.find(({ document }) => !isPage(document)) ?? null;
  const redirects = planRedirects({ settings: config.redirects, routes: routes.routes, resolveLink, documents });
  const parts = { config, documents, contracts: references };
  const home = homeOf(parts);
  const contentPolicy = toContentPolicy({
    ...client.manifest,
    sources: sourcesOf(config, contracts),
    additions: joinPolicies([config.look.policy, policyOfFiles(site)]),
  });
  const pictures = planPictures(client.manifest, config, { statics, favicon: look.favicon });
  const assets = toAssetsView(client.manifest, config, { ...look, contentPolicy, pictures: pictures.value });
  const planned = planNavigation({ ...parts, home, resolveLink });
  const navigation = planned.value;
  const inlineProse = createInlineProse(resolveLink, memory);
  const pages = await planPages({ ...parts, navigation, assets, dates: history.dates, inlineProse });
  const unused = new Set([...pictures.value.unused, `assets/${client.manifest.lookStyles}`]);
  const packaged = client.files.filter(({ path }) => !unused.has(path));
  return {
    value: {
      pages: pages.value,
      skill: await readSkill(skill),
      start: planStart({ home, baseUrl, redirects: redirects.value, statics }),
      moved: { files: history.moves, routes: movedRoutes(history.moves, routes) },
      assets,
      popular: navigation.popular,
      hosting: { baseUrl, contentPolicy, redirects: [...redirects.value, ...movedLists(references)] },
      files: [...packaged, ...look.files, ...published.value.files],
      deferred: joinDeferred(planSearch({ ...parts, navigation }), planMarkdown({ ...parts, targets, skill, statics })),
    },
    diagnostics: [
      ...joinOutcomes<unknown>([published, resolved, redirects, pictures, planned, pages]).diagnostics,
      ...checkMoves(history.moves, { documents, routes: routes.routes, redirects: redirects.value }),
    ],
  };
}

function resolveDocuments({ documents, routes }: Site, targets: LinkTargets): Outcome<readonly RoutedDocument[]> {
  const resolved = documents.map(({ document, textOf }) => {
    const { file, links } = document;
    const { value: addresses, diagnostics } = addressesOf(links, targets);
    const route = routes.routeByFile.get(file) ?? toRoute(file);
    const bodyHtml = async () => splitHtml(resolveMarkup(await textOf("body"), targets).value, titleMark);
    return { value: { route, document, textOf, addresses, bodyHtml }, diagnostics };
  });
  return joinOutcomes(resolved);
}

function createInlineProse(resolveLink: LinkResolver, memory: Memory) {
  return async ({ text, position }: AuthoredText): Promise<Outcome<Html>> => {
    const prose = await memory.memo(`line at ${toOrigin(position)}`, [text, position], async () =>
      (await import("#content/parse-prose.ts")).parseInlineProse(text, position),
    );
    // A line mentions no contract, so its links need only the pages.
    const { value, diagnostics } = resolveMarkup(prose.value, { resolveLink });
    return { value, diagnostics: [...prose.diagnostics, ...diagnostics] };
  };
}

function policyOfFiles({ theme: { client }, documents }: Site): PolicySources {
  const hasFonts = client.files.some(({ path }) => /\.(?:woff2?|ttf|otf)$/.test(path));
  const hasFilms = documents.some(({ document }) => document.links.some(({ target }) => target.kind === "media"));
  return { ...(hasFonts && { "font-src": ["'self'"] }), ...(hasFilms && { "media-src": ["'self'"] }) };
}

function unroutedAddresses({ config, routes, contracts, documents, sources }: Site): ReadonlySet<string> {
  const files = [...sources.statics, ...contracts.flatMap((contract) => contract.files)].map(({ path }) => path);
  const folders = files.filter((path) => /(?:^|\/)index\.html$/.test(path)).map((path) => posix.dirname(`/${path}`));
  const hasSkill = contracts.length > 0 || documents.some(({ document }) => !isPage(document));
  const markdown = [...routes.routes.flatMap((route) => markdownPathOf(route) ?? []), ...(hasSkill ? [skillPath] : [])];
  const aliases = documents.flatMap(({ document: { frontMatter } }) => frontMatter.aliases.map(({ path }) => path));
  const old = [...aliases, ...config.redirects.map(({ from }) => from)].map(keyOfAddress);
  return new Set([...[...files, ...markdown].map((path) => `/${path}`), ...folders, ...old]);
}

function joinDeferred(...parts: readonly DeferredFiles[]): DeferredFiles {
  return {
    files: parts.flatMap(({ files }) => files),
    async *make(memory) {
      for (const { make } of parts) yield* make(memory);
    },
  };
}

function movedLists(references: readonly PublishedContract[]): readonly Redirect[] {
  return references.flatMap(({ contract, reference }) =>
    reference.moved.map((page) => ({ ...page, listed: true, position: startOf(contract.file) })),
  );
}

function markdownOf({ contract, reference }: PublishedContract): readonly string[] {
  const pages = partsOf(reference.root).flatMap(({ route }) => markdownPathOf(route) ?? []);
  const operations = contract.operations.map(({ anchor }) => operationMarkdownPath(reference, anchor));
  return [...pages, ...operations].map((path) => `/${path}`);
}
