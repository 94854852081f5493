import type { Command } from "commander";

import { diagnosticKinds, isDiagnosticCode, type DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { nearest } from "#shared/nearest.ts";

import { topics } from "./explain/topics.ts";
import { wrapText } from "./explain/wrap-text.ts";

/** `docs-build explain [name]`. A name that is not known is wrong usage. */
export function addExplainCommand(program: Command): void {
  program
    .command("explain")
    .description("say what a finding's code means and what to do about it; the settings, directives, hosts")
    .argument("[name]", "a code like link/broken, or a topic like settings; without one, all are listed")
    .exitOverride()
    .action((name: string | undefined, _flags: unknown, command: Command) => {
      const text = explain(name);
      if (text !== null) process.stdout.write(text);
      else command.error(`error: there is nothing to explain by the name '${name}'\n(${toHint(name ?? "")})`);
    });
}

/** What a diagnostic's code means, or the text of a topic; without a name, the list of both. Null for an unknown name. */
export function explain(name?: string): string | null {
  if (name === undefined) return listAll();
  return isDiagnosticCode(name) ? explainCode(name) : (topics.get(name)?.toText() ?? null);
}

const codes = Object.keys(diagnosticKinds).filter(isDiagnosticCode);

function toHint(name: string): string {
  const suggestion = nearest(name, [...codes, ...topics.keys()]);
  return suggestion === null ? "docs-build explain lists what there is" : `Did you mean ${suggestion}?`;
}

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
  return [`${code} (${severity})`, "", ...wrapText(meaning), "", ...wrapText(remedy), ""].join("\n");
}
