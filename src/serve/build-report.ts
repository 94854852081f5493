import { isDeepStrictEqual } from "node:util";

import { type Diagnostic, hasErrors, type Position } from "#shared/diagnostics/diagnostic.ts";
import {
  CodeFrames,
  type FormatContext,
  formatDiagnostics,
  formatPosition,
  type NameFile,
} from "#shared/diagnostics/format-diagnostic.ts";
import { type DiagnosticGroup, groupDiagnostics, sumUp, toSingleGroup } from "#shared/diagnostics/group-diagnostics.ts";
import { plural } from "#shared/english.ts";
import type { Problem } from "#shared/reload-message.ts";

import type { BuilderAnswer } from "./start-builder.ts";

interface ReportContext {
  readonly terminal: Omit<FormatContext, "texts">;
  readonly nameFile: NameFile;
  /** The last reported build; null for the first. */
  readonly last: BuilderAnswer | null;
}

/**
 * Formats a build for the writer's terminal: findings, then a line. Findings that the last build had as well stand
 * right above already, so only their number is printed.
 */
export function formatBuild(
  answer: BuilderAnswer,
  paths: readonly string[],
  { terminal, nameFile, last }: ReportContext,
): readonly string[] {
  const { colors } = terminal;
  const [first, ...more] = paths.map(nameFile);
  const subject = first === undefined ? "" : `${first}${more.length === 0 ? "" : ` and ${more.length} more`}: `;
  if (answer.kind === "crashed") {
    const stack = answer.stack === "" ? answer.message : answer.stack;
    return [`${colors.red("✗")} ${subject}the build crashed; the last one is served`, colors.dim(stack)];
  }
  const { diagnostics, texts } = answer.findings;
  const isAsBefore =
    last !== null && last.kind !== "crashed" && isDeepStrictEqual(last.findings.diagnostics, diagnostics);
  const findings = isAsBefore ? [] : formatDiagnostics(diagnostics, { ...terminal, texts, nameFile, howToSeeAll });
  const numbers = [count(diagnostics, "error"), count(diagnostics, "warning")].filter((text) => text !== "");
  const counts = `${numbers.join(", ")}${isAsBefore && numbers.length > 0 ? " as before" : ""}`;
  if (answer.kind !== "built") return [...findings, `${colors.red("✗")} ${subject}${counts}`];
  const { baseUrl, files, removed } = answer.change;
  const time = `${Math.round(answer.milliseconds)} ms`;
  const pages = [...files.map(({ path }) => path), ...removed].filter((path) => path.endsWith(".html")).length;
  const changed = paths.length === 0 ? plural(answer.pageCount, "page") : `${plural(pages, "page")} changed`;
  const mark = hasErrors(diagnostics) ? colors.red("✗") : colors.green("✓");
  const isMoved = last?.kind === "built" && last.change.baseUrl !== baseUrl;
  const move = isMoved ? `served below ${baseUrl} now` : "";
  return [...findings, `${mark} ${subject}${[changed, move, time, counts].filter((text) => text !== "").join(", ")}`];
}

const howToSeeAll = "docs-build check --all";

function count(diagnostics: readonly Diagnostic[], severity: "error" | "warning"): string {
  const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return number === 0 ? "" : plural(number, severity);
}

/** A build's problems for the page of an author's file, those of that file first. */
export function toProblems(answer: BuilderAnswer, editor: EditorOptions, source: string | null): readonly Problem[] {
  if (answer.kind === "crashed") {
    const { message, stack } = answer;
    const nowhere = { hint: null, position: null, editorUrl: null, frame: null, isOfPage: false, addresses: [] };
    return [{ ...nowhere, severity: "error", code: "build/crashed", message, stack }];
  }
  const { diagnostics, texts, broken = [] } = answer.findings;
  const frames = new CodeFrames(texts);
  const addresses = new Map(broken.map(({ address, finding }) => [findingKey(finding), address]));
  const isOfPage = ({ position }: Diagnostic): boolean => position !== null && position.file === source;
  const toProblem = (group: DiagnosticGroup): Problem => {
    const { severity, code, hint, position } = group.first;
    const found = [group.first, ...group.repeats].flatMap((finding) => addresses.get(findingKey(finding)) ?? []);
    return {
      severity,
      code,
      stack: null,
      message: messageOf(group),
      addresses: [...new Set(found)],
      hint: group.sum === null ? hint : `${howToSeeAll} prints each`,
      isOfPage: isOfPage(group.first),
      position: position && formatPosition(position),
      editorUrl: position && toEditorUrl(position, editor),
      frame: position && frames.frameOf(position),
    };
  };
  const own = diagnostics.filter(isOfPage);
  const elsewhere = diagnostics.filter((finding) => !isOfPage(finding));
  // The page shows each finding at its position, but a reference would have hundreds.
  const ofPage = source?.startsWith("openapi/") === true ? sumUp(groupDiagnostics(own)) : own.map(toSingleGroup);
  return [...ofPage, ...sumUp(groupDiagnostics(elsewhere))].map(toProblem);
}

function messageOf({ first, repeats, sum }: DiagnosticGroup): string {
  if (sum !== null) return `${sum}; first: ${first.message}`;
  return repeats.length === 0 ? first.message : `${first.message} (${repeats.length + 1} times)`;
}

function findingKey({ code, message, position }: Diagnostic): string {
  const { file = "", line = 0, column = 0 } = position ?? {};
  return [code, message, file, line, column].join("\n");
}

/** The links of Visual Studio Code. `{file}` starts with a slash. */
export const defaultEditor = "vscode://file{file}:{line}:{column}";

interface EditorOptions {
  readonly root: string;
  /** An address with `{file}`, `{line}` and `{column}`. */
  readonly pattern: string;
}

export function toEditorUrl({ file, line, column }: Position, { root, pattern }: EditorOptions): string {
  const segments = `${root}/${file}`.split(/[/\\]/).filter((segment) => segment !== "");
  const path = segments.map((segment) => encodeURIComponent(segment).replace(/%3A/gi, ":")).join("/");
  return pattern
    .replaceAll("{file}", `/${path}`)
    .replaceAll("{line}", String(line))
    .replaceAll("{column}", String(column));
}

/** The pattern has to name the file, and must not run a script. */
export function isEditorPattern(pattern: string): boolean {
  return (
    pattern.includes("{file}") &&
    /^[a-z][a-z0-9+.-]*:/i.test(pattern) &&
    !/^(?:javascript|data|vbscript|blob):/i.test(pattern)
  );
}
