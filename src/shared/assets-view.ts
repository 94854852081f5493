/** The attributes of an icon's `<link>`. */
export interface IconView {
  readonly rel: "icon" | "apple-touch-icon";
  readonly href: string;
  readonly type?: string;
  readonly sizes?: string;
}

/** A picture with the size that it takes, in pixels: what is around it keeps its place. */
export interface PictureView {
  readonly href: string;
  readonly width: number;
  readonly height: number;
}

/** A site's own logo. */
export interface LogoView {
  readonly light: PictureView;
  /** Null when there is one for both color modes. */
  readonly dark: PictureView | null;
  /** Whether the site's title stands beside it. */
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

/** The package's styles: their names, or their addresses. */
interface Styles {
  readonly styles: string;
  /** What the pages of the reference link besides. */
  readonly referenceStyles: string;
  /** What pages link besides that show a badge or a video. */
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
  /** Absolute; null while the site's address is not known. */
  readonly socialImage: string | null;
  /** The Content-Security-Policy of every page, as a `<meta>` can carry it. */
  readonly contentPolicy: string;
  /** What the settings say of the site's look, as styles that come after all others; null where they say nothing. */
  readonly siteStyles: string | null;
  /** Null for the package's own mark. */
  readonly logo: LogoView | null;
  readonly fonts: readonly FontView[];
  readonly head: readonly HeadElementView[];
}

/** What `compile-client` leaves in `lib/client/manifest.json`. Names are file names in that folder. */
export interface ClientManifest extends Styles {
  readonly files: readonly string[];
  readonly script: string;
  /** The styles of what only the settings bring: they go before a site's own. */
  readonly lookStyles: string;
  /** The script of the pages that lead on from old addresses. */
  readonly redirect: string;
  /** The scripts of a site's own islands, by name. */
  readonly islands: Readonly<Record<string, string>>;
  readonly icon: string;
  /** The icon with 180 pixels a side, for home screens. */
  readonly touchIcon: string;
  /** The picture of link previews, for sites that have none of their own. */
  readonly socialImage: string;
  /** Text of the inline script. */
  readonly inlineScript: string;
  /** Which sources the package's templates, styles and scripts were compiled from (`hashTheme`). */
  readonly themeHash: string;
}
