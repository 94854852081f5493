import { diagnosticKinds, isFixed, type DiagnosticCode } from "./diagnostic-codes.ts";

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
  /** The correction, when there is exactly one and its range is known. */
  readonly fix?: Fix;
  /** The operation or component of a contract that it is in: `GET /loads`, `#/components/schemas/Load`. */
  readonly part?: string;
}

/** The new text for a range that starts at the finding's position. Plain data, because reports and editors get it too. */
export interface Fix {
  readonly range: TextRange;
  readonly replacement: string;
}

/** From the first character to behind the last. */
export interface TextRange {
  readonly start: Place;
  readonly end: Place;
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

/** Adds a fix only in `content/`, which the author can edit: a contract is the provider's. */
export function withFix(diagnostic: Diagnostic, fix: Fix | null): Diagnostic {
  const isMendable = diagnostic.position?.file.startsWith("content/") === true;
  return fix === null || !isMendable ? diagnostic : { ...diagnostic, fix };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

export type SeveritySettings = Readonly<Partial<Record<DiagnosticCode, Severity>>>;

interface SeverityRules {
  readonly severities: SeveritySettings;
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
    .map((diagnostic) => {
      const { code, severity } = diagnostic;
      return isFixed(code) ? diagnostic : { ...diagnostic, severity: severities[code] ?? severity };
    })
    .filter(({ severity }) => severity !== "off")
    .map((diagnostic) => (strict ? { ...diagnostic, severity: "error" as const } : diagnostic))
    .sort(byPlace);
}

function placedKey(diagnostic: Diagnostic): string {
  const { file = "", line = 0, column = 0 } = diagnostic.position ?? {};
  return [faultKey(diagnostic), file, line, column].join("\0");
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [first, second] = [a.position, b.position];
  if (first === null || second === null) return (first === null ? 0 : 1) - (second === null ? 0 : 1);
  return comparePositions(first, second);
}

/** By file, and in the order of reading; for sorting. */
export function comparePositions(a: Position, b: Position): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** The same for findings that say the same, wherever they are. */
export function faultKey({ severity, code, message, hint }: Diagnostic): string {
  return [severity, code, message.replace(pointer, ""), hint].join("\0");
}

/** Where in a document a finding is, at its end: `(#/paths/~1loads/get)`, `(at /items/0)`. The places differ anyway. */
const pointer = / \((?:#|at )[^()]*\)$/;

/** The result of a stage with its findings. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Combines the results and findings of several stages. */
export function joinOutcomes<T>(outcomes: readonly Outcome<T>[]): Outcome<readonly T[]> {
  return {
    value: outcomes.map(({ value }) => value),
    diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Thrown when a command can't go on. The command prints the diagnostics without a stack and exits with code 1. */
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
export interface Position extends Place {
  readonly file: string;
  /** True when line and column are of no use: in a document of one long line. */
  readonly within?: DocumentPlace;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A place in a contract's document. */
export interface DocumentPlace {
  /** `#/paths/~1loads/get` */
  readonly pointer: string;
  /** `GET /loads`; null outside of operations. */
  readonly operation: string | null;
}

/** The position of a finding about a whole file. */
export function startOf(file: string): Position {
  return { file, line: 1, column: 1 };
}

/** The place of the character at an offset. */
export function placeIn({ file, text }: SourceFile, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Text of one author's file, decoded, without a byte-order mark. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}
