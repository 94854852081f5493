import type { Diagnostic, Outcome } from "./shared/diagnostic.ts";

/** Gathers what stages find while their values are passed on. */
export function collectFindings(found: readonly Diagnostic[] = []) {
  const diagnostics = [...found];
  const keep = <T>(outcome: Outcome<T>): T => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  return { diagnostics, keep };
}
