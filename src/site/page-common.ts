import type { Config, ContractVersion } from "#shared/config.ts";
import type { Position } from "#shared/diagnostic.ts";
import type { Html } from "#shared/html.ts";
import { type Route, routeKey } from "#shared/route.ts";
import type { AssetsView, CommonView, ContractVersionLink, SiteView } from "#shared/view.ts";

import { type SettingLinks, settingsStart, toHref } from "./link-resolver.ts";
import { homeOf, type ListedPage, navbarFor, planNavbar } from "./navigation.ts";

export interface CommonInputs {
  readonly config: Config;
  readonly versions: readonly ContractVersion[];
  /** By `routeKey`. */
  readonly pages: ReadonlyMap<string, ListedPage>;
  readonly assets: AssetsView;
  readonly links: SettingLinks;
  readonly inlineProse: (markdown: string, position: Position) => Html;
}

/** What a page brings along to what all pages have in common. */
export interface PageFacts {
  readonly route: Route;
  readonly title: string;
  readonly description: string | null;
  readonly unlisted: boolean;
}

export type ToCommon = (page: PageFacts) => CommonView;

/** Works out once what all pages share, and gives the means to complete it for each of them. */
export function planCommon(inputs: CommonInputs): ToCommon {
  const { config, versions, pages, links } = inputs;
  const home = homeOf(pages);
  const navbar = planNavbar({ settings: config.navbar, home, versions, pages, links });
  const site = planSite(inputs, home);
  return ({ route, title, description, unlisted }) => ({
    site,
    route,
    title,
    browserTitle: title === config.title ? title : `${title} ${config.titleDelimiter} ${config.title}`,
    description: description ?? config.description,
    canonicalUrl: (config.siteUrl ?? "") + toHref(route, config.baseUrl),
    navbar: navbarFor(navbar, routeKey(route)),
    versions: versionsFor(route, versions, config.baseUrl),
    unlisted,
  });
}

function planSite({ config, assets, links, inlineProse }: CommonInputs, home: Route): SiteView {
  const { announcement } = config;
  return {
    title: config.title,
    language: config.language,
    defaultColorMode: config.defaultColorMode,
    baseUrl: config.baseUrl,
    home: { label: config.title, href: toHref(home, config.baseUrl), origin: "templates/navbar.tsx" },
    footerLinks: config.footerLinks.map((setting) => links.toLink({ ...setting, label: setting.label ?? setting.to })),
    copyright: config.copyright,
    announcement:
      announcement === null
        ? null
        : { id: announcement.id, html: inlineProse(announcement.text, announcement.position ?? settingsStart) },
    assets,
  };
}

function versionsFor(
  route: Route,
  versions: readonly ContractVersion[],
  baseUrl: string,
): readonly ContractVersionLink[] {
  if (versions.length < 2) return [];
  return versions.map((version) => ({
    id: version.id,
    href: toHref(version.route, baseUrl),
    current: routeKey(version.route) === routeKey(route),
  }));
}
