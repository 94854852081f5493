import type { Position } from "./diagnostic.ts";
import type { Route } from "./route.ts";

/** What a web server has to know to serve a finished site well. */
export interface Hosting {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** The Content-Security-Policy of the pages' `<meta>`. */
  readonly contentPolicy: string;
  readonly redirects: readonly Redirect[];
}

/** An address that pages used to have, as an author writes it: under `redirects:` in `site.yaml`, or in a page's `aliases`. */
export interface RedirectSetting {
  readonly from: string;
  /** An address as in a link. */
  readonly to: string;
  readonly position: Position;
}

/** An old address of the site and where it leads now. */
export interface Redirect {
  readonly from: Route;
  /** Ready to be written: with the base URL, percent-encoded. */
  readonly href: string;
  /** False for an address of an unlisted page, which no list may name. */
  readonly listed: boolean;
  readonly position: Position;
}
