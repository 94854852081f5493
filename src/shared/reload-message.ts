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
  /** Lines of context; null when there is nothing to show. */
  readonly frame: Frame | null;
  readonly stack: string | null;
  /** Whether it is about the author's file that the page shows. */
  readonly isOfPage: boolean;
  /** Addresses in pages that it is about. */
  readonly addresses: readonly string[];
}

export interface Frame {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Number of the line in question. */
  readonly line: number;
  /** Where in its text, from 1. */
  readonly column: number;
}

/** A file that can't be built now: the last good result is shown. */
export interface Stale {
  readonly file: string;
  /** The template that fails on this page only; absent when the file itself is at fault. */
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
  /** The part of the page, or of all pages, that shows an earlier state. */
  readonly stale: readonly Stale[];
}

/** What `serve --watch` sends to an open page. `version` identifies the page's bytes; null when there is no site yet. */
export interface LiveMessage extends LiveState {
  readonly version: string | null;
  /** The page itself, right after a build changed it, which saves a request. */
  readonly html?: string;
}
