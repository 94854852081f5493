/** One kind of finding, described once for the command, the settings and `docs-build explain`. */
export interface DiagnosticKind {
  readonly severity: "error" | "warning";
  /** True if no setting changes the severity. */
  readonly isFixed?: true;
  /** The first sentence is short enough for a list. */
  readonly meaning: string;
  readonly remedy: string;
  /** The plural after a number: `links that lead nowhere`. Only kinds that a contract may have many of need it. */
  readonly many?: string;
}

export const error = (meaning: string, remedy: string): DiagnosticKind => ({ severity: "error", meaning, remedy });
export const warning = (meaning: string, remedy: string, many?: string): DiagnosticKind => ({
  severity: "warning",
  meaning,
  remedy,
  ...(many !== undefined && { many }),
});
/** An error that no setting lowers, because something that an author wrote is missing from the site. */
export const always = (meaning: string, remedy: string): DiagnosticKind => ({
  ...error(meaning, remedy),
  isFixed: true,
});
