import type { DiagnosticCode } from "./diagnostic-codes.ts";
import { type Diagnostic, faultKey } from "./diagnostic.ts";
import { listFormat, plural } from "../english.ts";
import { groupBy } from "../group-by.ts";

/** One entry of a report. */
export interface DiagnosticGroup {
  readonly first: Diagnostic;
  readonly repeats: readonly Diagnostic[];
  /** `252 examples that their schemas refuse, in 129 operations`; null if the group is a single fault. */
  readonly sum: string | null;
}

/**
 * Groups findings with the same text at several positions. A finding that names something else is another fault with
 * its own remedy. Groups are in the order of their first positions.
 */
export function groupDiagnostics(diagnostics: readonly Diagnostic[]): readonly DiagnosticGroup[] {
  const groups = [...groupBy(diagnostics, groupKey).values()];
  return groups.flatMap(([first, ...repeats]) => (first === undefined ? [] : [{ first, repeats, sum: null }]));
}

/** A finding by itself. */
export function toSingleGroup(first: Diagnostic): DiagnosticGroup {
  return { first, repeats: [], sum: null };
}

/** The key of findings with the same cause. It ignores indexes, values and suggested lines. */
export function groupKey(diagnostic: Diagnostic): string {
  const message = diagnostic.message.replace(/`\d+` of /g, "one of ").replace(/, not .*$/, "");
  const hint = diagnostic.hint?.replace(/^add `- .*?` to/, "add it to") ?? null;
  return faultKey({ ...diagnostic, message, hint });
}

/**
 * Up to this many faults in contracts are printed whole, because they fit on a small terminal. A document with more is
 * usually generated.
 */
const mostWhole = 5;

/**
 * Sums up warnings about contracts: their number and the first one, for each code, the most common first. The site's
 * writer can rarely fix them. Errors and all other findings stay whole.
 */
export function sumUp(groups: readonly DiagnosticGroup[]): readonly DiagnosticGroup[] {
  const sums = new Map(chooseCauses(groups.filter(isOfContract)).map((cause) => [cause[0], cause]));
  const summed = new Set([...sums.values()].flat());
  return groups.flatMap((group) => {
    const cause = sums.get(group);
    return cause !== undefined ? [toSum(cause)] : summed.has(group) ? [] : [group];
  });
}

function chooseCauses(faults: readonly DiagnosticGroup[]): readonly (readonly DiagnosticGroup[])[] {
  const causes = [...groupBy(faults, ({ first }) => first.code).values()];
  const chosen: (readonly DiagnosticGroup[])[] = [];
  let whole = faults.length;
  for (const cause of causes.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length)) {
    if (whole <= mostWhole) break;
    chosen.push(cause);
    whole -= cause.length;
  }
  return chosen;
}

function isOfContract({ first, repeats }: DiagnosticGroup): boolean {
  return [first, ...repeats].every(
    ({ severity, position }) => severity === "warning" && position?.file.startsWith("openapi/") === true,
  );
}

function toSum(groups: readonly DiagnosticGroup[]): DiagnosticGroup {
  const [first, ...repeats] = groups.flatMap((group) => [group.first, ...group.repeats]);
  if (first === undefined) throw new Error("there is nothing to sum up");
  const sum = `${repeats.length + 1} ${plurals[first.code] ?? "findings"}${showParts([first, ...repeats])}`;
  return { first, repeats, sum };
}

/** Of the findings that a contract may have many of, after their number. */
const plurals: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "content/code-language": "code blocks in unknown languages",
  "content/code-word": "words without effect on code blocks",
  "content/html-removed": "pieces of HTML that are left out",
  "content/markdown": "pieces of Markdown that don't mean what they look like",
  "content/strange-file": "files that only another tool reads",
  "contract/example": "examples and defaults that their schemas refuse",
  "contract/link": "links that lead nowhere on this site",
  "contract/nonstandard": "departures from the OpenAPI rules",
  "contract/unsupported": "things that the reference doesn't show",
  "link/external-image": "images of other hosts",
  "link/unsafe": "links that are published as text",
  "page/shadowed-id": "ids that appear twice",
};

/** The contract's parts with findings: `, in 129 operations and 3 components`. Empty if none is known. */
export function showParts(diagnostics: readonly Diagnostic[]): string {
  const parts = new Set(diagnostics.flatMap(({ part }) => part ?? []));
  if (parts.size === 0) return "";
  const components = [...parts].filter((part) => part.startsWith("#")).length;
  const operations = parts.size - components;
  const words = [
    ...(operations > 0 ? [plural(operations, "operation")] : []),
    ...(components > 0 ? [plural(components, "component")] : []),
    ...(diagnostics.some(({ part }) => part === undefined) ? ["elsewhere"] : []),
  ];
  return `, in ${listFormat.format(words)}`;
}
