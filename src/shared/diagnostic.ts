import { diagnosticKinds, type DiagnosticCode } from "./diagnostic-codes.ts";

export type Severity = "error" | "warning" | "off";

/** One finding: what is wrong, where, and what to do about it. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without a full stop. Names what was found. */
  readonly message: string;
  /** Null when no author's file is to blame (an output folder, say). */
  readonly position: Position | null;
  /** What to do, as a short phrase: `try /authentication`. */
  readonly hint: string | null;
}

/** A finding of the given kind with the table's severity. */
export function diagnose(
  code: DiagnosticCode,
  message: string,
  position: Position | null,
  hint: string | null = null,
): Diagnostic {
  return { code, severity: diagnosticKinds[code].severity, message, position, hint };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** What a stage made and what it found on the way. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** What several makings made, and what was found in all of them. */
export function joinOutcomes<T>(outcomes: readonly Outcome<T>[]): Outcome<readonly T[]> {
  return {
    value: outcomes.map(({ value }) => value),
    diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Thrown when there is no way on. The command prints its diagnostics, without a stack, and ends with exit code 1. */
export class BuildError extends Error {
  override readonly name = "BuildError";
  readonly diagnostics: readonly Diagnostic[];
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;

  constructor(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string> = new Map()) {
    super(diagnostics.map(({ message }) => message).join("; "));
    this.diagnostics = diagnostics;
    this.texts = texts;
  }
}

/** A place in an author's file. `file` is relative to the site's root, with `/`; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place of what concerns a whole file. */
export function startOf(file: string): Position {
  return { file, line: 1, column: 1 };
}

/** Text of one author's file, decoded, without a byte-order mark. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}
