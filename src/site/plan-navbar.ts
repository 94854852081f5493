import type { Config, ContractVersion, LinkSetting } from "../model/config.ts";
import { encodeRoute, keyOfAddress, type Route } from "../model/route.ts";
import type { LinkView, NavbarLinkView } from "../model/view.ts";
import type { ListedPage } from "./plan-sidebar.ts";
import type { SettingLinks } from "./setting-links.ts";

/** An entry of the navbar before any page is current. `key` is the `routeKey` of its target. */
export interface NavbarEntry extends LinkView {
  readonly key: string;
}

export interface NavbarInputs {
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
