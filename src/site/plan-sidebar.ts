import type { LinkView, SidebarNode } from "#shared/view.ts";

/** A page, a group of pages, or both. `key` is the `routeKey` of the page. */
export interface SidebarEntry {
  readonly label: string;
  readonly link: LinkView | null;
  readonly key: string | null;
  readonly items: readonly SidebarEntry[];
}

/**
 * A sidebar with more entries than this shows only the branch of the current page, and of each of its levels so many
 * entries around the page: no page grows with the site.
 */
const wholeSidebarLimit = 60;

/** The sidebar of a site, as each page shows it. Where a page stands in it is looked up: a site has thousands. */
export class SidebarTree {
  readonly #entries: readonly SidebarEntry[];
  readonly #order: readonly SidebarEntry[];
  readonly #isWhole: boolean;
  /** By key: the entries that are the page or hold it. */
  readonly #holders = new Map<string, Set<SidebarEntry>>();
  /** By key: the way to the page's first entry. */
  readonly #paths = new Map<string, readonly SidebarEntry[]>();
  /** By key: the place of the page's first entry with a link in reading order. */
  readonly #places = new Map<string, number>();
  /** Entries that do not hold the page look the same on every page. */
  readonly #aside = new Map<SidebarEntry, SidebarNode>();

  constructor(entries: readonly SidebarEntry[]) {
    this.#entries = entries;
    this.#order = readingOrder(entries);
    this.#isWhole = this.#note(entries, []) <= wholeSidebarLimit;
    for (const [place, { key }] of this.#order.entries())
      if (key !== null && !this.#places.has(key)) this.#places.set(key, place);
  }

  /** The sidebar as one page shows it. */
  toNodes(page: string): readonly SidebarNode[] {
    return this.#toLevel(this.#entries, page);
  }

  /** The way to a page through the sidebar; for a page that is not in it, the page itself. */
  breadcrumbs(key: string, page: LinkView): readonly LinkView[] {
    if (key === "/") return [];
    const path = this.#paths.get(key) ?? [];
    return path.length > 0 ? path.map(({ label, link }) => link ?? { label, href: "", origin: null }) : [page];
  }

  /** What comes before and after a page in reading order. */
  neighbors(key: string): { readonly previous: LinkView | null; readonly next: LinkView | null } {
    const place = this.#places.get(key);
    if (place === undefined) return { previous: null, next: null };
    return { previous: this.#order[place - 1]?.link ?? null, next: this.#order[place + 1]?.link ?? null };
  }

  #toLevel(level: readonly SidebarEntry[], page: string): readonly SidebarNode[] {
    return (this.#isWhole ? level : this.#nearest(level, page)).map((entry) => this.#toNode(entry, page));
  }

  #toNode(entry: SidebarEntry, page: string): SidebarNode {
    const active = this.#holds(entry, page);
    const known = active ? undefined : this.#aside.get(entry);
    if (known !== undefined) return known;
    const node = this.#makeNode(entry, page, active);
    if (!active) this.#aside.set(entry, node);
    return node;
  }

  #makeNode(entry: SidebarEntry, page: string, active: boolean): SidebarNode {
    const isOpen = this.#isWhole || active;
    const link = entry.link ?? (isOpen ? null : firstLink(entry));
    const items = isOpen ? this.#toLevel(entry.items, page) : [];
    return { label: entry.label, link, current: entry.key === page, active, items };
  }

  /** The entries of a level nearest to the current page, or its first ones. */
  #nearest(level: readonly SidebarEntry[], page: string): readonly SidebarEntry[] {
    if (level.length <= wholeSidebarLimit) return level;
    const place = level.findIndex((entry) => this.#holds(entry, page));
    const start = Math.min(Math.max(0, place - wholeSidebarLimit / 2), level.length - wholeSidebarLimit);
    return level.slice(start, start + wholeSidebarLimit);
  }

  #holds(entry: SidebarEntry, page: string): boolean {
    return this.#holders.get(page)?.has(entry) === true;
  }

  /** Returns how many entries there are. */
  #note(entries: readonly SidebarEntry[], above: readonly SidebarEntry[]): number {
    let count = entries.length;
    for (const entry of entries) {
      const path = [...above, entry];
      if (entry.key !== null) this.#noteHolders(entry.key, path);
      count += this.#note(entry.items, path);
    }
    return count;
  }

  #noteHolders(key: string, path: readonly SidebarEntry[]): void {
    if (!this.#paths.has(key)) this.#paths.set(key, path);
    const holders = this.#holders.get(key) ?? new Set();
    for (const entry of path) holders.add(entry);
    this.#holders.set(key, holders);
  }
}

function firstLink(entry: SidebarEntry): LinkView | null {
  for (const item of entry.items) {
    const link = item.link ?? firstLink(item);
    if (link !== null) return link;
  }
  return null;
}

/** The entries with a page: what previous and next follow. */
export function readingOrder(entries: readonly SidebarEntry[]): readonly SidebarEntry[] {
  return entries.flatMap((entry) => [...(entry.link === null ? [] : [entry]), ...readingOrder(entry.items)]);
}
