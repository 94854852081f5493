import type { Config } from "./config.ts";
import { isFixed } from "./diagnostic-codes.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { faultKey } from "./format-diagnostic.ts";

interface SeverityRules {
  readonly severities: Config["severities"];
  readonly strict: boolean;
}

/**
 * Applies the site's severities and `--strict`, drops what is switched off and what is said again of the same place (two
 * paths may share an operation), and sorts by file and place.
 */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  { severities, strict }: SeverityRules,
): readonly Diagnostic[] {
  const unique = new Map(diagnostics.toReversed().map((diagnostic) => [placedKey(diagnostic), diagnostic]));
  return [...unique.values()]
    .reverse()
    .map((diagnostic) => ({ ...diagnostic, severity: weigh(diagnostic, severities) }))
    .filter(({ severity }) => severity !== "off")
    .map((diagnostic) => (strict ? { ...diagnostic, severity: "error" as const } : diagnostic))
    .sort(byPlace);
}

function placedKey(diagnostic: Diagnostic): string {
  const { file = "", line = 0, column = 0 } = diagnostic.position ?? {};
  return [faultKey(diagnostic), file, line, column].join("\0");
}

/** No setting lets a site pass that lacks what an author wrote. */
function weigh({ code, severity }: Diagnostic, severities: Config["severities"]): Severity {
  return isFixed(code) ? severity : (severities[code] ?? severity);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [first, second] = [a.position, b.position];
  if (first === null || second === null) return (first === null ? 0 : 1) - (second === null ? 0 : 1);
  if (first.file !== second.file) return first.file < second.file ? -1 : 1;
  return first.line - second.line || first.column - second.column;
}
