import type { Severity } from "./diagnostic.ts";

/** A finding as an open page shows it. */
export interface Problem {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** `file:line:column`, or null when no author's file is to blame. */
  readonly place: string | null;
  /** Opens the place in the writer's editor. */
  readonly editorUrl: string | null;
  /** The line of the place with a caret below the column; or what a crash left. */
  readonly frame: string | null;
}

/**
 * How what is shown stands to what the writer's files say. `fresh`: it is what they say, with what is wrong in them.
 * `building`: the next build takes its time. `broken`: nothing could be built of them, and the last build is shown.
 */
export interface LiveState {
  readonly kind: "fresh" | "building" | "broken";
  readonly problems: readonly Problem[];
}

/** What the server of `serve --watch` tells an open page. `version` is that of the page's bytes; null when there is no site yet. */
export interface LiveMessage extends LiveState {
  readonly version: string | null;
  /** The page itself when a build has just changed it, so that it need not be asked for. */
  readonly html?: string;
}
