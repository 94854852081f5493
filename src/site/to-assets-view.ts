import type { Config } from "../model/config.ts";
import type { AssetsView } from "../model/view.ts";

/** File names of the compiled browser part. */
export interface AssetNames {
  readonly script: string;
  readonly styles: string;
  readonly redirect: string;
  readonly icon: string;
  readonly iconImage: string;
  readonly touchIcon: string;
  readonly socialImage: string;
  readonly inlineScript: string;
}

/** What a site adds to the compiled browser part. */
export interface SiteAssets {
  readonly contentPolicy: string;
  /** Path of a social image of the site's own; null for the package's. */
  readonly socialImage: string | null;
}

/** The addresses of the site's assets. A social image needs an absolute address, so there is none while the site's is unknown. */
export function toAssetsView(names: AssetNames, { baseUrl, siteUrl }: Config, site: SiteAssets): AssetsView {
  const address = (name: string): string => `${baseUrl}assets/${name}`;
  return {
    script: address(names.script),
    styles: address(names.styles),
    redirectScript: address(names.redirect),
    icon: address(names.icon),
    iconImage: address(names.iconImage),
    touchIcon: address(names.touchIcon),
    socialImage:
      siteUrl === null
        ? null
        : siteUrl + (site.socialImage === null ? address(names.socialImage) : baseUrl + site.socialImage),
    inlineScript: names.inlineScript,
    contentPolicy: site.contentPolicy,
  };
}
