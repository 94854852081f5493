import "vitest";

/* Sites that the setup of the browser layer builds once for all files. */
declare module "vitest" {
  export interface ProvidedContext {
    /** The shipped site with two redirects more, on a host that sends no headers of its own. */
    readonly hosted: string;
    /** The same build on a host that sends the headers of its `_headers`. */
    readonly hostedWithHeaders: string;
    /** A small reference in two versions, without guides. */
    readonly small: string;
  }
}
