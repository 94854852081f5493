import type { Diagnostic, Position } from "#shared/diagnostics/diagnostic.ts";
import { formatPointer, formatRepeats, type NameFile, renamePosition } from "#shared/diagnostics/format-diagnostic.ts";
import { type DiagnosticGroup, groupDiagnostics, sumUp, toSingleGroup } from "#shared/diagnostics/group-diagnostics.ts";

/*
 * Findings as workflow commands of GitHub Actions, which annotate positions in its view of a change.
 */

/** GitHub shows ten errors and ten warnings of a step, so each fault has an annotation at its first position only. */
export function annotateDiagnostics(
  diagnostics: readonly Diagnostic[],
  { nameFile, all = false }: { readonly nameFile: NameFile; readonly all?: boolean | undefined },
): readonly string[] {
  const groups = all ? diagnostics.map(toSingleGroup) : sumUp(groupDiagnostics(diagnostics));
  return groups.map((group) => {
    const { severity, code, position } = group.first;
    const level = severity === "error" ? "error" : "warning";
    const named = position && renamePosition(position, nameFile);
    return toAnnotation({ level, position: named, title: code, text: textOf(group, nameFile) });
  });
}

function textOf({ first, repeats, sum }: DiagnosticGroup, nameFile: NameFile): string {
  const { message, hint, position } = first;
  const within = position?.within === undefined ? "" : `${formatPointer(position.within)}: `;
  if (sum !== null) return `${sum}; first: ${within}${message} — docs-build check --all prints each`;
  const text = within + (hint === null ? message : `${message} — ${hint}`);
  return repeats.length === 0 ? text : `${text}; ${formatRepeats(first, repeats, nameFile)}`;
}

interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly position: Position | null;
  readonly title: string;
  readonly text: string;
}

export function toAnnotation({ level, position, title, text }: Annotation): string {
  const properties =
    position === null
      ? []
      : [`file=${escapeProperty(position.file)}`, `line=${position.line}`, `col=${position.column}`];
  return `::${level} ${[...properties, `title=${escapeProperty(title)}`].join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
