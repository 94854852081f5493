import { posix } from "node:path";

import { type Memory, sameAsBefore } from "#cache/memory.ts";
import { sourcesOf, toContentPolicy } from "#publish/content-policy.ts";
import type { SourceDates, Sources } from "#read/sources.ts";
import type { Config } from "#shared/config.ts";
import { operationMarkdownPath, partsOf } from "#shared/contract/reference.ts";
import { contractKeys } from "#shared/site-manifest.ts";
import { joinOutcomes, type Outcome, outcomeShape, type Position } from "#shared/diagnostics/diagnostic.ts";
import { type Html, splitHtml } from "#shared/html.ts";
import { type LinkResolver, toOrigin } from "#shared/link.ts";
import { joinPolicies, type PolicySources } from "#shared/policy.ts";
import { keyOfAddress, markdownPathOf, type RouteTable, toRoute } from "#shared/route.ts";
import { titlePlace } from "#shared/view.ts";
import { createLinkResolver, leadOn } from "#site/links/link-resolver.ts";
import {
  addressesOf,
  type DocumentPlaces,
  resolveMarkup,
  resolveProse,
  toLinkPlaces,
} from "#site/links/resolve-markup.ts";
import { planNavigation } from "#site/navigation.ts";
import { planPages } from "#site/plan-pages.ts";
import { checkMoves, movedRoutes, planRedirects, planStart } from "#site/plan-redirects.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";
import type { PublishedContract } from "#site/reference/reference-pages.ts";
import { SidebarTree } from "#site/plan-sidebar.ts";
import { planPictures, toAssetsView } from "#site/site-assets.ts";

import type { LoadedLook } from "./load-look.ts";
import type { Theme } from "./load-theme.ts";
import { planMarkdown } from "./markdown-files.ts";
import type { ContractWithTexts, ParsedDocument } from "./parse-sources.ts";
import { publishContracts } from "./publish-contracts.ts";
import { isPage, readSkill, skillPath } from "./skill-file.ts";
import { planSearch } from "./search-files.ts";

interface ParsedSite {
  readonly config: Config;
  readonly routes: RouteTable;
  readonly contracts: readonly ContractWithTexts[];
  /** Pages that were renamed: the new file by the old one. */
  readonly moves: ReadonlyMap<string, string>;
  readonly documents: readonly ParsedDocument[];
  readonly dates: SourceDates;
  readonly client: Theme["client"];
  readonly look: LoadedLook;
  readonly statics: Sources["statics"];
}

/** Where everything is, what stands around it, and the files that need no rendering. */
export async function planSite(site: ParsedSite, memory: Memory) {
  const { config, routes, contracts, client, look, statics } = site;
  const own = { baseUrl: config.baseUrl, siteUrl: config.siteUrl, known: otherAddresses(site) };
  const published = await publishContracts(contracts, { config, routes, site: own }, memory);
  const references = published.value.contracts.map(({ places }) => places);
  const place = { ...own, known: new Set([...own.known, ...published.value.contracts.flatMap(markdownOf)]) };
  const resolvePage = await memory.keep("links", [routes, place], createLinkResolver);
  const resolveLink = await memory.keep("links to references", [resolvePage, references], leadOn);
  const images = config.look.policy["img-src"] ?? [];
  const places = { routes, site: place, contracts: spokenOf(published.value.contracts), references, images };
  const resolved = await resolveDocuments(site.documents, places, memory);
  const documents = resolved.value.filter(({ document }) => isPage(document));
  const skill = resolved.value.find(({ document }) => !isPage(document)) ?? null;
  const addresses = { settings: config.redirects, routes: routes.routes, resolveLink };
  const redirects = planRedirects({ ...addresses, documents });
  const parts = { config, documents, contracts: published.value.contracts };
  const start = planStart({ ...parts, redirects: redirects.value, statics });
  const contentPolicy = toContentPolicy({
    ...client.manifest,
    sources: sourcesOf(config, contracts),
    additions: joinPolicies([config.look.policy, policyOfFiles(site)]),
  });
  const pictures = planPictures(client.manifest, config, { statics, favicon: look.favicon });
  const view = toAssetsView(client.manifest, config, { ...look, contentPolicy, pictures: pictures.value });
  const assets = await sameAsBefore(memory, "assets", view);
  const inlineProse = createInlineProse(resolveLink, memory);
  const planned = planNavigation({ ...parts, resolveLink });
  const navigation = await sameAsBefore(memory, "navigation", planned.value);
  const sidebar = await memory.keep("sidebar", [navigation], (shown) => new SidebarTree(shown.sidebar));
  const pages = await planPages({ ...parts, navigation, sidebar, assets, dates: site.dates, inlineProse });
  const unused = new Set([...pictures.value.unused, `assets/${client.manifest.lookStyles}`]);
  const packaged = client.files.filter(({ path }) => !unused.has(path));
  return {
    value: {
      pages: pages.value,
      skill: await readSkill(skill, memory),
      start,
      moved: { files: site.moves, routes: movedRoutes(site.moves, routes) },
      assets,
      popular: navigation.popular,
      hosting: { baseUrl: own.baseUrl, contentPolicy, redirects: redirects.value },
      files: [...packaged, ...look.files, ...published.value.files],
      deferred: [planSearch({ ...parts, navigation }), planMarkdown({ ...parts, skill, resolveLink, statics })],
    },
    diagnostics: [
      ...joinOutcomes<unknown>([published, resolved, redirects, pictures, planned, pages]).diagnostics,
      ...checkMoves(site.moves, { documents, routes: routes.routes, redirects: redirects.value }),
    ],
  };
}

