import type { Config, ContractVersion, LinkSetting, SidebarSetting } from "#shared/config.ts";
import { encodeRoute, keyOfAddress, type Route, routeKey, toRoute } from "#shared/route.ts";
import type { LinkView, NavbarLinkView, SidebarNode } from "#shared/view.ts";

import type { SettingLinks } from "./link-resolver.ts";
import type { RoutedDocument } from "./plan-routes.ts";
import type { PublishedContract } from "./reference-pages.ts";

/** What navigation may list. */
interface ListInputs {
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly PublishedContract[];
}

/** Every page as the navigation knows it, by `routeKey`. */
export function listPages({ documents, contracts }: ListInputs): ReadonlyMap<string, ListedPage> {
  const pages = new Map<string, ListedPage>();
  for (const { route, document } of documents) {
    const { unlisted, sidebarLabel } = document.frontMatter;
    pages.set(routeKey(route), { route, label: sidebarLabel ?? document.title, unlisted });
  }
  for (const { version, contract } of contracts) {
    pages.set(routeKey(version.route), { route: version.route, label: contract.title, unlisted: false });
  }
  return pages;
}

/** Where the site begins: the front page, or the first page of a site without one. */
export function homeOf(pages: ReadonlyMap<string, ListedPage>): Route {
  if (pages.has("/")) return toRoute("/");
  return [...pages.values()].find(({ unlisted }) => !unlisted)?.route ?? toRoute("/");
}

