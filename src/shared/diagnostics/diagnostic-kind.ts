/** One kind of finding, told once for the command, the settings and `docs-build explain`. */
export interface DiagnosticKind {
  readonly severity: "error" | "warning";
  /** True when no setting changes the severity. */
  readonly isFixed?: true;
  /** What it means. The first sentence is short enough for a list. */
  readonly meaning: string;
  /** What its reader does about it. */
  readonly remedy: string;
  /** What many of them are, behind their number, where a contract may have many: `links that lead to nothing`. */
  readonly many?: string;
}

export const error = (meaning: string, remedy: string): DiagnosticKind => ({ severity: "error", meaning, remedy });
export const warning = (meaning: string, remedy: string, many?: string): DiagnosticKind => ({
  ...{ severity: "warning", meaning, remedy },
  ...(many !== undefined && { many }),
});
/** An error that no setting lowers: something that an author wrote is not on the site at all. */
export const always = (meaning: string, remedy: string): DiagnosticKind => ({
  ...error(meaning, remedy),
  isFixed: true,
});
