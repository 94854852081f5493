import type { SidebarSetting } from "#settings/navigation-schema.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { diagnose, type Diagnostic, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";
import { type LinkResolver, toOrigin } from "#shared/document.ts";
import { encodeRoute, isFallbackRoute, keyOfAddress, type Route, routeKey, toRoute } from "#shared/route.ts";
import { groupBy } from "#shared/group-by.ts";
import { firstOfEachApi } from "#shared/site-manifest.ts";
import type { LinkGroupView, LinkView } from "#shared/view.ts";

import { hasSeveralApis } from "./apis.ts";
import { toHref } from "./links/link-resolver.ts";
import { type NavbarEntry, type NavbarLink, readingOrder, type SidebarEntry } from "./page-menus.ts";
import type { RoutedDocument } from "./plan-routes.ts";

/** A site's navigation, before it's adapted to each page. */
export interface Navigation {
  readonly home: LinkView;
  readonly navbar: readonly NavbarEntry[];
  readonly sidebar: readonly SidebarEntry[];
  readonly footer: readonly LinkView[];
  /** The pages that the settings suggest in the search; empty without that setting. */
  readonly popular: readonly LinkView[];
  readonly columns: readonly LinkGroupView[];
}

interface NavigationInputs {
  readonly config: Config;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly { readonly version: ContractVersion; readonly contract: { readonly title: string } }[];
  /** Where the site begins. */
  readonly home: Route;
  readonly resolveLink: LinkResolver;
}

/** Plans navbar, sidebar, footer and the search's first suggestions, from the settings or the site's content. */
export function planNavigation(inputs: NavigationInputs): Outcome<Navigation> {
  const { config, contracts, documents, home } = inputs;
  const pages = listPages(inputs);
  const toEntry = createEntries(pages, inputs);
  const navbar = (config.navbar ?? automaticNavbar(home, contracts)).map(toEntry);
  const entries = (config.sidebar ?? automaticSidebar(documents)).map(toEntry);
  const sidebar = withoutUnlisted(entries, pages);
  const footer = config.footer.links.map(toEntry);
  const columns = config.footer.columns.map(({ label, links }) => ({ label, items: links.map(toEntry) }));
  const popular = withoutUnlisted((config.search.popular ?? []).map(toEntry), pages);
  const inColumns = columns.flatMap(({ items }) => items);
  const value = {
    home: { label: config.title, href: toHref(home, config.baseUrl), origin: "templates/navbar.tsx" },
    navbar: navbar.flatMap((entry): readonly NavbarEntry[] =>
      entry.items.length > 0 ? [{ label: entry.label, items: toLinks(entry.items) }] : toLinks([entry]),
    ),
    sidebar,
    footer: toLinks(footer),
    columns: columns.map(({ label, items }) => ({ label, items: toLinks(items) })),
    popular: toLinks(popular),
  };
  const findings = readingOrder([...sidebar, ...navbar, ...footer, ...inColumns, ...popular]).flatMap(
    ({ finding }) => finding ?? [],
  );
  if (config.sidebar === null) return { value, diagnostics: findings };
  const written = [...entries, ...(config.navbar === null ? [] : navbar), ...inColumns, ...footer];
  return { value, diagnostics: [...findings, ...checkSidebar(readingOrder(written), documents)] };
}

interface FoundEntry extends SidebarEntry {
  readonly items: readonly FoundEntry[];
  /** Says that the address leads nowhere. The entry's link then leads to the site's start. */
  readonly finding: Diagnostic | null;
}

