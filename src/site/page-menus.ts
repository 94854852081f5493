import type { ContractVersion } from "#settings/resolve-config.ts";
import { routeKey } from "#shared/route.ts";
import type { ContractVersionLink, LinkView, NavbarEntryView, NavbarLinkView, SidebarNode } from "#shared/view.ts";

export type NavbarEntry = NavbarLink | NavbarMenu;

/** `key` is the `routeKey` of the link's target. */
export interface NavbarLink extends LinkView {
  readonly key: string;
}

interface NavbarMenu {
  readonly label: string;
  readonly items: readonly NavbarLink[];
}

interface NavbarInputs {
  readonly navbar: readonly NavbarEntry[];
  readonly versions: readonly Pick<ContractVersion, "api" | "route">[];
  /** The versions of each API with several. */
  readonly versionLinks: readonly VersionLink[];
}

type VersionLink = Omit<ContractVersionLink, "current">;

/**
 * Returns the function that adapts the navbar to a page. The current entry is the one with the smallest section that
 * holds the page. If a version of the reference has no entry, that of another version stands for it.
 */
export function planNavbar(inputs: NavbarInputs): (page: string) => readonly NavbarEntryView[] {
  const { navbar, versions, versionLinks } = inputs;
  const links = linksOf(navbar);
  const references = versions.map(({ api, route }) => ({ api, key: routeKey(route) }));
  const hrefsByVersion = findVersionAddresses(links, versionLinks);
  return (page) => {
    const section = smallestSectionOf(page, links);
    const version = smallestSectionOf(page, references);
    const isOfApi = (key: string): boolean =>
      references.some((entry) => entry.key === key && entry.api === version?.api);
    const isOfSection = version === undefined || (section !== undefined && section.key.length >= version.key.length);
    const current = isOfSection ? section : (links.find(({ key }) => isOfApi(key)) ?? section);
    const show = ({ label, href, origin, key }: NavbarLink): NavbarLinkView => ({
      label,
      href,
      origin,
      current: key === current?.key,
      hrefByVersion: hrefsByVersion.get(href) ?? null,
    });
    return navbar.map((entry) => {
      if (!isMenu(entry)) return show(entry);
      const items = entry.items.map(show);
      return { label: entry.label, items, current: items.some((item) => item.current) };
    });
  };
}

/**
 * Finds the links that follow the reader's choice of a version. Each of them has the addresses of all its versions by
 * their ids, and on-demand.ts sets the chosen version's address. A choice for another API doesn't change the link. If
 * several links lead to versions of one API, they keep their addresses.
 */
function findVersionAddresses(
  links: readonly NavbarLink[],
  versions: readonly VersionLink[],
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const apis = links.map(({ href }) => versions.find((version) => version.href === href)?.api);
  const chosen = versions.filter(({ api }) => apis.filter((name) => name === api).length < 2);
  const addresses = chosen.map(({ api, href }) => {
    const unchanged = chosen.filter((version) => version.api !== api).map(({ id }) => [id, href] as const);
    const ofApi = chosen.filter((version) => version.api === api).map((version) => [version.id, version.href] as const);
    return [href, Object.fromEntries([...unchanged, ...ofApi])] as const;
  });
  return new Map(addresses);
}

/** The links of a navbar, including those in menus. */
export function linksOf(navbar: readonly NavbarEntry[]): readonly NavbarLink[] {
  return navbar.flatMap((entry) => (isMenu(entry) ? entry.items : [entry]));
}

function isMenu(entry: NavbarEntry): entry is NavbarMenu {
  return "items" in entry;
}

function smallestSectionOf<T extends { readonly key: string }>(page: string, sections: readonly T[]): T | undefined {
  const enclosing = sections.filter(({ key }) => page === key || page.startsWith(key.replace(/\/?$/, "/")));
  return enclosing.sort((a, b) => b.key.length - a.key.length)[0];
}

/** A page, a group of pages, or both. `key` is the `routeKey` of the page. */
export interface SidebarEntry {
  readonly label: string;
  readonly link: LinkView | null;
  readonly key: string | null;
  /** True if the page at the link shows this sidebar. */
  readonly isInside: boolean;
  readonly items: readonly SidebarEntry[];
}

/**
 * In a longer sidebar, a page has only the branches that hold it, and the others are fetched when a reader opens them.
 * A longer level is divided into groups. So no page grows with the site.
 */
