/** The attributes of an icon's `<link>`. */
export interface IconView {
  readonly rel: "icon" | "apple-touch-icon";
  readonly href: string;
  readonly type?: string;
  readonly sizes?: string;
}

/** A picture with its size in pixels, which reserves its room so that nothing moves. */
export interface PictureView {
  readonly href: string;
  readonly width: number;
  readonly height: number;
}

/** A site's own logo. */
export interface LogoView {
  readonly light: PictureView;
  /** Null if both color modes share a logo. */
  readonly dark: PictureView | null;
  /** True if the site's title is shown beside it. */
  readonly hasTitle: boolean;
}

/** A font that pages load early. */
export interface FontView {
  readonly href: string;
  readonly type: string;
}

/** An element that the settings add to the head. */
export interface HeadElementView {
  readonly element: "meta" | "link" | "script";
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly origin: string;
}

interface Styles {
  readonly styles: string;
  /** Extra styles for reference pages. */
  readonly referenceStyles: string;
  /** Extra styles for pages with a badge or a video. */
  readonly partStyles: string;
  readonly printStyles: string;
  readonly lostStyles: string;
  readonly searchStyles: string;
  readonly explorerStyles: string;
}

/** Addresses of the site's own assets. */
export interface AssetsView extends Styles {
  readonly script: string;
  /** The script that redirects from old addresses; only their pages load it. */
  readonly redirectScript: string;
  /** The scripts of the site's own islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
  /** The text of the one inline script, which applies stored choices before the first paint. */
  readonly inlineScript: string;
  readonly icons: readonly IconView[];
  /** Absolute; null if the site's address isn't known. */
  readonly socialImage: string | null;
  /** The Content-Security-Policy of every page, in the form for a `<meta>`. */
  readonly contentPolicy: string;
  /** Styles for the look in the settings, after all other styles; null without a look. */
  readonly siteStyles: string | null;
  /** The page's background in each mode, for the browser's own bars. */
  readonly paper: { readonly light: string; readonly dark: string };
  /** Null for the package's own mark. */
  readonly logo: LogoView | null;
  readonly fonts: readonly FontView[];
  readonly head: readonly HeadElementView[];
}

/** `compile-client` writes it to `lib/client/manifest.json`. Names are file names in that folder. */
export interface ClientManifest extends Styles {
  readonly files: readonly string[];
  readonly script: string;
  /** Styles for features that only settings turn on, before the site's own styles. */
  readonly lookStyles: string;
  /** The script of pages that redirect from old addresses. */
  readonly redirect: string;
  /** The scripts of a site's own islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
  readonly icon: string;
  /** The icon of 180 by 180 pixels for home screens. */
  readonly touchIcon: string;
  /** The default picture for link previews. */
  readonly socialImage: string;
  /** The text of the inline script. */
  readonly inlineScript: string;
  /** Identifies the sources that templates, styles and scripts were compiled from (`hashTheme`). */
  readonly themeHash: string;
}
