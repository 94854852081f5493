import type { Severity } from "./diagnostics/diagnostic.ts";

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
  /** The lines around the place; null when there is nothing to show. */
  readonly frame: Frame | null;
  /** What a crash left. */
  readonly stack: string | null;
  /** Whether it is about the author's file that the page shows. */
  readonly isOfPage: boolean;
  /** Addresses in pages that it is about. */
  readonly addresses: readonly string[];
}

/** Lines of an author's file around a place. */
export interface Frame {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Number of the line in question. */
  readonly line: number;
  /** Where in its text, from 1. */
  readonly column: number;
}

/** A file of which nothing can be made now: what was made of it last is shown. */
export interface Stale {
  readonly file: string;
  /** The template that fails on its page, which alone is as it was; left out where the file itself is at fault. */
  readonly template?: string;
  /** When that began (ISO 8601). */
  readonly since: string;
}

/**
 * How what is shown stands to what the writer's files say. `fresh`: it is what they say, with what is wrong in them.
 * `building`: the next build takes its time. `broken`: nothing could be built of them, and the last build is shown.
 */
export interface LiveState {
  readonly kind: "fresh" | "building" | "broken";
  readonly problems: readonly Problem[];
  /** What of the page, or of all pages, is shown as it was. */
  readonly stale: readonly Stale[];
}

/** What the server of `serve --watch` tells an open page. `version` is that of the page's bytes; null when there is no site yet. */
export interface LiveMessage extends LiveState {
  readonly version: string | null;
  /** The page itself when a build has just changed it, so that it need not be asked for. */
  readonly html?: string;
}
