import { diagnosticKinds, isDiagnosticCode, isFixed, type DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { nearest } from "#shared/nearest.ts";

import { topics } from "./topics.ts";
import { wrapText } from "./wrap-text.ts";

/** What a diagnostic's code means, or the text of a topic; without a name, the list of both. Null for an unknown name. */
export function explain(name?: string): string | null {
  if (name === undefined) return listAll();
  return isDiagnosticCode(name) ? explainCode(name) : (topics.get(name)?.toText() ?? null);
}

const codes = Object.keys(diagnosticKinds).filter(isDiagnosticCode).sort();

function listAll(): string {
  const lines = codes.flatMap((code, index) => {
    const isFirst = groupOf(code) !== groupOf(codes[index - 1] ?? "");
    return [...(isFirst ? [""] : []), toLine(code)];
  });
  return [
    "docs-build explain <name> says what it means and what to do about it.",
    "",
    ...[...topics].map(([name, { summary }]) => `${name.padEnd(nameWidth)}${summary}`),
    ...lines,
    "",
    "severities: in content/site.yaml changes what a code weighs; --strict makes warnings errors.",
    "",
  ].join("\n");
}

/** The longest code and two spaces. */
const nameWidth = Math.max(...codes.map((code) => code.length)) + 2;

function groupOf(code: string): string {
  return code.slice(0, code.indexOf("/"));
}

function toLine(code: DiagnosticCode): string {
  const { severity, meaning } = diagnosticKinds[code];
  const [summary = ""] = meaning.split(/(?<=\.) /);
  return `${code.padEnd(nameWidth)}${severity.padEnd(9)}${summary}`;
}

function explainCode(code: DiagnosticCode): string {
  const { severity, meaning, remedy } = diagnosticKinds[code];
  return [
    `${code} (${isFixed(code) ? "always an error" : severity})`,
    "",
    ...wrapText(meaning),
    "",
    ...wrapText(remedy),
    "",
  ].join("\n");
}

/** For a name that is not known. */
export function suggest(name: string): string {
  const suggestion = nearest(name, [...codes, ...topics.keys()]);
  return suggestion === null ? "docs-build explain lists what there is" : `Did you mean ${suggestion}?`;
}
