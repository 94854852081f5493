import type { LinkSetting, SidebarSetting } from "#settings/navigation-schema.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { diagnose, type Diagnostic, type Outcome, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { type LinkResolver, toOrigin } from "#shared/document.ts";
import { encodeRoute, isFallbackRoute, keyOfAddress, type Route, routeKey, toRoute } from "#shared/route.ts";
import { firstOfEachApi } from "#shared/site-manifest.ts";
import type { LinkGroupView, LinkView } from "#shared/view.ts";

import { hasSeveralApis } from "./apis.ts";
import { automaticSidebar, compareRoutes, type ListedPages, type NavigationPage } from "./automatic-sidebar.ts";
import { toHref } from "./links/link-resolver.ts";
import type { NavbarEntry, NavbarLink, SidebarEntry } from "./page-menus.ts";
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
  const { contracts, documents, home, resolveLink } = inputs;
  const config = withPathsFromRoot(inputs.config, resolveLink);
  const pages = listPages(inputs);
  const navbar = config.navbar ?? automaticNavbar(home, contracts);
  const sidebar = withoutUnlisted(config.sidebar ?? automaticSidebar(pages, documents), pages);
  const popular = (config.search.popular ?? []).filter(({ to }) => !pages.get(keyOfAddress(to))?.unlisted);
  // A broken address leads to the site's start, and `checkLinks` reports it.
  const toLink = ({ label, position }: SidebarSetting, to: string): LinkView => {
    const origin = position ?? settingsStart;
    const link = resolveLink(to, origin);
    const href = link.kind === "text" ? config.baseUrl : link.href;
    return { label: label ?? pages.get(keyOfAddress(to))?.label ?? to, href, origin: toOrigin(origin) };
  };
  const toNavbarLink = (setting: SidebarSetting): NavbarLink => {
    const to = setting.to ?? "/";
    return { ...toLink(setting, to), key: keyOfAddress(to) };
  };
  const toSidebarEntry = (setting: SidebarSetting): SidebarEntry => {
    const link = setting.to === null ? null : toLink(setting, setting.to);
    const key = setting.to === null ? null : keyOfAddress(setting.to);
    const isInside = key !== null && pages.get(key)?.isInside === true;
    return { label: link?.label ?? setting.label ?? "", link, key, isInside, items: setting.items.map(toSidebarEntry) };
  };
  const toGroup = (label: string | null, items: readonly SidebarSetting[]) => ({
    label: label ?? "",
    items: items.map(toNavbarLink),
  });
  const { links, columns } = config.footer;
  const value = {
    home: { label: config.title, href: toHref(home, config.baseUrl), origin: "templates/navbar.tsx" },
    navbar: navbar.map((entry) => (entry.items.length > 0 ? toGroup(entry.label, entry.items) : toNavbarLink(entry))),
    sidebar: sidebar.map(toSidebarEntry),
    footer: links.map((link) => toLink(link, link.to)),
    columns: columns.map((column) => toGroup(column.label, column.links)),
    popular: popular.map((link) => toLink(link, link.to)),
  };
  const linked = [...sidebar, ...navbar, ...links, ...columns.flatMap((column) => column.links), ...popular];
  const broken = checkLinks(linked, resolveLink);
  return { value, diagnostics: [...broken, ...checkSidebar(config, documents)] };
}

function withPathsFromRoot(config: Config, resolveLink: LinkResolver): Config {
  const toRoot = (to: string, position: Position | null): string => {
    if (/^[/#?]/.test(to)) return to;
    const link = resolveLink(to, position ?? settingsStart);
    return link.kind === "site" ? link.href.slice(config.baseUrl.length - 1) : to;
  };
  const toLinks = (links: readonly LinkSetting[]) =>
    links.map((link) => ({ ...link, to: toRoot(link.to, link.position) }));
  const toEntries = (entries: readonly SidebarSetting[]): SidebarSetting[] =>
    entries.map(({ to, items, ...entry }) => ({
      ...entry,
      to: to === null ? null : toRoot(to, entry.position),
      items: toEntries(items),
    }));
  return {
    ...config,
    navbar: config.navbar && toEntries(config.navbar),
    sidebar: config.sidebar && toEntries(config.sidebar),
    footer: {
      ...config.footer,
      links: toLinks(config.footer.links),
      columns: config.footer.columns.map(({ label, links }) => ({ label, links: toLinks(links) })),
    },
    search: { ...config.search, popular: config.search.popular && toLinks(config.search.popular) },
  };
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

function listPages({ documents, contracts }: NavigationInputs): ListedPages {
  const pages = new Map<string, NavigationPage>();
  for (const { route, document } of documents) {
    const { unlisted, sidebar, sidebarLabel } = document.frontMatter;
    const isInside = sidebar && !unlisted && routeKey(route) !== "/404";
    pages.set(routeKey(route), { route, label: sidebarLabel ?? document.title, unlisted, isInside });
  }
  for (const { version, contract } of contracts) {
    const { route } = version;
    pages.set(routeKey(route), { route, label: contract.title, unlisted: false, isInside: false });
  }
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

function withoutUnlisted(settings: readonly SidebarSetting[], pages: ListedPages): readonly SidebarSetting[] {
  return settings
    .filter(({ to }) => to === null || !pages.get(keyOfAddress(to))?.unlisted)
    .map((setting) => ({ ...setting, items: withoutUnlisted(setting.items, pages) }));
}

/** The position of navigation that no setting wrote. */
export const settingsStart = startOf("content/site.yaml");

function checkLinks(settings: readonly SidebarSetting[], resolveLink: LinkResolver): readonly Diagnostic[] {
  return settings.flatMap(({ to, position, items }) => {
    const link = to === null ? null : resolveLink(to, position ?? settingsStart);
    return [...(link?.kind === "text" ? [link.finding] : []), ...checkLinks(items, resolveLink)];
  });
}

/**
 * Reports pages that the author's sidebar leaves out and no other navigation reaches. A page with `unlisted` or
 * `sidebar: false` is left out on purpose.
 */
function checkSidebar(
  { sidebar, navbar, footer }: Config,
  documents: readonly RoutedDocument[],
): readonly Diagnostic[] {
  if (sidebar === null) return [];
  const inFooter = [...footer.columns.flatMap(({ links }) => links), ...footer.links];
  const linked = new Set(["/404", ...keysOf([...sidebar, ...(navbar ?? []), ...inFooter])]);
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
