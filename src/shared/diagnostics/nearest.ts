import { distance } from "fastest-levenshtein";

import { groupBy } from "../group-by.ts";

/** The most likely candidate as a hint: `did you mean broker_invoices_list?`. Null if none is similar. */
export function nearestHint(name: string, candidates: Iterable<string>): string | null {
  const candidate = nearest(name, candidates);
  return candidate === null ? null : `did you mean ${candidate}?`;
}

/**
 * The candidate most similar to a name that doesn't exist; null if none is similar. If one contains the other, they're
 * more similar than their edit distance: `/auth` means `/authentication`.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > longestName) return null;
  let best: string | null = null;
  let bestScore = Infinity;
  for (const candidate of candidates) {
    const score = dissimilarity(name.toLowerCase(), candidate.toLowerCase());
    if (score < bestScore) [best, bestScore] = [candidate, score];
  }
  // At least one letter has to match: any name of two letters is two edits away.
  const farthest = Math.min(name.length - 1, Math.max(name.length < 4 ? 1 : 2, name.length * 0.4));
  return bestScore <= farthest ? best : null;
}

/** Comparing takes time in proportion to both lengths, and nobody types a longer name. */
const longestName = 200;

function dissimilarity(name: string, candidate: string): number {
  const edits = distance(name, candidate);
  const [shorter, longer] = name.length < candidate.length ? [name, candidate] : [candidate, name];
  const contained = shorter.length >= 4 && longer.includes(shorter);
  return contained ? Math.min(edits, 1 + (longer.length - shorter.length) / longer.length) : edits;
}

/** A wrong word with its correction. */
export interface Slip {
  readonly written: string;
  readonly meant: string;
}

/**
 * The only candidate that a name can be a slip of: it differs in letter case or separators, or by one wrong letter or a
 * swap in each word. Null if several are as similar, or if the name may mean something that doesn't exist yet: other
 * digits, short words, other beginnings (`unpaid` isn't `paid`). Weaker guesses are only hints.
 */
export function slipOf(written: string, candidates: Iterable<string>): Slip | null {
  return createSlipFinder(candidates)(written);
}

/** The same for many names with the same candidates, which are prepared only once. */
export function createSlipFinder(candidates: Iterable<string>): (written: string) => Slip | null {
  // Slips have the first letter of what they mean.
  const byLetter = groupBy(Array.from(new Set(candidates), takeApart), ({ letters }) => letters.charAt(0));
  return (written) => {
    if (written.length > longestName) return null;
    const own = takeApart(written);
    let best: string | null = null;
    let fewest = Infinity;
    for (const candidate of byLetter.get(own.letters.charAt(0)) ?? []) {
      const count = countSlips(own, candidate);
      if (count === fewest) best = null;
      if (count >= fewest) continue;
      [best, fewest] = [candidate.name, count];
    }
    return best === null || best === written ? null : { written, meant: best };
  };
}

function countSlips(written: NameParts, candidate: NameParts): number {
  if (written.letters === candidate.letters) return 0;
  if (written.words.length !== candidate.words.length) return Infinity;
  return written.words.reduce((sum, word, index) => sum + countInWord(word, candidate.words[index] ?? ""), 0);
}

interface NameParts {
  readonly name: string;
  /** Without its separators, in lower case. */
  readonly letters: string;
  readonly words: readonly string[];
}

function takeApart(name: string): NameParts {
  const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  return { name, letters: name.replace(/[-_ ]/g, "").toLowerCase(), words: words.split(/[^\p{L}\p{N}]+/u) };
}

const shortestWord = 4;

function countInWord(word: string, candidate: string): number {
  if (word === candidate) return 0;
  const isLong = Math.max(word.length, candidate.length) >= shortestWord;
  const isComparable = isLong && word.charAt(0) === candidate.charAt(0) && !/\d/.test(word + candidate);
  return isComparable && (distance(word, candidate) === 1 || isSwapped(word, candidate)) ? 1 : Infinity;
}

function isSwapped(word: string, candidate: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === candidate[at]) at += 1;
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return swapped === candidate;
}
