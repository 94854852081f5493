/** The attributes of an icon's `<link>`. */
export interface IconView {
  readonly rel: "icon" | "apple-touch-icon";
  readonly href: string;
  readonly type?: string;
  readonly sizes?: string;
}

/** The size in pixels reserves space, so that nothing around the picture moves. */
export interface PictureView {
  readonly href: string;
  readonly width: number;
  readonly height: number;
}

/** A site's own logo. */
export interface LogoView {
  readonly light: PictureView;
  /** Null when both color modes share a logo. */
  readonly dark: PictureView | null;
  /** Whether the site's title is shown beside it. */
  readonly hasTitle: boolean;
}

/** A font that pages load ahead. */
export interface FontView {
  readonly href: string;
  readonly type: string;
}

/** An element of the head that the site's settings add. */
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
  /** The script that leads on from old addresses; only their pages load it. */
  readonly redirectScript: string;
  /** Those of the site's own islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
  /** Text of the one inline script: applies stored choices before the first paint. */
  readonly inlineScript: string;
  readonly icons: readonly IconView[];
  /** Absolute; null while the site's address isn't known. */
  readonly socialImage: string | null;
  /** The Content-Security-Policy of every page, as a `<meta>` can carry it. */
  readonly contentPolicy: string;
  /** Styles for the look in the settings, after all other styles; null when the settings don't change it. */
  readonly siteStyles: string | null;
  /** The page's background in each mode, for the browser's own bars. */
  readonly paper: { readonly light: string; readonly dark: string };
  /** Null for the package's own mark. */
  readonly logo: LogoView | null;
  readonly fonts: readonly FontView[];
  readonly head: readonly HeadElementView[];
}

/** Written by `compile-client` to `lib/client/manifest.json`. Names are file names in that folder. */
export interface ClientManifest extends Styles {
  readonly files: readonly string[];
  readonly script: string;
  /** Styles for features that only settings turn on; they come before a site's own. */
  readonly lookStyles: string;
  /** The script of the pages that lead on from old addresses. */
  readonly redirect: string;
  /** The scripts of a site's own islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
  readonly icon: string;
  /** The icon with 180 pixels a side, for home screens. */
  readonly touchIcon: string;
  /** The default picture of link previews. */
  readonly socialImage: string;
  /** Text of the inline script. */
  readonly inlineScript: string;
  /** Which sources the package's templates, styles and scripts were compiled from (`hashTheme`). */
  readonly themeHash: string;
}
