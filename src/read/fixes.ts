import type { Fix, Place } from "#shared/diagnostic.ts";
import type { Slip } from "#shared/slip.ts";

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

/** The start of a link or image up to its address: brackets, with what Markdown may have between them. */
const linkStart = /^!?\[(?:[^[\]\\`]|\\[^]|`[^`]*`|\[[^[\]\\`]*\](?:\([^()]*\))?)*\]\([ \t\n]*<?/;
/** Nobody writes longer ones; an expression should not have to find out. */
const longestLink = 2_000;

/** Where the address of a Markdown link or image begins, whose text this is; null where it is written elsewhere, or otherwise. */
export function addressOffset(text: string, address: string): number | null {
  const [before] = linkStart.exec(text.slice(0, longestLink)) ?? [];
  if (before === undefined || !text.startsWith(address, before.length)) return null;
  return /^[\s)>]/.test(text.slice(before.length + address.length)) ? before.length : null;
}
