import type { Frame } from "./reload-message.ts";
import { type Diagnostic, type DocumentPlace, faultKey, type Position } from "./diagnostic.ts";

/** How text is painted on a terminal; a terminal without colors leaves it as it is. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** Where findings are printed. */
export interface FormatContext {
  /** The authors' texts by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly colors: Colors;
  /** Columns of the terminal. */
  readonly width?: number | undefined;
  /** Prints every fault, however many there are. */
  readonly all?: boolean | undefined;
  /** What prints the faults that are left out, when it is not this command with `--all`. */
  readonly howToSeeAll?: string | undefined;
}

const maxGroups = 50;

/** Findings as people read them: each fault once, with its first places, and only as many as a person reads. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], context: FormatContext): readonly string[] {
  const groups = groupDiagnostics(diagnostics);
  const shown = context.all === true ? groups : chooseGroups(groups, maxGroups);
  const frames = new CodeFrames(context.texts, context.width);
  const lines = shown.map((group) => formatGroup(group, frames, context.colors));
  if (shown.length === groups.length) return lines;
  const { howToSeeAll = "--all" } = context;
  return [...lines, context.colors.bold(`… and ${groups.length - shown.length} more (${howToSeeAll} prints them)`)];
}

/** One fault: the finding at its first place, and the same words of the same rule at others. */
export interface DiagnosticGroup {
  readonly first: Diagnostic;
  readonly others: readonly Diagnostic[];
}

/**
 * Findings that say the same of several places, as one. A finding that names something else is another fault, with its
 * own remedy. The order is that of the first places.
 */
export function groupDiagnostics(diagnostics: readonly Diagnostic[]): readonly DiagnosticGroup[] {
  const groups = new Map<string, { first: Diagnostic; others: Diagnostic[] }>();
  for (const diagnostic of diagnostics) {
    const key = faultKey(diagnostic);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: diagnostic, others: [] });
    else group.others.push(diagnostic);
  }
  return [...groups.values()];
}

/** At most so many groups: errors are chosen before warnings, and the order stays. */
function chooseGroups(groups: readonly DiagnosticGroup[], most: number): readonly DiagnosticGroup[] {
  if (groups.length <= most) return groups;
  const isError = ({ first }: DiagnosticGroup): boolean => first.severity === "error";
  const chosen = new Set([...groups.filter(isError), ...groups.filter((group) => !isError(group))].slice(0, most));
  return groups.filter((group) => chosen.has(group));
}

/** A fault: what, where, what to do, the line in question, and where else. */
function formatGroup({ first, others }: DiagnosticGroup, frames: CodeFrames, colors: Colors): string {
  const { severity, position, code, message, hint } = first;
  const paint = severity === "error" ? colors.red : colors.yellow;
  const place = position === null ? "" : ` ${colors.bold(formatPosition(position))}`;
  const words = harmless(`${message}${hint === null ? "" : ` — ${hint}`}`);
  const head = `${paint(severity)}${place} ${words} ${colors.dim(code)}`;
  const frame = position === null ? null : frames.of(position);
  const elsewhere = others.length === 0 ? [] : [`  ${formatOthers(others)}`];
  const lines = [head, ...(frame === null ? [] : [colors.dim(frame)]), ...elsewhere];
  return lines.length === 1 ? head : [...lines, ""].join("\n");
}

/** Of a fault at several places the first three are named, one of them by the finding itself. */
function formatOthers(others: readonly Diagnostic[]): string {
  const named = others.slice(0, 2).flatMap(({ position }) => (position === null ? [] : [formatPosition(position)]));
  const more = others.length - named.length;
  return `${others.length + 1} times: also ${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

/** `1 page`, `3 pages` */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `content/index.md:3:1`; in a document of one line `openapi/api.json#/paths/~1loads/get (GET /loads)`. */
export function formatPosition({ file, line, column, within }: Position): string {
  return harmless(within === undefined ? `${file}:${line}:${column}` : `${file}${formatPlace(within)}`);
}

export function formatPlace({ pointer, operation }: DocumentPlace): string {
  return `${pointer}${operation === null ? "" : ` (${operation})`}`;
}

/** Text of an author's, without the control characters that a terminal obeys. */
export function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "\u{FFFD}");
}

const widestLine = 100;
/** What scrolls sideways may be wider. */
const widestFrame = 400;

/** The lines of authors' texts, with a caret under what is wrong. A text is cut into lines once. */
export class CodeFrames {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #width: number;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(texts: ReadonlyMap<string, string>, width = widestLine) {
    this.#texts = texts;
    this.#width = Math.max(20, Math.min(width, widestLine));
  }

  /** The line of a position with a caret under the column; long lines are cut around it. Null when there is nothing to show. */
  of({ file, line, column }: Position): string | null {
    const source = this.#linesOf(file)[line - 1];
    if (source === undefined || source.trim() === "") return null;
    const gutter = String(line);
    const room = this.#width - gutter.length - "   | ".length;
    const start = column > room ? column - Math.floor(room / 2) : 0;
    const shown = source.slice(start, start + room).replace(/\p{Cc}/gu, " ");
    return `  ${gutter} | ${shown}\n  ${" ".repeat(gutter.length)} | ${" ".repeat(Math.max(0, column - 1 - start))}^`;
  }

  /** The same line between its neighbors, as data. */
  around({ file, line, column }: Position): Frame | null {
    const lines = this.#linesOf(file);
    const source = lines[line - 1];
    if (source === undefined || source.trim() === "") return null;
    const start = Math.max(0, source.length > widestFrame ? column - widestFrame / 2 : 0);
    const shown = [line - 1, line, line + 1].flatMap((number) => {
      const text = lines[number - 1];
      return text === undefined || text.trim() === "" ? [] : [{ number, text: text.slice(start, start + widestFrame) }];
    });
    return { lines: shown, line, column: column - start };
  }

  #linesOf(file: string): readonly string[] {
    const lines = this.#lines.get(file) ?? (this.#texts.get(file) ?? "").split(/\r\n?|\n/);
    this.#lines.set(file, lines);
    return lines;
  }
}

/** Gives a file of a site, whose path is relative to its root, the name that a report has for it. */
export type NameFile = (file: string) => string;

export function renamePosition(position: Position, nameFile: NameFile): Position {
  return { ...position, file: nameFile(position.file) };
}

export function renameDiagnostics(diagnostics: readonly Diagnostic[], nameFile: NameFile): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    position: diagnostic.position && renamePosition(diagnostic.position, nameFile),
  }));
}

/** The texts by the names that code frames look them up by. */
export function renameTexts(texts: ReadonlyMap<string, string>, nameFile: NameFile): ReadonlyMap<string, string> {
  return new Map([...texts].map(([file, text]) => [nameFile(file), text]));
}