function createEntries(pages: ListedPages, { config: { baseUrl }, resolveLink }: NavigationInputs) {
  return function toEntry({ label, to: written, position, items }: SidebarSetting): FoundEntry {
    const inner = items.map(toEntry);
    if (written === null)
      return { label: label ?? "", link: null, key: null, isInside: false, items: inner, finding: null };
    const origin = position ?? settingsStart;
    const found = resolveLink(written, origin);
    // A relative address counts as the path that it leads to.
    const isRelative = !/^[/#?]/.test(written) && found.kind === "site";
    const to = isRelative ? found.href.slice(baseUrl.length - 1) : written;
    const key = keyOfAddress(to);
    const page = pages.get(key);
    const [href, finding] = found.kind === "text" ? [baseUrl, found.finding] : [found.href, null];
    const link = { label: label ?? page?.label ?? to, href, origin: toOrigin(origin) };
    return { label: link.label, link, key, isInside: page?.isInside === true, items: inner, finding };
  };
}

function toLinks(entries: readonly SidebarEntry[]): readonly NavbarLink[] {
  return entries.flatMap(({ link, key }) => (link === null || key === null ? [] : [{ ...link, key }]));
}

/** Where the site begins: the front page, or else the first listed page, or else the reference. */
export function homeOf({ config, documents, contracts }: Omit<NavigationInputs, "home" | "resolveLink">): Route {
  const versions = contracts.map(({ version }) => version.route);
  const listed = documents
    .filter(({ route, document }) => !document.frontMatter.unlisted && routeKey(route) !== "/404")
    .map(({ route }) => route)
    .sort(compareRoutes);
  const routes = new Map([...listed, ...versions].map((route) => [routeKey(route), route]));
  const inOrder = ["/", ...keysOf(config.sidebar ?? []), ...routes.keys()];
  const first = inOrder.map((key) => routes.get(key)).find((route) => route !== undefined);
  return first ?? toRoute("/");
}

interface NavigationPage {
  readonly label: string;
  readonly unlisted: boolean;
  /** True for the page that shows the sidebar. */
  readonly isInside: boolean;
}

/** By `routeKey`. */
type ListedPages = ReadonlyMap<string, NavigationPage>;

function listPages({ documents, contracts }: NavigationInputs): ListedPages {
  const pages = new Map<string, NavigationPage>();
  for (const { route, document } of documents) {
    const { unlisted, sidebar, sidebarLabel } = document.frontMatter;
    const isInside = sidebar && !unlisted && routeKey(route) !== "/404";
    pages.set(routeKey(route), { label: sidebarLabel ?? document.title, unlisted, isInside });
  }
  for (const { version, contract } of contracts)
    pages.set(routeKey(version.route), { label: contract.title, unlisted: false, isInside: false });
  return pages;
}

function automaticNavbar(home: Route, contracts: NavigationInputs["contracts"]): readonly SidebarSetting[] {
  const entry = { items: [], position: null };
  const isNamed = hasSeveralApis(contracts);
  const versions = contracts.map(({ version }) => version);
  const firsts = firstOfEachApi(versions, ({ api }) => api);
  const apis = firsts.map(({ api, route }) => ({ ...entry, label: isNamed ? api : "API", to: route }));
  if (firsts.some(({ route }) => route === home)) return apis;
  return [{ ...entry, label: "Docs", to: encodeRoute(home) }, ...apis];
}

function withoutUnlisted(entries: readonly FoundEntry[], pages: ListedPages): readonly FoundEntry[] {
  return entries
    .filter(({ key }) => key === null || !pages.get(key)?.unlisted)
    .map((entry) => ({ ...entry, items: withoutUnlisted(entry.items, pages) }));
}

/** The position of navigation that no setting wrote. */
export const settingsStart = startOf("content/site.yaml");

/**
 * Reports pages that the author's sidebar leaves out and no other navigation reaches. A page with `unlisted` or
 * `sidebar: false` is left out on purpose.
 */
function checkSidebar(entries: readonly SidebarEntry[], documents: readonly RoutedDocument[]): readonly Diagnostic[] {
  const linked = new Set(["/404", ...entries.map(({ key }) => key)]);
  return documents
    .filter(({ route, document: { frontMatter } }) => {
      return frontMatter.sidebar && !frontMatter.unlisted && !linked.has(routeKey(route)) && !isFallbackRoute(route);
    })
    .map(({ route, document: { file } }) => {
      const hint = `add \`- ${encodeRoute(route)}\` to \`sidebar:\` in content/site.yaml, or \`unlisted: true\` to the page`;
      return diagnose("page/not-in-sidebar", "the sidebar has no entry for this page", startOf(file), hint);
    });
}

/** Returns pages in the sidebar's order, then the others. */
export function inReadingOrder<T extends { readonly route: Route }>(
  pages: readonly T[],
  { sidebar }: Config,
): readonly T[] {
  const order = new Map(keysOf(sidebar ?? []).map((key, index) => [key, index]));
  const indexOf = ({ route }: T): number => order.get(routeKey(route)) ?? order.size;
  return pages.toSorted((a, b) => indexOf(a) - indexOf(b));
}

function keysOf(entries: readonly SidebarSetting[]): readonly string[] {
  return entries.flatMap(({ to, items }) => [...(to === null ? [] : [keyOfAddress(to)]), ...keysOf(items)]);
}

/** Every listed document, home first, with folders as groups. */
function automaticSidebar(documents: readonly RoutedDocument[]): readonly SidebarSetting[] {
  const wanted = documents.filter(({ route, document }) => document.frontMatter.sidebar && routeKey(route) !== "/404");
  const routes = new Map(wanted.map(({ route }) => [routeKey(route), route]));
  const sorted = [...routes].sort(([a], [b]) => compareRoutes(a, b)).map(([, route]) => route);
  const folders = groupBy(sorted, (route) => route.split("/")[1] ?? "");
  return [...folders].flatMap(([folder, members]) => settingOfFolder(folder, members));
}

/**
 * Compares numbers as numbers and ignores case. No locale is involved, because its rules differ between versions of
 * Node.
 */
function compareRoutes(a: string, b: string): number {
  return compareParts(withPaddedNumbers(a), withPaddedNumbers(b)) || compareParts([a], [b]);
}

function withPaddedNumbers(route: string): readonly string[] {
  const padded = route.toLowerCase().replace(/\d+/g, (digits) => digits.replace(/^0+/, "").padStart(32, "0"));
  return padded.split("/");
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  if (index < 0) return a.length - b.length;
  return (a[index] ?? "") < (b[index] ?? "") ? -1 : 1;
}

function settingOfFolder(folder: string, members: readonly Route[]): readonly SidebarSetting[] {
  const [first, ...siblings] = members;
  if (first === undefined) return [];
  if (siblings.length === 0) return [settingOf(first)];
  const own = routeKey(first) === `/${folder}`;
  const items = (own ? siblings : members).map(settingOf);
  if (own) return [{ ...settingOf(first), items }];
  const words = folder.replace(/[-_]+/g, " ");
  return [{ label: words.charAt(0).toUpperCase() + words.slice(1), to: null, items, position: null }];
}

function settingOf(route: Route): SidebarSetting {
  return { label: null, to: encodeRoute(route), items: [], position: null };
}
