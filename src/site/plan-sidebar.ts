import type { SidebarSetting } from "../model/config.ts";
import { encodeRoute, keyOfAddress, routeKey, type Route } from "../model/route.ts";
import type { LinkView, SidebarNode } from "../model/view.ts";

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

export interface SidebarInputs {
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
