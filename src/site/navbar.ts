import type { ContractVersion } from "#settings/resolve-config.ts";
import { routeKey } from "#shared/route.ts";
import type { LinkView, NavbarEntryView, NavbarLinkView } from "#shared/view.ts";

export type NavbarEntry = NavbarLink | NavbarMenu;

/** `key` is the `routeKey` of the link's target. */
export interface NavbarLink extends LinkView {
  readonly key: string;
}

interface NavbarMenu {
  readonly label: string;
  readonly items: readonly NavbarLink[];
}

/**
 * The navbar as one page shows it. The current entry is the one whose section is the smallest that holds the page; that of
 * another version stands for a version of the reference without an entry of its own.
 */
export function navbarFor(
  navbar: readonly NavbarEntry[],
  page: string,
  versions: readonly Pick<ContractVersion, "api" | "route">[],
): readonly NavbarEntryView[] {
  const links = linksOf(navbar);
  const section = smallestAround(page, links);
  const references = versions.map(({ api, route }) => ({ api, key: routeKey(route) }));
  const version = smallestAround(page, references);
  const isOfApi = (key: string): boolean => references.some((entry) => entry.key === key && entry.api === version?.api);
  const isOfSection = version === undefined || (section !== undefined && section.key.length >= version.key.length);
  const current = isOfSection ? section : (links.find(({ key }) => isOfApi(key)) ?? section);
  const show = ({ label, href, origin, key }: NavbarLink): NavbarLinkView => ({
    label,
    href,
    origin,
    current: key === current?.key,
  });
  return navbar.map((entry) => {
    if (!isMenu(entry)) return show(entry);
    const items = entry.items.map(show);
    return { label: entry.label, items, current: items.some((item) => item.current) };
  });
}

/** The links of a navbar, those in its menus among them. */
export function linksOf(navbar: readonly NavbarEntry[]): readonly NavbarLink[] {
  return navbar.flatMap((entry) => (isMenu(entry) ? entry.items : [entry]));
}

function isMenu(entry: NavbarEntry): entry is NavbarMenu {
  return "items" in entry;
}

function smallestAround<T extends { readonly key: string }>(page: string, sections: readonly T[]): T | undefined {
  const enclosing = sections.filter(({ key }) => page === key || page.startsWith(key.replace(/\/?$/, "/")));
  return enclosing.sort((a, b) => b.key.length - a.key.length)[0];
}
