import { isFixed, severityOf, type DiagnosticCode } from "./diagnostic-codes.ts";

export type Severity = "error" | "warning" | "off";

/** A finding: what's wrong, where, and what to do. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** A sentence without a full stop. */
  readonly message: string;
  /** Null if no author's file has the fault, for example for the output folder. */
  readonly position: Position | null;
  /** What to do, as a short phrase: `try /authentication`. */
  readonly hint: string | null;
  /** The correction, if there's exactly one and its range is known. */
  readonly fix?: Fix;
  /** The operation or component of a contract: `GET /loads`, `#/components/schemas/Load`. */
  readonly part?: string;
}

/** The new text for a range. It's plain data, because reports and editors get it too. */
export interface Fix {
  readonly range: TextRange;
  readonly replacement: string;
}

/** From the first character to the one after the last. */
export interface TextRange {
  readonly start: LineColumn;
  readonly end: LineColumn;
}

/** Makes a finding with the table's severity. */
export function diagnose(
  code: DiagnosticCode,
  message: string,
  position: Position | null,
  hint: string | null = null,
): Diagnostic {
  return { code, severity: severityOf(code), message, position, hint };
}

/** Adds a fix, but only in `content/`: the contract is the provider's. */
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
 * Applies the site's severities and `--strict`, drops silenced and repeated findings (two paths may share an
 * operation), and sorts by file and position.
 */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  { severities, strict }: SeverityRules,
): readonly Diagnostic[] {
  const unique = new Map(diagnostics.toReversed().map((diagnostic) => [positionKey(diagnostic), diagnostic]));
  return [...unique.values()]
    .reverse()
    .map((diagnostic) => {
      const { code, severity } = diagnostic;
      return isFixed(code) ? diagnostic : { ...diagnostic, severity: severities[code] ?? severity };
    })
    .filter(({ severity }) => severity !== "off")
    .map((diagnostic) => (strict ? { ...diagnostic, severity: "error" as const } : diagnostic))
    .sort(byPosition);
}

function positionKey(diagnostic: Diagnostic): string {
  const { file = "", line = 0, column = 0 } = diagnostic.position ?? {};
  return [faultKey(diagnostic), file, line, column].join("\0");
}

/** Faults of the settings first: others follow from them, and a long list is cut. */
function byPosition(a: Diagnostic, b: Diagnostic): number {
  const [first, second] = [a.position, b.position];
  if (first === null || second === null) return (first === null ? 0 : 1) - (second === null ? 0 : 1);
  const isLater = Number(b.code.startsWith("config/")) - Number(a.code.startsWith("config/"));
  return isLater || comparePositions(first, second);
}

/** Compares by file, line and column, for sorting. */
export function comparePositions(a: Position, b: Position): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** The same for findings that say the same, wherever they are. */
export function faultKey({ severity, code, message, hint }: Diagnostic): string {
  return [severity, code, message.replace(pointer, ""), hint].join("\0");
}

/**
 * The pointer at the end of a message: `(#/paths/~1loads/get)`, `(at /items/0)`. It always differs, so it's ignored.
 */
const pointer = / \((?:#|at )[^()]*\)$/;

/** A stage's result with its findings. */
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

/** Thrown if a command can't go on. The command prints the diagnostics without a stack, and exits with code 1. */
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

/** A position in an author's file. `file` is relative to the site's root, with `/`; lines and columns count from 1. */
export interface Position extends LineColumn {
  readonly file: string;
  /** Set if the document is one long line, where line and column don't help. */
  readonly within?: DocumentPointer;
  /** True at the beginning of a text whose lines aren't those of its file: what stands within it has no position of its own. */
  readonly isFolded?: true;
}

export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** A part of a contract's document. */
export interface DocumentPointer {
  /** `#/paths/~1loads/get` */
  readonly pointer: string;
  /** `GET /loads`; null outside of operations. */
  readonly operation: string | null;
}

/** The position of a finding about a whole file. */
export function startOf(file: string): Position {
  return { file, line: 1, column: 1 };
}

/** The line and column at an offset. */
export function positionIn({ file, text }: SourceFile, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The decoded text of an author's file, without a byte-order mark. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}
