/** Offsets are in characters. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces parts of a text. Of two edits that overlap, the first counts; if both begin together, the longer. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let done = 0;
  for (const edit of sorted) {
    if (edit.start < done) continue;
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return [...pieces, text.slice(done)].join("");
}
