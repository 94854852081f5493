import type { Frame } from "../reload-message.ts";
import type { Diagnostic, DocumentPointer, Position } from "./diagnostic.ts";
import { type DiagnosticGroup, groupDiagnostics, showParts, sumUp } from "./group-diagnostics.ts";

/** Paints text for a terminal; without colors the text stays as it is. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** The settings of a printed report. */
export interface FormatContext {
  /** The authors' texts by file. */
  readonly texts: ReadonlyMap<string, string>;
  readonly colors: Colors;
  /** The terminal's width in columns. */
  readonly width?: number | undefined;
  /** Names the site's files in the report; by default by their paths from its root. */
  readonly nameFile?: NameFile | undefined;
  /** True to print every finding, without summaries. */
  readonly all?: boolean | undefined;
  /** The command that prints the omitted findings, unless it's this command with `--all`. */
  readonly howToSeeAll?: string | undefined;
}

const maxGroups = 50;

/** Formats findings for people: each fault once, with its first positions, and no more than a person reads. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], context: FormatContext): readonly string[] {
  const { all = false, howToSeeAll = "--all", nameFile = (file) => file, texts, width, colors } = context;
  const faults = groupDiagnostics(diagnostics);
  const groups = all ? faults : sumUp(faults);
  const errorsFirst = [...groups.filter(isError), ...groups.filter((group) => !isError(group))];
  const chosen = new Set(all ? groups : errorsFirst.slice(0, maxGroups));
  const shown = groups.filter((group) => chosen.has(group));
  const printing = { colors, nameFile, frames: new CodeFrames(texts, width) };
  const lines = shown.map((group) => (group.sum === null ? formatFault(group, printing) : formatSum(group, printing)));
  const sum = shown.find((group) => group.sum !== null);
  if (sum !== undefined) {
    const setting = `\`${sum.first.code}: off\` under severities: in content/site.yaml`;
    const remark = `… the contract's warnings are summed up: ${howToSeeAll} prints each, ${setting} silences a code`;
    lines.push(colors.bold(remark));
  }
  const left = groups.length - shown.length;
  return left === 0 ? lines : [...lines, colors.bold(`… and ${left} more (${howToSeeAll} prints them)`)];
}

function isError({ first }: DiagnosticGroup): boolean {
  return first.severity === "error";
}

interface Printing {
  readonly colors: Colors;
  readonly nameFile: NameFile;
  readonly frames: CodeFrames;
}

function formatFault({ first, repeats }: DiagnosticGroup, { colors, nameFile, frames }: Printing): string {
  const { position, message, hint } = first;
  const shown = position === null ? null : showPosition(position, nameFile);
  const head = formatHead(first, { position: shown, words: `${message}${hint === null ? "" : ` — ${hint}`}` }, colors);
  const frame = position === null ? null : frames.of(position);
  const elsewhere = repeats.length === 0 ? [] : [`  ${formatRepeats(first, repeats, nameFile)}`];
  const lines = [head, ...(frame === null ? [] : [colors.dim(frame)]), ...elsewhere];
  return lines.length === 1 ? head : [...lines, ""].join("\n");
}

function formatSum({ first, repeats, sum }: DiagnosticGroup, { colors, nameFile }: Printing): string {
  const files = new Set([first, ...repeats].flatMap(({ position }) => position?.file ?? []));
  const [file = "", ...more] = files;
  const inFiles = `${nameFile(file)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
  const head = formatHead(first, { position: inFiles, words: sum ?? "" }, colors);
  const { position, part, message } = first;
  const owner = part === undefined || position?.within !== undefined ? "" : ` (${part})`;
  const firstPosition = position === null ? "" : `${showPosition(position, nameFile)}${owner} `;
  return [head, `  first: ${harmless(`${firstPosition}${message}`)}`, ""].join("\n");
}

function formatHead(
  { severity, code }: Diagnostic,
  { position, words }: { readonly position: string | null; readonly words: string },
  colors: Colors,
): string {
  const paint = severity === "error" ? colors.red : colors.yellow;
  return `${paint(severity)}${position === null ? "" : ` ${colors.bold(harmless(position))}`} ${harmless(words)} ${colors.dim(code)}`;
}

function showPosition(position: Position, nameFile: NameFile): string {
  return formatPosition(renamePosition(position, nameFile));
}

/** For a fault at several positions, lists the first three. */
export function formatRepeats(first: Diagnostic, repeats: readonly Diagnostic[], nameFile: NameFile): string {
  const positions = repeats.flatMap(({ position }) => (position === null ? [] : [position])).slice(0, 2);
  const named = positions.map((position) => showPosition(position, nameFile)).join(", ");
  const more = repeats.length - positions.length;
  const suffix = more === 0 ? "" : ` and ${more} more${showParts([first, ...repeats])}`;
  return `${repeats.length + 1} times: also ${named}${suffix}`;
}

/** `content/index.md:3:1`; in a document of one line `openapi/api.json#/paths/~1loads/get (GET /loads)`. */
export function formatPosition({ file, line, column, within }: Position): string {
  return harmless(within === undefined ? `${file}:${line}:${column}` : `${file}${formatPointer(within)}`);
}

export function formatPointer({ pointer, operation }: DocumentPointer): string {
  return `${pointer}${operation === null ? "" : ` (${operation})`}`;
}

/** Removes control characters from an author's text, because terminals obey them. */
export function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "\u{FFFD}");
}

const widestLine = 100;
/** Output that scrolls sideways may be wider. */
const widestFrame = 400;

/** Splits each text into lines only once. */
export class CodeFrames {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #width: number;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(texts: ReadonlyMap<string, string>, width = widestLine) {
    this.#texts = texts;
    this.#width = Math.max(20, Math.min(width, widestLine));
  }

  /** A line with its neighbors, cut around the caret; null if there's nothing to show. */
  of({ file, line, column }: Position): string | null {
    const source = this.#linesOf(file)[line - 1];
    if (source === undefined || source.trim() === "") return null;
    const gutter = String(line);
    const room = this.#width - gutter.length - "   | ".length;
    const start = column > room ? column - Math.floor(room / 2) : 0;
    const shown = source.slice(start, start + room).replace(/\p{Cc}/gu, " ");
    return `  ${gutter} | ${shown}\n  ${" ".repeat(gutter.length)} | ${" ".repeat(Math.max(0, column - 1 - start))}^`;
  }

  /** The same as data. */
  frameOf({ file, line, column }: Position): Frame | null {
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

/** Names a file in a report, from its path relative to the site's root. */
export type NameFile = (file: string) => string;

export function renamePosition(position: Position, nameFile: NameFile): Position {
  return { ...position, file: nameFile(position.file) };
}
