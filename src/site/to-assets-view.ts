import type { Config } from "../model/config.ts";
import type { AssetsView } from "../model/view.ts";

/** File names of the compiled browser part. */
export interface AssetNames {
  readonly script: string;
  readonly styles: string;
  readonly icon: string;
  readonly socialImage: string;
  readonly inlineScript: string;
}

/** The addresses of the site's assets. A social image needs an absolute address, so there is none while the site's is unknown. */
export function toAssetsView(names: AssetNames, { baseUrl, siteUrl }: Config): AssetsView {
  const address = (name: string): string => `${baseUrl}assets/${name}`;
  return {
    script: address(names.script),
    styles: address(names.styles),
    icon: address(names.icon),
    socialImage: siteUrl === null ? null : siteUrl + address(names.socialImage),
    inlineScript: names.inlineScript,
  };
}
