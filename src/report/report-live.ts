import type { Colors } from "picocolors/types.js";

import type { Diagnostic } from "../model/diagnostic.ts";
import type { Difference, DifferenceSeverity, TouchingDifference } from "../model/difference.ts";
import type { ContractUse } from "../model/document.ts";
import { formatDiagnostic } from "./format-diagnostic.ts";
import { formatDifference, formatDifferences } from "./format-difference.ts";
import type { Lines, ReportFormat } from "./report-build.ts";
import { toAnnotation, toGithubAnnotation } from "./report-github.ts";

/** What became of a comparison with the provider's document. */
type LiveOutcome =
  /** Nothing could be compared; the findings say why. */
  | "failed"
  /** The documents say the same. */
  | "same"
  | "written"
  /** Written, had it not been a dry run. */
  | "kept"
  /** The differences pass the policy, or do not. */
  | "accepted"
  | "rejected";

export interface LiveReport {
  readonly outcome: LiveOutcome;
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  /** Null when there was nothing to compare. */
  readonly differences: readonly TouchingDifference[] | null;
  /** The provider's address as it may be printed; null when none is known. */
  readonly address: string | null;
  /** The document that was compared. */
  readonly document: string;
}

/** Puts a comparison into lines. */
export function reportLive(report: LiveReport, format: ReportFormat, colors: Colors): Lines {
  const { diagnostics, texts } = report;
  const differences = report.differences ?? [];
  switch (format) {
    case "json":
      return { stdout: [toJson(report)], stderr: [] };
    case "github": {
      const annotations = [...diagnostics.map(toGithubAnnotation), ...differences.flatMap(toAnnotations)];
      return { stdout: [...annotations, summaryLine(report, colors)], stderr: [] };
    }
    case "text": {
      const stderr = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, { texts, colors }));
      return { stdout: [...formatDifferences(differences, colors), summaryLine(report, colors)], stderr };
    }
  }
}

function toJson({ outcome, diagnostics, differences, address, document }: LiveReport): string {
  const entries =
    differences &&
    differences.map(({ difference: { uses: _uses, ...difference }, touches }) => ({ ...difference, touches }));
  const summary = { outcome, address, document, ...countBySeverity(differences ?? []) };
  return JSON.stringify({ diagnostics, differences: entries, summary }, null, 2);
}

const levels = { breaking: "error", additive: "warning", wording: "notice" } as const;

/** One annotation in the contract and one at every place of the pages. */
function toAnnotations({ difference, touches }: TouchingDifference): readonly string[] {
  const [level, title, text] = [
    levels[difference.severity],
    `live/${difference.severity}`,
    formatDifference(difference),
  ];
  const atUses = touches.map(({ kind, target, position }: ContractUse) =>
    toAnnotation({ level, position, title, text: `${text} — this ${kind} of ${target} shows it` }),
  );
  return [toAnnotation({ level, position: difference.position, title, text }), ...atUses];
}

function summaryLine(report: LiveReport, colors: Colors): string {
  const { outcome, differences, address, document } = report;
  const mark = outcome === "failed" || outcome === "rejected" ? colors.red("✗") : colors.green("✓");
  const facts = differences === null ? "nothing to compare with" : showCounts(differences);
  switch (outcome) {
    case "failed":
      return `${mark} nothing was compared; ${document} is as it was`;
    case "same":
      return `${mark} ${document} says what ${address} serves`;
    case "written":
      return `${mark} ${facts} → ${document}; docs-build check tells what the pages need now`;
    case "kept":
      return `${mark} ${facts} — ${document} is as it was`;
    case "accepted":
    case "rejected":
      return `${mark} ${facts} between ${document} and ${address}`;
  }
}

function showCounts(differences: readonly TouchingDifference[]): string {
  const counts = Object.entries(countBySeverity(differences)).filter(([, count]) => count > 0);
  return counts.map(([severity, count]) => `${count} ${severity}`).join(", ") || "no differences that matter";
}

function countBySeverity(differences: readonly TouchingDifference[]): Readonly<Record<DifferenceSeverity, number>> {
  const count = (severity: Difference["severity"]): number =>
    differences.filter(({ difference }) => difference.severity === severity).length;
  return { breaking: count("breaking"), additive: count("additive"), wording: count("wording") };
}
