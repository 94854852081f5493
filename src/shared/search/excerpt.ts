/**
 * What of a text to show for some words, each the beginning of one: the sentence with most of those that were typed, and of
 * these alike with most of all, and what follows it in its line. Without any of them it is the first line.
 */
export function excerptOf(text: string, words: readonly string[], typed: readonly string[] = []): string {
  const [all, own] = [shortest(words), shortest(typed)];
  const sentences = text.split("\n").flatMap(sentencesOf);
  const counts = sentences.map(({ sentence }) => countIn(sentence, own) * (words.length + 1) + countIn(sentence, all));
  return sentences[counts.indexOf(Math.max(...counts))]?.shown ?? "";
}

/** So much of a line stands before the first word that was found. */
const lead = 40;

/** An excerpt where it is shown in one line: so much of it that a word that was found is in sight. Rows of tables stay whole. */
export function inSight(excerpt: string, words: readonly string[]): string {
  const first = foundIn(excerpt, words)[0]?.index ?? 0;
  if (first <= lead || excerpt.includes(" · ")) return excerpt;
  return `… ${excerpt.slice(excerpt.lastIndexOf(" ", first - lead / 2) + 1)}`;
}

/** Words without those that begin with another of them. */
function shortest(words: readonly string[]): readonly string[] {
  return words.filter((word) => !words.some((other) => other !== word && word.startsWith(other)));
}

/** Each sentence of a line, and that with all that follows. A row of a table is said as a whole: its first cell names what it tells of. */
function sentencesOf(line: string): readonly { readonly sentence: string; readonly shown: string }[] {
  if (line.includes(" · ")) return [{ sentence: line, shown: line }];
  const starts = [0, ...Array.from(line.matchAll(/[.!?] +(?=\p{Lu})/gu), ({ 0: end, index }) => index + end.length)];
  return starts.map((start, place) => ({ sentence: line.slice(start, starts[place + 1]), shown: line.slice(start) }));
}

/** How many of some words stand in a text. */
function countIn(text: string, words: readonly string[]): number {
  const found = wordsIn(text).map(([word]) => word.toLowerCase());
  return words.filter((beginning) => found.some((word) => word.startsWith(beginning))).length;
}

/** The words of a text that begin with one of those looked for. */
export function foundIn(text: string, words: readonly string[]): readonly RegExpExecArray[] {
  return wordsIn(text).filter(([word]) => {
    const lower = word.toLowerCase();
    return words.some((beginning) => lower.startsWith(beginning));
  });
}

/** The pattern is the same for all: to compile one takes long. */
function wordsIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)];
}
