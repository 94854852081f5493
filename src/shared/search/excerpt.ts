/**
 * Picks the part of a text to show for some words (each a beginning): the sentence with the most typed words, then with
 * the most words, and the rest of its line. Without a match it's the first line.
 */
export function excerptOf(text: string, words: readonly string[], typed: readonly string[] = []): string {
  const [all, own] = [shortest(words), shortest(typed)];
  const sentences = text.split("\n").flatMap(sentencesOf);
  const counts = sentences.map(({ sentence }) => countIn(sentence, own) * (words.length + 1) + countIn(sentence, all));
  return sentences[counts.indexOf(Math.max(...counts))]?.shown ?? "";
}

/** In characters, of the line before the first match. */
const lead = 40;

/**
 * Shortens an excerpt for one line, so that a match is visible. A table's row keeps its first cell, which names the
 * row, unless it's long.
 */
export function inSight(excerpt: string, words: readonly string[]): string {
  const first = foundIn(excerpt, words)[0]?.index ?? 0;
  if (first <= lead) return excerpt;
  const [head = ""] = /^.{0,30}? · /.exec(excerpt) ?? [];
  const space = excerpt.lastIndexOf(" ", first - lead / 2) + 1;
  const start = first - space > 2 * lead ? first - lead / 2 : space;
  return start <= head.length ? excerpt : `${head}… ${excerpt.slice(start)}`;
}

function shortest(words: readonly string[]): readonly string[] {
  return words.filter((word) => !words.some((shorter) => shorter !== word && word.startsWith(shorter)));
}

/** A table's row is one sentence, because its first cell names the row. */
function sentencesOf(line: string): readonly { readonly sentence: string; readonly shown: string }[] {
  if (line.includes(" · ")) return [{ sentence: line, shown: line }];
  const starts = [
    0,
    ...Array.from(line.matchAll(/[.!?] +(?=\p{Lu})|[。！？]/gu), ({ 0: end, index }) => index + end.length),
  ];
  return starts.map((start, index) => ({ sentence: line.slice(start, starts[index + 1]), shown: line.slice(start) }));
}

function countIn(text: string, words: readonly string[]): number {
  const found = wordsIn(text);
  return words.filter((beginning) => found.some(({ word }) => beginsWith(word, beginning))).length;
}

/** The parts of a text that begin with one of the words: whole words, or only the match in scripts without spaces. */
export function foundIn(text: string, words: readonly string[]): readonly FoundWord[] {
  const found: { word: string; index: number }[] = [];
  for (const { word: whole, index } of wordsIn(text)) {
    const [beginning = ""] = words.filter((word) => beginsWith(whole, word)).sort((a, b) => b.length - a.length);
    if (beginning === "") continue;
    const word = isUnspaced(whole) ? whole.slice(0, beginning.length) : whole;
    const last = found.at(-1);
    const end = (last?.index ?? 0) + (last?.word.length ?? 0);
    if (last === undefined || !isUnspaced(word) || index > end) found.push({ word, index });
    else last.word += word.slice(end - index);
  }
  return found;
}

export interface FoundWord {
  readonly word: string;
  readonly index: number;
}

/** In UTF-16 units, for a pair of letters with their marks. */
const longestPair = 16;

/** In scripts without spaces, each letter begins a possible word. */
function wordsIn(text: string): readonly FoundWord[] {
  return Array.from(text.matchAll(wordPattern)).flatMap(({ 0: word, index }) => {
    if (!isUnspaced(word)) return [{ word, index }];
    const letters = Array.from(word.matchAll(/\P{M}\p{M}*/gu), (letter) => letter.index);
    return letters.map((offset) => ({ word: word.slice(offset, offset + longestPair), index: index + offset }));
  });
}

function beginsWith(word: string, beginning: string): boolean {
  return word.toLowerCase().startsWith(beginning);
}

/**
 * Letters of languages without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. Browsers disagree on
 * where their words end (`Intl.Segmenter`), and an index must not depend on that, so pairs of letters stand for words.
 */
const unspaced = String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]\p{M}*`;

/** A run of letters without spaces, or a word. Patterns are compiled only once, because that takes long. */
export const wordPattern = new RegExp(`(?:${unspaced})+|(?:(?!${unspaced})[\\p{L}\\p{N}]\\p{M}*)+`, "gu");

const unspacedStart = new RegExp(`^${unspaced}`, "u");

/** True for a run of letters that may be several words. */
export function isUnspaced(word: string): boolean {
  return unspacedStart.test(word);
}
