import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import { type Route, routeKey } from "#shared/route.ts";
import type { AssetsView } from "#shared/assets-view.ts";
import type { AnnouncementView, CommonView, PlannedView, SiteView } from "#shared/view.ts";
import type { OutputFile } from "#write/output-file.ts";

import { toHref } from "./links/link-resolver.ts";
import { planNavbar } from "./page-menus.ts";
import type { Navigation } from "./navigation.ts";

interface CommonInputs {
  readonly config: Config;
  readonly versions: readonly ContractVersion[];
  readonly navigation: Navigation;
  readonly announcement: AnnouncementView | null;
  readonly assets: AssetsView;
}

export interface PlannedPage {
  readonly route: Route;
  readonly file: string;
  readonly kind: PlannedView["kind"];
  readonly unlisted: boolean;
  /** Views are made one by one, because all of them together take more memory than the site's text. */
  readonly plan: () => Promise<PlannedRendering>;
}

export interface PlannedRendering {
  /** Identifies the view by ids of large values and by all other values themselves. */
  readonly inputs: readonly unknown[];
  readonly toView: () => Promise<PlannedView>;
  /** Assets of the page, which pages may share. */
  readonly files?: readonly OutputFile[];
}

interface PageMetadata extends Pick<CommonView, "route" | "title" | "unlisted"> {
  readonly description: string | null;
  readonly hasParts?: boolean;
}

export type ToCommon = (page: PageMetadata) => CommonView;

/** Computes the shared data once, and returns the function that completes it for each page. */
export function planCommon({ config, versions, navigation, announcement, assets }: CommonInputs): ToCommon {
  const { siteUrl, baseUrl } = config;
  const site: SiteView = {
    title: config.title,
    language: config.language,
    defaultColorMode: config.colorMode,
    siteUrl,
    baseUrl,
    home: navigation.home,
    footerLinks: navigation.footer,
    footerColumns: navigation.columns,
    copyright: config.footer.copyright,
    announcement,
    assets,
  };
  const ofSeveral = versions.filter(({ api }) => versions.filter((version) => version.api === api).length > 1);
  const versionLinks = ofSeveral.map(({ id, api, route }) => ({ id, api, href: toHref(route, baseUrl) }));
  const navbarOf = planNavbar({ navbar: navigation.navbar, versions, versionLinks });
  return ({ route, title, description, unlisted, hasParts = false }) => ({
    site,
    hasParts,
    route,
    title,
    browserTitle: title === config.title ? title : `${title} ${config.titleDelimiter} ${config.title}`,
    description: description ?? config.description,
    canonicalUrl: siteUrl === null ? null : siteUrl + toHref(route, baseUrl),
    navbar: navbarOf(routeKey(route)),
    versions: ofSeveral.map((version) => ({
      id: version.id,
      api: version.api,
      href: toHref(version.route, baseUrl),
      current: routeKey(version.route) === routeKey(route),
    })),
    unlisted,
  });
}
