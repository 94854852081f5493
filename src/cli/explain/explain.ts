import { frontMatterSchema } from "#read/parse-front-matter.ts";
import { settingsSchema } from "#read/settings-schema.ts";
import { diagnosticKinds, isDiagnosticCode, isFixed, type DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { nearest } from "#shared/nearest.ts";

import { describeKeys, wrapText } from "./describe-keys.ts";
import { directivesText } from "./directives-text.ts";
import { hostingText } from "./hosting-text.ts";
import { pullText } from "./pull-text.ts";
import { sandboxText } from "./sandbox-text.ts";
import { frontMatterExample, settingsExample } from "./settings-text.ts";

/** What a diagnostic's code means, or the text of a topic; without a name, the list of both. Null for an unknown name. */
export function explain(name?: string): string | null {
  if (name === undefined) return listAll();
  return isDiagnosticCode(name) ? explainCode(name) : (topics.get(name)?.[1]() ?? null);
}

/** What `docs-build explain` tells at length, each with its line in the list. */
const topics: ReadonlyMap<string, readonly [summary: string, toText: () => string]> = new Map([
  ["settings", ["every key of content/site.yaml", explainSettings]],
  ["front-matter", ["every key at the head of a page", explainFrontMatter]],
  ["directives", ["what pages write beyond Markdown, and what the contract checks", () => directivesText]],
  ["hosting", ["hosts, headers, redirects, pictures, verifying", () => hostingText]],
  ["sandbox", ["what the simulated API does, and what it leaves open", () => sandboxText]],
  ["pull", ["fetching and comparing the provider's document", () => pullText]],
]);

function explainSettings(): string {
  const head = "The keys of content/site.yaml. Every one is optional; an unknown one is an error with a suggestion.";
  return [head, "", ...describeKeys(settingsSchema), "", "For example:", "", settingsExample].join("\n");
}

function explainFrontMatter(): string {
  const head = "YAML between two lines of --- at the head of a page. Every key is optional, an unknown one an error.";
  return [head, "", ...describeKeys(frontMatterSchema), "", "For example:", "", frontMatterExample].join("\n");
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
    ...[...topics].map(([name, [summary]]) => `${name.padEnd(nameWidth)}${summary}`),
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
