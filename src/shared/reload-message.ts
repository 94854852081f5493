import type { Severity } from "./diagnostics/diagnostic.ts";

/** A finding for an open page. */
export interface Problem {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** `file:line:column`; null without an author's file. */
  readonly position: string | null;
  /** Opens the position in the writer's editor. */
  readonly editorUrl: string | null;
  /** Lines of context; null if there's nothing to show. */
  readonly frame: Frame | null;
  readonly stack: string | null;
  /** True if it's about the author's file of this page. */
  readonly isOfPage: boolean;
  /** The addresses in pages that the finding is about. */
  readonly addresses: readonly string[];
}

export interface Frame {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** The number of the finding's line. */
  readonly line: number;
  /** The column in the line's text, from 1. */
  readonly column: number;
}

/** A file that can't be built now, so that its last good result is shown. */
export interface Stale {
  readonly file: string;
  /** The template that fails on this page; undefined if the file itself has the fault. */
  readonly template?: string;
  /** When that began (ISO 8601). */
  readonly since: string;
}

/**
 * The state of the pages. `fresh`: they show the writer's files, including faults. `building`: the next build isn't
 * done. `broken`: nothing could be built, so they show the last build.
 */
export interface LiveState {
  readonly kind: "fresh" | "building" | "broken";
  readonly problems: readonly Problem[];
  /** Parts of the page, or of all pages, that show an earlier state. */
  readonly stale: readonly Stale[];
}

/** A message of `serve --watch` to an open page. `version` identifies the page's bytes; null if there's no site yet. */
export interface LiveMessage extends LiveState {
  readonly version: string | null;
  /** The page itself, right after a build changed it, which saves a request. */
  readonly html?: string;
}
