import type { Config } from "#shared/config.ts";
import type { Diagnostic } from "#shared/diagnostic.ts";

interface SeverityRules {
  readonly severities: Config["severities"];
  readonly strict: boolean;
}

/** Applies the site's severities and `--strict`, drops what is switched off, and sorts by file and place. */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  { severities, strict }: SeverityRules,
): readonly Diagnostic[] {
  return diagnostics
    .map((diagnostic) => ({ ...diagnostic, severity: severities[diagnostic.code] ?? diagnostic.severity }))
    .filter(({ severity }) => severity !== "off")
    .map((diagnostic) => (strict ? { ...diagnostic, severity: "error" as const } : diagnostic))
    .sort(byPlace);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [first, second] = [a.position, b.position];
  if (first === null || second === null) return (first === null ? 0 : 1) - (second === null ? 0 : 1);
  if (first.file !== second.file) return first.file < second.file ? -1 : 1;
  return first.line - second.line || first.column - second.column;
}
