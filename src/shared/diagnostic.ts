export type Severity = "error" | "warning" | "off";

/**
 * Every kind of finding and how much it weighs. The table is the only place where a severity is decided;
 * a site may change entries under `severities:` in `site.yaml`, and `--strict` turns warnings into errors.
 */
export const defaultSeverities = {
  "config/invalid": "error",
  "config/unknown-key": "error",
  "content/code-language": "warning",
  "content/encoding": "error",
  "content/file-name": "error",
  "content/front-matter": "error",
  "content/heading-level": "warning",
  "content/html-removed": "warning",
  "content/include": "error",
  "content/missing": "error",
  "content/limit": "error",
  "content/social-image": "warning",
  "content/symlink": "warning",
  "content/unreadable": "error",
  "contract/check": "error",
  "contract/example": "error",
  "contract/invalid": "error",
  "contract/limit": "error",
  "contract/reference": "error",
  "contract/syntax": "error",
  "contract/unknown-name": "error",
  "contract/unsupported": "warning",
  "directive/invalid": "error",
  "directive/unknown": "error",
  "link/broken": "error",
  "link/broken-anchor": "error",
  "link/broken-asset": "error",
  "link/external-image": "warning",
  "link/markdown-file": "warning",
  "link/unsafe": "warning",
  "live/answer": "error",
  "live/credentials": "warning",
  "live/request": "error",
  "live/unreachable": "error",
  "output/differs": "error",
  "output/failed": "error",
  "output/foreign": "error",
  "output/missing": "error",
  "output/refused": "error",
  "page/duplicate-id": "error",
  "redirect/invalid": "error",
  "route/collision": "error",
  "route/invalid": "error",
  "sample/invalid": "error",
  "sample/unchecked": "warning",
  "serve/port": "error",
  "template/invalid": "error",
} as const satisfies Record<string, Severity>;

export type DiagnosticCode = keyof typeof defaultSeverities;

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
  return { code, severity: defaultSeverities[code], message, position, hint };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** What a stage made and what it found on the way. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
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

/** Text of one author's file, decoded, without a byte-order mark. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}
