import type { Diagnostic, Position } from "./diagnostic.ts";

/** How text is painted on a terminal; a terminal without colors leaves it as it is. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** A finding in one line: `error content/start.md:1:5 link/broken (try /authentication)`. */
export function formatShort({ severity, position, code, hint }: Diagnostic): string {
  const place = position === null ? "" : ` ${formatPosition(position)}`;
  return `${severity}${place} ${code}${hint === null ? "" : ` (${hint})`}`;
}

/** What the long form needs besides the finding. */
interface FormatContext {
  /** The authors' texts by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly colors: Colors;
}

/** A finding as people read it: what, where, what to do, and the line in question. */
export function formatDiagnostic(diagnostic: Diagnostic, { texts, colors }: FormatContext): string {
  const { severity, position, code, message, hint } = diagnostic;
  const paint = severity === "error" ? colors.red : colors.yellow;
  const place = position === null ? "" : ` ${colors.bold(formatPosition(position))}`;
  const words = harmless(`${message}${hint === null ? "" : ` — ${hint}`}`);
  const head = `${paint(severity)}${place} ${words} ${colors.dim(code)}`;
  const frame = position === null ? null : codeFrame(position, texts.get(position.file));
  return frame === null ? head : `${head}\n${colors.dim(frame)}\n`;
}

export function formatPosition({ file, line, column }: Position): string {
  return `${harmless(file)}:${line}:${column}`;
}

/** Text of an author's, without the control characters that a terminal obeys. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "\u{FFFD}");
}

const widestLine = 100;

/** The line of a position with a caret under the column; long lines are cut around it. Null when there is nothing to show. */
export function codeFrame({ line, column }: Position, text: string | undefined): string | null {
  const source = text?.split(/\r\n?|\n/)[line - 1];
  if (source === undefined || source.trim() === "") return null;
  const start = column > widestLine ? column - Math.floor(widestLine / 2) : 0;
  const shown = source.slice(start, start + widestLine).replace(/\p{Cc}/gu, " ");
  const gutter = String(line);
  return `  ${gutter} | ${shown}\n  ${" ".repeat(gutter.length)} | ${" ".repeat(Math.max(0, column - 1 - start))}^`;
}