/** The documents at their routes, with links that work from every page. */
async function resolveDocuments(
  documents: readonly ParsedDocument[],
  places: DocumentPlaces,
  { keep }: Memory,
): Promise<Outcome<readonly RoutedDocument[]>> {
  const { routes } = places;
  const linkPlaces = await keep("places of links", [places], toLinkPlaces);
  const resolved = documents.map(async ({ document, textOf }) => {
    const { file, links } = document;
    const { value: addresses, diagnostics } = await keep(`links of ${file}`, [links, linkPlaces], addressesOf);
    const route = routes.routeByFile.get(file) ?? toRoute(file);
    const bodyHtml = async () => splitHtml(resolveMarkup(await textOf("body"), linkPlaces).value, titlePlace);
    return { value: { route, document, textOf, addresses, bodyHtml }, diagnostics };
  });
  return joinOutcomes(await Promise.all(resolved));
}

/** Makes the HTML of a line that is written in the settings. */
function createInlineProse(resolveLink: LinkResolver, memory: Memory) {
  return async (markdown: string, position: Position): Promise<Outcome<Html>> => {
    const prose = await memory.remember(`line at ${toOrigin(position)}`, [markdown, position], {
      shape: outcomeShape,
      make: async (...line) => (await import("#content/parse-prose.ts")).parseInlineProse(...line),
    });
    return resolveProse(prose, resolveLink);
  };
}

/** What pages may name of the contracts. */
function spokenOf(contracts: readonly PublishedContract[]) {
  const keys = contractKeys(contracts.map(({ version }) => version));
  return contracts.map(({ places, explorers }, place) => ({ api: keys[place] ?? "", places, explorers }));
}

/** What files of the site need that few sites have: fonts beside the styles, films. */
function policyOfFiles({ client, documents }: ParsedSite): PolicySources {
  const hasFonts = client.files.some(({ path }) => /\.(?:woff2?|ttf|otf)$/.test(path));
  const hasFilms = documents.some(({ document }) => document.links.some(({ target }) => target.kind === "media"));
  return { ...(hasFonts && { "font-src": ["'self'"] }), ...(hasFilms && { "media-src": ["'self'"] }) };
}

/** Addresses of the site that are no pages of their own: its files and folders, and what leads on to pages. */
function otherAddresses({ config, routes, contracts, documents, statics }: ParsedSite): ReadonlySet<string> {
  const files = [...statics, ...contracts.flatMap((contract) => contract.files)].map(({ path }) => path);
  const folders = files.filter((path) => /(?:^|\/)index\.html$/.test(path)).map((path) => posix.dirname(`/${path}`));
  const hasSkill = contracts.length > 0 || documents.some(({ document }) => !isPage(document));
  const markdown = [...routes.routes.flatMap((route) => markdownPathOf(route) ?? []), ...(hasSkill ? [skillPath] : [])];
  const aliases = documents.flatMap(({ document: { frontMatter } }) => frontMatter.aliases.map(({ path }) => path));
  const old = [...aliases, ...config.redirects.map(({ from }) => from)].map(keyOfAddress);
  return new Set([...[...files, ...markdown].map((path) => `/${path}`), ...folders, ...old]);
}

/** The addresses of a reference in Markdown: of its pages, and of every operation by itself. */
function markdownOf({ contract, reference }: PublishedContract): readonly string[] {
  const pages = partsOf(reference.root).flatMap(({ route }) => markdownPathOf(route) ?? []);
  const operations = contract.operations.map(({ anchor }) => operationMarkdownPath(reference, anchor));
  return [...pages, ...operations].map((path) => `/${path}`);
}
