import type { Difference, DifferenceSeverity, TouchingDifference } from "#shared/contract/difference.ts";
import type { Diagnostic, Position } from "#shared/diagnostics/diagnostic.ts";
import type { ContractUse } from "#shared/document.ts";
import {
  type Colors,
  formatDiagnostics,
  formatPosition,
  type NameFile,
  renamePosition,
} from "#shared/diagnostics/format-diagnostic.ts";
import { groupBy } from "#shared/group-by.ts";

import { annotateDiagnostics, toAnnotation } from "./annotations.ts";
import type { ReportFormat } from "./options.ts";
import { type Lines, namesInRepository, namesOnTerminal, type Terminal } from "./terminal.ts";
import { toJsonReport } from "./report-build.ts";

type LiveOutcome =
  /** Nothing was comparable; the findings say why. */
  | "failed"
  | "same"
  | "written"
  /** A dry run wrote nothing. */
  | "kept"
  /** The policy accepts the differences, or it doesn't. */
  | "accepted"
  | "rejected";

export interface LiveReport {
  readonly root: string;
  readonly outcome: LiveOutcome;
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  /** Null if nothing was comparable. */
  readonly differences: readonly TouchingDifference[] | null;
  /** The provider's address without secrets, or null. */
  readonly address: string | null;
  readonly document: string;
}

export function reportLive(report: LiveReport, format: ReportFormat, terminal: Terminal): Lines {
  const { colors } = terminal;
  const { outcome, diagnostics, texts, address, document } = report;
  if (format === "json") {
    const entries = report.differences?.map(({ difference: { uses: _uses, ...shown }, touches }) => {
      return { ...shown, touches };
    });
    const summary = { outcome, address, document, ...countBySeverity(report.differences ?? []) };
    return toJsonReport(diagnostics, { differences: entries ?? null, summary });
  }
  const nameFile = format === "github" ? namesInRepository(report.root) : namesOnTerminal(report.root);
  const differences = renamed(report.differences ?? [], nameFile);
  switch (format) {
    case "github": {
      const annotations = annotateDiagnostics(diagnostics, { ...terminal, nameFile });
      const live = differences.flatMap(toAnnotations);
      return { stdout: [...annotations, ...live, summaryLine(report, colors)], stderr: [] };
    }
    case "text": {
      const stderr = formatDiagnostics(diagnostics, { texts, ...terminal, nameFile });
      return { stdout: [...formatDifferences(differences, terminal), summaryLine(report, colors)], stderr };
    }
  }
}

function renamed(differences: readonly TouchingDifference[], nameFile: NameFile): readonly TouchingDifference[] {
  const rename = <T extends { readonly position: Position | null }>(located: T): T => ({
    ...located,
    position: located.position && renamePosition(located.position, nameFile),
  });
  return differences.map(({ difference, touches }) => ({
    difference: rename(difference),
    touches: touches.map(rename),
  }));
}

const levels = { breaking: "error", additive: "warning", wording: "notice" } as const;

function toAnnotations({ difference, touches }: TouchingDifference): readonly string[] {
  const [level, title, text] = [
    levels[difference.severity],
    `live/${difference.severity}`,
    formatDifference(difference),
  ];
  const atUses = touches.map(({ kind, target, position }: ContractUse) =>
    toAnnotation({ level, position, title, text: `${text} — touches this ${nounByKind[kind]}: ${target}` }),
  );
  return [toAnnotation({ level, position: difference.position, title, text }), ...atUses];
}

function summaryLine(report: LiveReport, colors: Colors): string {
  const { outcome, differences, address, document } = report;
  const mark = outcome === "failed" || outcome === "rejected" ? colors.red("✗") : colors.green("✓");
  const counts = Object.entries(countBySeverity(differences ?? [])).flatMap(([severity, count]) =>
    count > 0 ? [`${count} ${severity}`] : [],
  );
  const facts = differences === null ? "nothing to compare with" : counts.join(", ") || "no differences that matter";
  switch (outcome) {
    case "failed":
      return `${mark} nothing was compared; ${document} is as it was`;
    case "same":
      return `${mark} ${document} says what ${address} serves`;
    case "written":
      return `${mark} ${facts} → ${document}; docs-build check shows what the pages need now`;
    case "kept":
      return `${mark} ${facts} — ${document} is as it was`;
    case "accepted":
    case "rejected":
      return `${mark} ${facts} between ${document} and ${address}`;
  }
}

function countBySeverity(differences: readonly TouchingDifference[]): Readonly<Record<DifferenceSeverity, number>> {
  const count = (severity: Difference["severity"]): number =>
    differences.filter(({ difference }) => difference.severity === severity).length;
  return { breaking: count("breaking"), additive: count("additive"), wording: count("wording") };
}

function formatDifference({ subject, operations, message, directions }: Difference, all = false): string {
  const shown = operations.slice(0, all ? operations.length : mostOperations);
  const more = operations.length - shown.length;
  const of = shown.length === 0 ? "" : ` of ${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
  // A parameter or response implies its direction.
  const way =
    shown.length > 0 || directions.length === 0
      ? ""
      : ` (in ${directions.map((direction) => `${direction}s`).join(" and ")})`;
  return `${subject}${of}: ${message}${way}`;
}

const mostOperations = 2;

function formatDifferences(
  differences: readonly TouchingDifference[],
  { colors, all }: Pick<Terminal, "colors" | "all">,
): readonly string[] {
  // A list that nobody reads to its end is cut.
  const clip = (line: string): string => {
    const end = !all && line.length > longestLine ? line.lastIndexOf(", ", longestLine) : -1;
    return end < 0 ? line : `${line.slice(0, end)} … (--all shows the rest)`;
  };
  const grave = differences.filter(({ difference }) => difference.severity !== "wording");
  const wording = differences.filter(({ difference }) => difference.severity === "wording");
  return [
    ...grave.flatMap(({ difference, touches }) => {
      const paint = difference.severity === "breaking" ? colors.red : colors.green;
      const lines = touches.map(({ kind, target, position }) => {
        return `           ${formatPosition(position)} ${colors.dim(`${nounByKind[kind]}: ${target}`)}`;
      });
      return [`${paint(difference.severity.padEnd(10))} ${clip(formatDifference(difference, all))}`, ...lines];
    }),
    ...[...groupBy(wording, ({ difference }) => difference.message)].flatMap(([message, group]) => {
      const subjects = group.map(({ difference }) =>
        formatDifference({ ...difference, message: "", directions: [] }, all).replace(/: $/, ""),
      );
      const lines = linesByFile(group.flatMap(({ touches }) => touches)).map((line) => `           ${line}`);
      return [`${colors.dim("wording".padEnd(10))} ${clip(`${message}: ${subjects.join(", ")}`)}`, ...lines];
    }),
  ];
}

const longestLine = 500;

const nounByKind: Readonly<Record<ContractUse["kind"], string>> = {
  request: "request sample",
  response: "response sample",
  body: "body sample",
  operation: "link",
  schema: "link",
  field: "link",
  value: "value",
  table: "table",
  word: "word",
};

function linesByFile(touches: readonly ContractUse[]): readonly string[] {
  return [...groupBy(touches, ({ position }) => position.file)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, uses]) => {
      const lines = new Set(uses.map(({ position }) => position.line));
      return `${file}:${[...lines].sort((a, b) => a - b).join(", ")}`;
    });
}
