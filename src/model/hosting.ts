import type { Redirect } from "./redirect.ts";

/** What a web server has to know to serve a finished site well. */
export interface Hosting {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** The Content-Security-Policy of the pages' `<meta>`. */
  readonly contentPolicy: string;
  readonly redirects: readonly Redirect[];
}
