import type { Diagnostic, Fix, Place } from "#shared/diagnostics/diagnostic.ts";
import type { Slip } from "#shared/diagnostics/slip.ts";

import { lineStarts } from "./source-text.ts";
import { applyEdits, type TextEdit } from "./text-edits.ts";

/** Where a word stands in a text, as a word of its own; null when it is not there, or there twice. */
export function wordAt(text: string, word: string): number | null {
  if (word === "") return null;
  const offsets: number[] = [];
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
    if (!isPart(text.charAt(from - 1)) && !isPart(text.charAt(from + word.length))) offsets.push(from);
  }
  const [only = null, another] = offsets;
  return another === undefined ? only : null;
}

/** True of what a word goes on with. */
function isPart(character: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(character);
}

/** The fix of a word that begins at a place. */
export function fixWord({ line, column }: Place, { written, meant }: Slip): Fix {
  const range = { start: { line, column }, end: { line, column: column + written.length } };
  return { range, replacement: meant };
}

/** A text in YAML, with the number of its first line in its file. */
interface YamlText {
  readonly text: string;
  readonly firstLine: number;
}

/** The fix of a key or a value in YAML, in quotes or without; null where it is written in another way. */
export function fixValue({ text, firstLine }: YamlText, place: Place, slip: Slip | null): Fix | null {
  if (slip === null) return null;
  const line = text.split(/\r\n?|\n/)[place.line - firstLine]?.slice(place.column - 1) ?? "";
  const quote = /^["']?/.exec(line)?.[0].length ?? 0;
  const isThere = wordAt(line.slice(quote, quote + slip.written.length + 1), slip.written) === 0;
  return isThere ? fixWord({ line: place.line, column: place.column + quote }, slip) : null;
}

/** A fix in a file, with what stands there. */
export interface FileFix extends Fix {
  readonly file: string;
  readonly written: string;
}

/** What became of the fixes of some findings. */
export interface FixReport {
  readonly made: readonly FileFix[];
  readonly left: readonly LeftFix[];
}

/** A fix that was not made, and why: the end of a sentence about the file. */
export interface LeftFix extends FileFix {
  readonly reason: string;
}

/** The fixes of findings by file; what is found on several pages in one place is one. */
export function listFixes(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly FileFix[]> {
  const byFile = new Map<string, Map<string, Fix>>();
  for (const { position, fix } of diagnostics) {
    if (position === null || fix === undefined) continue;
    const fixes = byFile.get(position.file) ?? new Map<string, Fix>();
    byFile.set(position.file, fixes.set(JSON.stringify(fix), fix));
  }
  return new Map(
    Array.from(byFile, ([file, fixes]) => {
      const text = texts.get(file) ?? "";
      const edits = toEdits(text, [...fixes.values()]);
      return [file, edits.map(({ fix, start, end }) => ({ file, ...fix, written: text.slice(start, end) }))];
    }),
  );
}

/** A text with its fixes made. Of those that overlap none is: only one of them can be right, and nobody knows which. */
export function fixText<T extends Fix>(text: string, fixes: readonly T[]) {
  const edits = toEdits(text, fixes);
  const overlaps = (edit: TextEdit): boolean =>
    edits.some((other) => other !== edit && edit.start < other.end && other.start < edit.end);
  const left = edits.filter(overlaps);
  const made = edits.filter((edit) => !left.includes(edit));
  return { text: applyEdits(text, made), made: made.map(({ fix }) => fix), left: left.map(({ fix }) => fix) };
}

function toEdits<T extends Fix>(text: string, fixes: readonly T[]): readonly (TextEdit & { readonly fix: T })[] {
  const starts = lineStarts(text);
  const offsetOf = ({ line, column }: Place): number => (starts[line - 1] ?? 0) + column - 1;
  return fixes.map((fix) => {
    const { range, replacement } = fix;
    return { fix, start: offsetOf(range.start), end: offsetOf(range.end), text: replacement };
  });
}
