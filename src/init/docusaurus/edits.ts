import type { Part } from "./mdx-parts.ts";

/** A replacement of a part of a text. */
export interface Edit extends Part {
  readonly text: string;
}

/** Replaces parts of a text. Of two that overlap, the one that begins first, or is longer, is made. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let done = 0;
  for (const edit of sorted) {
    if (edit.start < done) continue;
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return [...pieces, text.slice(done)].join("");
}

/** Takes away blank lines that follow another one, but in fenced code. */
export function squeezeBlankLines(text: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const [, mark] = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && fence === null) fence = mark;
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null;
    if (fence === null && line.trim() === "" && (lines.at(-1) ?? "").trim() === "") continue;
    lines.push(fence === null && line.trim() === "" ? "" : line);
  }
  return `${lines.join("\n").trim()}\n`;
}
