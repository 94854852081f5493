import { hash } from "node:crypto";
import { posix } from "node:path";

import type { StaticFile } from "#read/sources.ts";
import type { HeadElement } from "#settings/look-schema.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { AssetsView, ClientManifest, HeadElementView, IconView } from "#shared/assets-view.ts";
import { diagnose, type Outcome, startOf } from "#shared/diagnostics/diagnostic.ts";
import { toOrigin } from "#shared/document.ts";
import { encodeRoute } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

interface SiteAssets extends Pick<AssetsView, "contentPolicy" | "paper" | "logo" | "fonts"> {
  readonly pictures: SitePictures;
  /** The path of the styles for the site's own look; null if it has none. */
  readonly styles: string | null;
}

export function toAssetsView(names: ClientManifest, { baseUrl, siteUrl, look }: Config, site: SiteAssets): AssetsView {
  const address = (name: string): string => `${baseUrl}assets/${name}`;
  const { icons, socialImage } = site.pictures;
  return {
    script: address(names.script),
    styles: address(names.styles),
    referenceStyles: address(names.referenceStyles),
    partStyles: address(names.partStyles),
    printStyles: address(names.printStyles),
    lostStyles: address(names.lostStyles),
    searchStyles: address(names.searchStyles),
    explorerStyles: address(names.explorerStyles),
    redirectScript: address(names.redirect),
    islands: Object.fromEntries(Object.entries(names.islands).map(([name, file]) => [name, address(file)])),
    icons,
    socialImage: siteUrl === null || socialImage === null ? null : siteUrl + baseUrl + socialImage,
    inlineScript: names.inlineScript,
    contentPolicy: site.contentPolicy,
    siteStyles: site.styles === null ? null : baseUrl + site.styles,
    paper: site.paper,
    logo: site.logo,
    fonts: site.fonts,
    head: look.head.map((element) => toHeadElement(element, baseUrl)),
  };
}

function toHeadElement({ element, attributes, position }: HeadElement, baseUrl: string): HeadElementView {
  const written = Object.entries(attributes).map(([name, value]) => {
    const isOwnFile = /^(?:src|href)$/.test(name) && typeof value === "string" && value.startsWith("/");
    return [name, isOwnFile ? baseUrl + value.slice(1) : value] as const;
  });
  return { element, attributes: Object.fromEntries(written), origin: toOrigin(position) };
}

interface SitePictures {
  readonly icons: readonly IconView[];
  readonly socialImage: string | null;
  /** The package's pictures that no page names, so they aren't published. */
  readonly unused: ReadonlySet<string>;
}

interface PictureFiles {
  readonly statics: readonly StaticFile[];
  readonly favicon: string | null;
}

/** Pictures from `content/static/` or the settings replace the package's. */
export function planPictures(
  manifest: ClientManifest,
  { baseUrl, siteUrl }: Config,
  { statics, favicon }: PictureFiles,
): Outcome<SitePictures> {
  const fileByPath = new Map(statics.map(({ path, file }) => [path, file]));
  const packagedIcons: readonly IconFile[] = [
    { path: "favicon.ico", rel: "icon", sizes: "32x32" },
    { path: `assets/${manifest.icon}`, rel: "icon", type: "image/svg+xml", sizes: "any" },
    { path: `assets/${manifest.touchIcon}`, rel: "apple-touch-icon" },
  ];
  const wanted = iconFiles.filter(({ rel }) => favicon === null || rel !== "icon");
  const ownIcons = [
    ...(favicon === null ? [] : [toIconFile(favicon)]),
    ...wanted.filter(({ path }) => fileByPath.has(path)),
  ];
  // A site with own icons gets none of the package's: a mix of two brands is worse than a missing size.
  const [icons, unusedIcons] = ownIcons.length > 0 ? [ownIcons, packagedIcons] : [packagedIcons, []];
  const packagedImage = `assets/${manifest.socialImage}`;
  // Link previews need an absolute address, so a site without a `url` has no picture.
  const socialImage = siteUrl === null ? null : fileByPath.has("social.png") ? "social.png" : packagedImage;
  const value = {
    icons: icons.map(({ path, ...attributes }) => ({ ...attributes, href: baseUrl + path })),
    socialImage,
    unused: new Set([
      ...unusedIcons.map(({ path }) => path),
      ...(socialImage === packagedImage ? [] : [packagedImage]),
    ]),
  };
  const drawing = fileByPath.get("social.svg");
  if (drawing === undefined || fileByPath.has("social.png")) return { value, diagnostics: [] };
  const hint = "make a PNG of it, 1200 x 630, as content/static/social.png";
  return {
    value,
    diagnostics: [diagnose("content/social-image", "link previews show no SVG", startOf(drawing), hint)],
  };
}

interface IconFile extends Omit<IconView, "href"> {
  readonly path: string;
}

/** Icons that a site may have in `content/static/`, and how pages refer to them. */
const iconFiles: readonly IconFile[] = [
  { path: "favicon.ico", rel: "icon", sizes: "32x32" },
  { path: "favicon.png", rel: "icon", type: "image/png" },
  { path: "favicon.svg", rel: "icon", type: "image/svg+xml", sizes: "any" },
  { path: "apple-touch-icon.png", rel: "apple-touch-icon" },
];

function toIconFile(path: string): IconFile {
  const extension = posix.extname(path).toLowerCase();
  const known = iconFiles.find(({ path: own }) => own === `favicon${extension}`);
  return { rel: "icon", ...known, path: encodeRoute(`/${path}`).slice(1) };
}

/** Files that a page fetches on demand. */
export interface FetchedFiles {
  /** Addresses by a name that pages know: an operation's anchor or a language's id. */
  readonly hrefs: ReadonlyMap<string, string>;
  readonly files: readonly OutputFile[];
}

/** Files of a page by the names that it knows. */
export function toFetchedFiles(named: readonly (readonly [string, OutputFile])[], baseUrl: string): FetchedFiles {
  return {
    hrefs: new Map(named.map(([name, { path }]) => [name, baseUrl + path])),
    files: named.map(([, file]) => file),
  };
}

/** A file that browsers may keep forever, because its name has a hash of its content. */
export function hashedFile(name: string, content: string | Uint8Array, extension = ".json"): OutputFile {
  return { path: `assets/${name}-${hash("sha256", content, "hex").slice(0, 12)}${extension}`, content };
}
