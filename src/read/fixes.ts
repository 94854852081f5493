import type { Diagnostic, Fix, LineColumn } from "#shared/diagnostics/diagnostic.ts";
import type { Slip } from "#shared/diagnostics/nearest.ts";

import { applyEdits, linesOf, type TextEdit, toSourceText } from "./source-text.ts";

/** The offset of a whole word; null when the text doesn't hold it, or holds it twice. */
export function wordAt(text: string, word: string): number | null {
  if (word === "") return null;
  const offsets: number[] = [];
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
    if (!isPart(text.charAt(from - 1)) && !isPart(text.charAt(from + word.length))) offsets.push(from);
  }
  return offsets.length === 1 ? (offsets[0] ?? null) : null;
}

function isPart(character: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(character);
}

export function fixWord({ line, column }: LineColumn, { written, meant }: Slip): Fix {
  const range = { start: { line, column }, end: { line, column: column + written.length } };
  return { range, replacement: meant };
}

interface YamlText {
  readonly text: string;
  /** The number of its first line in its file. */
  readonly firstLine: number;
}

/** Fixes a key or value of YAML, in quotes or without; null where it's written in another way. */
export function fixValue({ text, firstLine }: YamlText, { line, column }: LineColumn, slip: Slip | null): Fix | null {
  if (slip === null) return null;
  const value = linesOf(text)[line - firstLine]?.slice(column - 1) ?? "";
  const quote = /^["']?/.exec(value)?.[0].length ?? 0;
  const isThere = wordAt(value.slice(quote, quote + slip.written.length + 1), slip.written) === 0;
  return isThere ? fixWord({ line, column: column + quote }, slip) : null;
}

export interface FileFix extends Fix {
  readonly file: string;
  /** The text that the fix replaces. */
  readonly written: string;
}

export interface FixReport {
  readonly made: readonly FileFix[];
  readonly left: readonly LeftFix[];
}

export interface LeftFix extends FileFix {
  /** The end of a sentence about the file. */
  readonly reason: string;
}

/** Fixes by file. A finding on several pages at the same position has a single fix. */
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

/** Applies fixes, except for those that overlap: only one of these can be right, and we can't know which. */
export function fixText<T extends Fix>(text: string, fixes: readonly T[]) {
  const edits = toEdits(text, fixes);
  const overlaps = (edit: TextEdit): boolean =>
    edits.some((second) => second !== edit && edit.start < second.end && second.start < edit.end);
  const left = edits.filter(overlaps);
  const applied = edits.filter((edit) => !left.includes(edit));
  return { text: applyEdits(text, applied), applied: applied.map(({ fix }) => fix), left: left.map(({ fix }) => fix) };
}

function toEdits<T extends Fix>(text: string, fixes: readonly T[]): readonly (TextEdit & { readonly fix: T })[] {
  const { offsetAt } = toSourceText("", text);
  return fixes.map((fix) => {
    const { range, replacement } = fix;
    return { fix, start: offsetAt(range.start), end: offsetAt(range.end), text: replacement };
  });
}
