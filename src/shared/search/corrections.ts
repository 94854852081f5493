import { distance } from "fastest-levenshtein";

/** More than these are guesses. */
const mostCorrections = 4;

/** The words that somebody who mistyped one may have meant: those that are nearest. Words may be unfinished. */
export function correctionsOf(term: string, words: readonly string[]): readonly string[] {
  const allowed = term.length < 3 ? 0 : term.length < 8 ? 1 : 2;
  const spellings = [term, ...transposed(term)];
  const near = words.flatMap((word) => {
    if (word.length < term.length - allowed) return [];
    const beginning = word.slice(0, term.length);
    // Two letters in the wrong order are one mistake.
    const edits = Math.min(
      ...spellings.map((spelling, place) => (place === 0 ? 0 : 1) + distance(spelling, beginning)),
    );
    const whole = Math.min(...spellings.map((spelling, place) => (place === 0 ? 0 : 1) + distance(spelling, word)));
    const cost = Math.min(whole, edits + 0.5);
    return cost <= allowed + 0.5 && Math.min(edits, whole) <= allowed ? [{ word, cost }] : [];
  });
  const least = Math.min(...near.map(({ cost }) => cost));
  return near
    .filter(({ cost }) => cost === least)
    .map(({ word }) => word)
    .sort()
    .slice(0, mostCorrections);
}

function transposed(term: string): readonly string[] {
  return Array.from(
    { length: term.length - 1 },
    (_, place) => term.slice(0, place) + term.charAt(place + 1) + term.charAt(place) + term.slice(place + 2),
  );
}
