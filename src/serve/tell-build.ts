import type { Colors } from "picocolors/types.js";

import type { Diagnostic } from "../model/diagnostic.ts";
import { formatDiagnostic } from "../report/format-diagnostic.ts";
import type { BuilderAnswer, Findings } from "./builder-answer.ts";

export interface TellContext {
  readonly colors: Colors;
  /** Turns a path below the site's root into one that the terminal can open from where it is. */
  readonly toShownPath: (file: string) => string;
}

/** A build as the writer's terminal shows it: what is wrong, then one line. Nothing when a save changed nothing. */
export function tellBuild(
  answer: BuilderAnswer,
  paths: readonly string[],
  { colors, toShownPath }: TellContext,
): readonly string[] {
  const subject = paths.length === 0 ? "" : `${nameFiles(paths.map(toShownPath))}: `;
  if (answer.kind === "crashed") {
    const stack = answer.stack === "" ? answer.message : answer.stack;
    return [`${colors.red("✗")} ${subject}the build crashed; the last good one is served`, colors.dim(stack)];
  }
  const findings = tellFindings(answer.findings, { colors, toShownPath });
  const { diagnostics } = answer.findings;
  const counts = [count(diagnostics, "error"), count(diagnostics, "warning")].filter((text) => text !== "").join(", ");
  if (answer.kind === "refused") return [...findings, `${colors.red("✗")} ${subject}${counts}`];
  const { files, removed } = answer.change;
  const time = `${Math.round(answer.milliseconds)} ms`;
  const pages = [...files.map(({ path }) => path), ...removed].filter((path) => path.endsWith(".html")).length;
  const changed = paths.length === 0 ? plural(answer.pageCount, "page") : `${plural(pages, "page")} changed`;
  return [
    ...findings,
    `${colors.green("✓")} ${subject}${[changed, time, counts].filter((text) => text !== "").join(", ")}`,
  ];
}

function tellFindings({ diagnostics, texts }: Findings, { colors, toShownPath }: TellContext): readonly string[] {
  const shownTexts = new Map([...texts].map(([file, text]) => [toShownPath(file), text]));
  return diagnostics.map((diagnostic) =>
    formatDiagnostic(withShownPath(diagnostic, toShownPath), { texts: shownTexts, colors }),
  );
}

function withShownPath(diagnostic: Diagnostic, toShownPath: TellContext["toShownPath"]): Diagnostic {
  const { position } = diagnostic;
  return position === null
    ? diagnostic
    : { ...diagnostic, position: { ...position, file: toShownPath(position.file) } };
}

function nameFiles([first = "", ...rest]: readonly string[]): string {
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

function count(diagnostics: readonly Diagnostic[], severity: "error" | "warning"): string {
  const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return number === 0 ? "" : plural(number, severity);
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
