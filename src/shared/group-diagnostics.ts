import type { Diagnostic } from "./diagnostic.ts";

/** One fault: the finding at its first place, and the same words of the same rule at others. */
export interface DiagnosticGroup {
  readonly first: Diagnostic;
  readonly others: readonly Diagnostic[];
}

/**
 * Findings that say the same of several places, as one. A finding that names something else is another fault, with its
 * own remedy. The order is that of the first places.
 */
export function groupDiagnostics(diagnostics: readonly Diagnostic[]): readonly DiagnosticGroup[] {
  const groups = new Map<string, { first: Diagnostic; others: Diagnostic[] }>();
  for (const diagnostic of diagnostics) {
    const key = faultKey(diagnostic);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: diagnostic, others: [] });
    else group.others.push(diagnostic);
  }
  return [...groups.values()];
}

/** The same for findings that say the same, wherever they are. */
export function faultKey({ severity, code, message, hint }: Diagnostic): string {
  return [severity, code, message.replace(pointer, ""), hint].join("\0");
}

/** Where in a document a finding is, at its end: `(#/paths/~1loads/get)`, `(at /items/0)`. The places differ anyway. */
const pointer = / \((?:#|at )[^()]*\)$/;

/** At most so many groups: errors are chosen before warnings, and the order stays. */
export function chooseGroups(groups: readonly DiagnosticGroup[], most: number): readonly DiagnosticGroup[] {
  if (groups.length <= most) return groups;
  const isError = ({ first }: DiagnosticGroup): boolean => first.severity === "error";
  const chosen = new Set([...groups.filter(isError), ...groups.filter((group) => !isError(group))].slice(0, most));
  return groups.filter((group) => chosen.has(group));
}
