import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic as ShownDiagnostic,
  DiagnosticSeverity,
  type PublishDiagnosticsParams,
  type Range,
} from "vscode-languageserver";

import type { BuildFindings } from "#serve/start-builder.ts";
import { type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { groupBy } from "#shared/group-by.ts";

import type { OpenFiles } from "./open-files.ts";
import { linesOf, toPosition, toRange } from "./text-place.ts";

/** What is wrong with the site as an editor shows it: by file, with what mends it. */
export class Findings {
  readonly #files: OpenFiles;
  #findings: BuildFindings = { diagnostics: [], texts: new Map() };
  #shownIn: ReadonlySet<string> = new Set();

  constructor(files: OpenFiles) {
    this.#files = files;
  }

  /** Takes what a build found. Returns what is to be shown now, of the files also that have no finding any more. */
  take(findings: BuildFindings): readonly PublishDiagnosticsParams[] {
    this.#findings = findings;
    const byFile = groupBy(findings.diagnostics, (finding) => placeOf(finding).file);
    const files = new Set([...this.#shownIn, ...byFile.keys()]);
    this.#shownIn = new Set(byFile.keys());
    return Array.from(files, (file) => {
      const found = byFile.get(file) ?? [];
      return { uri: this.#files.uriOf(file), diagnostics: found.map((finding) => toShown(finding, findings.texts)) };
    });
  }

  /** What mends the findings at a place. None while the text isn't the one they were found in: the next ones are near. */
  actionsAt({ textDocument: { uri }, range }: CodeActionParams): readonly CodeAction[] {
    const file = this.#files.fileOf(uri);
    const { diagnostics, texts } = this.#findings;
    if (file === null || this.#files.textOf(file) !== texts.get(file)) return [];
    return diagnostics.flatMap((finding) => {
      const { fix, position } = finding;
      const shown = toShown(finding, texts);
      if (fix === undefined || position?.file !== file || !areTouching(shown.range, range)) return [];
      const edit = {
        range: { start: toPosition(fix.range.start), end: toPosition(fix.range.end) },
        newText: fix.replacement,
      };
      const title = fix.replacement === "" ? "Remove it" : `Replace it with ${fix.replacement}`;
      const mending = { diagnostics: [shown], isPreferred: true, edit: { changes: { [uri]: [edit] } } };
      return [{ title, kind: CodeActionKind.QuickFix, ...mending }];
    });
  }
}

function placeOf({ position }: Diagnostic) {
  return position ?? startOf("content/site.yaml");
}

function toShown(finding: Diagnostic, texts: BuildFindings["texts"]): ShownDiagnostic {
  const { severity, code, message, hint } = finding;
  return {
    range: rangeOf(finding, texts),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "docs-build",
    message: hint === null ? message : `${message} (${hint})`,
  };
}

function rangeOf(finding: Diagnostic, texts: BuildFindings["texts"]): Range {
  const { file, line, column } = placeOf(finding);
  const start = column - 1;
  const written = linesOf(texts.get(file) ?? "")[line - 1] ?? "";
  const { length: word } = /^\S*/.exec(written.slice(start))?.[0] ?? "";
  const fixed = finding.fix?.range.end;
  const end = fixed?.line === line ? Math.max(fixed.column - 1, start) : start + word;
  return toRange(line - 1, start, end);
}

function areTouching(a: Range, b: Range): boolean {
  return !endsBefore(a, b) && !endsBefore(b, a);
}

function endsBefore({ end }: Range, { start }: Range): boolean {
  return end.line < start.line || (end.line === start.line && end.character < start.character);
}