/** Those of the pages that an automatic sidebar lists: documents that want one, home first. */
export function pagesOfSidebar(
  pages: ReadonlyMap<string, ListedPage>,
  documents: readonly RoutedDocument[],
): ReadonlyMap<string, ListedPage> {
  const wanted = documents.filter(({ route, document }) => document.frontMatter.sidebar && routeKey(route) !== "/404");
  const keys = new Set(wanted.map(({ route }) => routeKey(route)));
  return new Map([...pages].filter(([key]) => keys.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A page as the navigation knows it. */
export interface ListedPage {
  readonly route: Route;
  readonly label: string;
  readonly unlisted: boolean;
}

/** The sidebar before any page is current. `key` is the `routeKey` of the entry's page. */
export interface SidebarTree {
  readonly label: string;
  readonly link: LinkView | null;
  readonly key: string | null;
  readonly items: readonly SidebarTree[];
}

interface SidebarInputs {
  readonly settings: readonly SidebarSetting[] | null;
  /** By `routeKey`, in the order of their routes. */
  readonly pages: ReadonlyMap<string, ListedPage>;
  readonly toLink: (setting: { to: string; label: string; position: SidebarSetting["position"] }) => LinkView;
}

/** The site's sidebar: as the settings say, else every listed page, folders as groups. Unlisted pages never appear. */
export function planSidebar({ settings, pages, toLink }: SidebarInputs): readonly SidebarTree[] {
  return (settings ?? byFolder([...pages.values()])).flatMap((setting) => toTree(setting));

  function toTree(setting: SidebarSetting): SidebarTree[] {
    const key = setting.to === null ? null : keyOfAddress(setting.to);
    const page = key === null ? undefined : pages.get(key);
    if (page?.unlisted) return [];
    const label = setting.label ?? page?.label ?? setting.to ?? "";
    const link = setting.to === null ? null : toLink({ to: setting.to, label, position: setting.position });
    return [{ label, link, key, items: setting.items.flatMap(toTree) }];
  }
}

function byFolder(pages: readonly ListedPage[]): SidebarSetting[] {
  const groups = new Map<string, ListedPage[]>();
  for (const page of pages) {
    const folder = page.route.split("/")[1] ?? "";
    groups.set(folder, [...(groups.get(folder) ?? []), page]);
  }
  return [...groups].flatMap(([folder, members]) => {
    const [first, ...rest] = members;
    if (first === undefined) return [];
    if (rest.length === 0) return [entry(first)];
    const own = routeKey(first.route) === `/${folder}`;
    const items = (own ? rest : members).map(entry);
    return [own ? { ...entry(first), items } : { label: titleOf(folder), to: null, items, position: null }];
  });
}

function entry(page: ListedPage): SidebarSetting {
  return { label: null, to: encodeRoute(page.route), items: [], position: null };
}

function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A sidebar with more entries than this shows only the branch of the current page, and of each of its levels so many
 * entries around the page: no page grows with the site.
 */
const wholeTreeLimit = 60;

/** The sidebar as one page shows it. */
export function sidebarFor(trees: readonly SidebarTree[], current: string): readonly SidebarNode[] {
  const whole = countEntries(trees) <= wholeTreeLimit;
  const toNode = (tree: SidebarTree): SidebarNode => {
    const active = contains(tree, current);
    const link = tree.link ?? (whole || active ? null : firstLink(tree));
    const items = whole || active ? toLevel(tree.items) : [];
    return { label: tree.label, link, current: tree.key === current, active, items };
  };
  const toLevel = (level: readonly SidebarTree[]): SidebarNode[] =>
    (whole ? level : around(level, current)).map(toNode);
  return toLevel(trees);
}

/** The entries of a level nearest to the current page, or its first ones. */
function around(level: readonly SidebarTree[], current: string): readonly SidebarTree[] {
  if (level.length <= wholeTreeLimit) return level;
  const place = level.findIndex((tree) => contains(tree, current));
  const start = Math.min(Math.max(0, place - wholeTreeLimit / 2), level.length - wholeTreeLimit);
  return level.slice(start, start + wholeTreeLimit);
}

function countEntries(trees: readonly SidebarTree[]): number {
  return trees.reduce((sum, tree) => sum + 1 + countEntries(tree.items), 0);
}

function contains(tree: SidebarTree, key: string): boolean {
  return tree.key === key || tree.items.some((item) => contains(item, key));
}

function firstLink(tree: SidebarTree): LinkView | null {
  for (const item of tree.items) {
    const link = item.link ?? firstLink(item);
    if (link !== null) return link;
  }
  return null;
}

/** The entries with a page, in reading order: what previous and next follow. */
export function readingOrder(trees: readonly SidebarTree[]): readonly SidebarTree[] {
  return trees.flatMap((tree) => [...(tree.link === null ? [] : [tree]), ...readingOrder(tree.items)]);
}

/** The entries above a page and the page itself; empty when the page is not in the sidebar. */
export function pathTo(trees: readonly SidebarTree[], key: string): readonly SidebarTree[] {
  for (const tree of trees) {
    if (tree.key === key) return [tree];
    const below = pathTo(tree.items, key);
    if (below.length > 0) return [tree, ...below];
  }
  return [];
}

/** An entry of the navbar before any page is current. `key` is the `routeKey` of its target. */
interface NavbarEntry extends LinkView {
  readonly key: string;
}

interface NavbarInputs {
  readonly settings: Config["navbar"];
  readonly home: Route;
  readonly versions: readonly ContractVersion[];
  /** By `routeKey`. */
  readonly pages: ReadonlyMap<string, ListedPage>;
  readonly links: SettingLinks;
}

/** The site's navbar: as the settings say, else the pages and the first contract. */
export function planNavbar({ settings, home, versions, pages, links }: NavbarInputs): readonly NavbarEntry[] {
  const [first] = versions;
  const automatic: LinkSetting[] = [
    { label: "Docs", to: encodeRoute(home), position: null },
    ...(first === undefined ? [] : [{ label: "API", to: first.route, position: null }]),
  ];
  return (settings ?? automatic).map(({ label, to, position }) => {
    const key = keyOfAddress(to);
    return { ...links.toLink({ to, label: label ?? pages.get(key)?.label ?? to, position }), key };
  });
}

/** The navbar as one page shows it. The current entry is the one whose section is the smallest that holds the page. */
export function navbarFor(navbar: readonly NavbarEntry[], page: string): readonly NavbarLinkView[] {
  const sections = navbar.filter(({ key }) => page === key || page.startsWith(key.replace(/\/?$/, "/")));
  const current = sections.sort((a, b) => b.key.length - a.key.length)[0];
  return navbar.map(({ label, href, origin, key }) => ({ label, href, origin, current: key === current?.key }));
}
