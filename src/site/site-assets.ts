import type { Config } from "#shared/config.ts";
import type { AssetsView, ClientManifest, IconView } from "#shared/view.ts";

/** What a site adds to the compiled browser part. */
interface SiteAssets {
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

/** Files in `content/static/` that are a site's icons, and how pages name them. */
const ownIcons: readonly (Omit<IconView, "href"> & { readonly path: string })[] = [
  { path: "favicon.ico", rel: "icon", sizes: "32x32" },
  { path: "favicon.png", rel: "icon", type: "image/png" },
  { path: "favicon.svg", rel: "icon", type: "image/svg+xml", sizes: "any" },
  { path: "apple-touch-icon.png", rel: "apple-touch-icon" },
];

/** The icons of a site. */
interface PlannedIcons {
  readonly links: readonly IconView[];
  /** Paths of the package's icons that nothing names: they are not published. */
  readonly unused: ReadonlySet<string>;
}

/** The package's icons or, once the site has one of its own, only the site's: a set of two brands is worse than a gap. */
export function planIcons(
  { icon, touchIcon }: Pick<ClientManifest, "icon" | "touchIcon">,
  ownFiles: ReadonlySet<string>,
  baseUrl: string,
): PlannedIcons {
  const packaged: typeof ownIcons = [
    { path: "favicon.ico", rel: "icon", sizes: "32x32" },
    { path: `assets/${icon}`, rel: "icon", type: "image/svg+xml", sizes: "any" },
    { path: `assets/${touchIcon}`, rel: "apple-touch-icon" },
  ];
  const own = ownIcons.filter(({ path }) => ownFiles.has(path));
  const [icons, unused] = own.length > 0 ? [own, packaged] : [packaged, []];
  return {
    links: icons.map(({ path, ...attributes }) => ({ ...attributes, href: baseUrl + path })),
    unused: new Set(unused.map(({ path }) => path)),
  };
}
