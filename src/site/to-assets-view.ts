import type { ClientManifest } from "../model/client-manifest.ts";
import type { Config } from "../model/config.ts";
import type { AssetsView, IconView } from "../model/view.ts";

/** What a site adds to the compiled browser part. */
export interface SiteAssets {
  readonly contentPolicy: string;
  readonly icons: readonly IconView[];
  /** Path of the picture for link previews; null for none. */
  readonly socialImage: string | null;
}

/** The addresses of the site's assets. */
export function toAssetsView(names: ClientManifest, { baseUrl, siteUrl }: Config, site: SiteAssets): AssetsView {
  const address = (name: string): string => `${baseUrl}assets/${name}`;
  return {
    script: address(names.script),
    styles: address(names.styles),
    redirectScript: address(names.redirect),
    icons: site.icons,
    socialImage: siteUrl === null || site.socialImage === null ? null : siteUrl + baseUrl + site.socialImage,
    inlineScript: names.inlineScript,
    contentPolicy: site.contentPolicy,
  };
}
