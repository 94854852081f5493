import type { Position } from "./position.ts";
import type { Route } from "./route.ts";

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