const maxEntries = 100;

/** Adapts the sidebar to each page. A map finds a page's entry, because a site may have thousands. */
export class SidebarTree {
  readonly #order: readonly SidebarEntry[];
  readonly #shown: readonly SidebarEntry[];
  readonly #isWhole: boolean;
  /** By key: entries of the page or of its descendants. */
  readonly #holders = new Map<string, Set<SidebarEntry>>();
  /** By key: the path to the page's first entry. */
  readonly #paths = new Map<string, readonly SidebarEntry[]>();
  /** By key: the index of the page's first link in reading order. */
  readonly #indexes = new Map<string, number>();
  /** Entries that don't hold the page look the same on every page. */
  readonly #aside = new Map<SidebarEntry, SidebarNode>();

  constructor(entries: readonly SidebarEntry[]) {
    const paths = pathsTo(entries);
    this.#order = readingOrder(entries);
    this.#isWhole = paths.length <= maxEntries;
    this.#shown = this.#isWhole ? entries : divide(entries);
    for (const path of paths) {
      const key = path.at(-1)?.key ?? null;
      if (key !== null && !this.#paths.has(key)) this.#paths.set(key, path);
    }
    for (const path of pathsTo(this.#shown)) {
      const key = path.at(-1)?.key ?? null;
      if (key !== null) this.#holders.set(key, new Set([...(this.#holders.get(key) ?? []), ...path]));
    }
    for (const [index, { key }] of this.#order.entries())
      if (key !== null && !this.#indexes.has(key)) this.#indexes.set(key, index);
  }

  toNodes(page: string): readonly SidebarNode[] {
    return this.#shown.map((entry) => this.#toNode(entry, page));
  }

  /** The breadcrumbs of a page; only the page itself if it isn't in the sidebar. */
  breadcrumbs(key: string, page: LinkView): readonly LinkView[] {
    if (key === "/") return [];
    const path = this.#paths.get(key) ?? [];
    return path.length > 0 ? path.map(({ label, link }) => link ?? { label, href: "", origin: null }) : [page];
  }

  neighbors(key: string): { readonly previous: LinkView | null; readonly next: LinkView | null } {
    const index = this.#indexes.get(key);
    if (index === undefined) return { previous: null, next: null };
    return { previous: this.#order[index - 1]?.link ?? null, next: this.#order[index + 1]?.link ?? null };
  }

  #toNode(entry: SidebarEntry, page: string): SidebarNode {
    const active = this.#holders.get(page)?.has(entry) === true;
    const known = active ? undefined : this.#aside.get(entry);
    if (known !== undefined) return known;
    const { label, link, items, key } = entry;
    const openAt = this.#isWhole || active || items.length === 0 ? null : insideLink(entry);
    const shown = openAt ? [] : items.map((item) => this.#toNode(item, page));
    const node = { label, link, openAt, current: key === page, active, items: shown };
    if (!active) this.#aside.set(entry, node);
    return node;
  }
}

function pathsTo(
  entries: readonly SidebarEntry[],
  above: readonly SidebarEntry[] = [],
): readonly (readonly SidebarEntry[])[] {
  return entries.flatMap((entry) => {
    const path = [...above, entry];
    return [path, ...pathsTo(entry.items, path)];
  });
}

function divide(level: readonly SidebarEntry[]): readonly SidebarEntry[] {
  const entries = level.map((entry) => (entry.items.length === 0 ? entry : { ...entry, items: divide(entry.items) }));
  if (entries.length <= maxEntries) return entries;
  const size = maxEntries / 2;
  const groups = Array.from({ length: Math.ceil(entries.length / size) }, (_, group) => {
    const items = entries.slice(group * size, (group + 1) * size);
    const label = `${items[0]?.label} – ${items.at(-1)?.label}`;
    return { label, link: null, key: null, isInside: false, items };
  });
  return divide(groups);
}

function insideLink({ link, isInside, items }: SidebarEntry): LinkView | null {
  if (isInside) return link;
  for (const item of items) {
    const found = insideLink(item);
    if (found !== null) return found;
  }
  return null;
}

/** Entries with a page, in the order of previous and next. */
export function readingOrder<T extends SidebarEntry & { readonly items: readonly T[] }>(
  entries: readonly T[],
): readonly T[] {
  return entries.flatMap((entry) => [...(entry.link === null ? [] : [entry]), ...readingOrder(entry.items)]);
}
