import type { Config, ContractVersion } from "#shared/config.ts";
import { type Route, routeKey } from "#shared/route.ts";
import type { AnnouncementView, AssetsView, CommonView, ContractVersionLink, SiteView } from "#shared/view.ts";

import { toHref } from "./link-resolver.ts";
import { type Navigation, navbarFor } from "./navigation.ts";

interface CommonInputs {
  readonly config: Config;
  readonly versions: readonly ContractVersion[];
  readonly navigation: Navigation;
  readonly announcement: AnnouncementView | null;
  readonly assets: AssetsView;
}

/** What a page brings along to what all pages have in common. */
interface PageFacts {
  readonly route: Route;
  readonly title: string;
  readonly description: string | null;
  readonly unlisted: boolean;
}

/** What a page has in common with all pages of the site, completed for that page. */
export type ToCommon = (page: PageFacts) => CommonView;

/** Works out once what all pages share, and gives the means to complete it for each of them. */
export function planCommon(inputs: CommonInputs): ToCommon {
  const { config, versions, navigation } = inputs;
  const site = planSite(inputs);
  return ({ route, title, description, unlisted }) => ({
    site,
    route,
    title,
    browserTitle: title === config.title ? title : `${title} ${config.titleDelimiter} ${config.title}`,
    description: description ?? config.description,
    canonicalUrl: config.siteUrl === null ? null : config.siteUrl + toHref(route, config.baseUrl),
    navbar: navbarFor(navigation, routeKey(route)),
    versions: versionsFor(route, versions, config.baseUrl),
    unlisted,
  });
}

function planSite({ config, navigation, announcement, assets }: CommonInputs): SiteView {
  return {
    title: config.title,
    language: config.language,
    defaultColorMode: config.defaultColorMode,
    baseUrl: config.baseUrl,
    home: navigation.home,
    footerLinks: navigation.footer,
    copyright: config.copyright,
    announcement,
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
