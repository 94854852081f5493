import { distance } from "fastest-levenshtein";

/** The most likely candidate as a hint: `did you mean broker_invoices_list?`. Null when none is near. */
export function nearestHint(name: string, candidates: Iterable<string>): string | null {
  const candidate = nearest(name, candidates);
  return candidate === null ? null : `did you mean ${candidate}?`;
}

/**
 * The candidate most like a name that doesn't exist, or null when none is near.
 * A candidate that contains the name, or the other way round, is nearer than its edit distance says:
 * `/auth` means `/authentication`.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > longestName) return null;
  let best: string | null = null;
  let bestScore = Infinity;
  for (const candidate of candidates) {
    const score = dissimilarity(name.toLowerCase(), candidate.toLowerCase());
    if (score < bestScore) [best, bestScore] = [candidate, score];
  }
  // A letter has to be right: anything is two edits away from a name of two letters.
  const farthest = Math.min(name.length - 1, Math.max(name.length < 4 ? 1 : 2, name.length * 0.4));
  return bestScore <= farthest ? best : null;
}

/** Comparing takes time in proportion to both lengths, and names of this size aren't typed by hand. */
const longestName = 200;

function dissimilarity(name: string, candidate: string): number {
  const edits = distance(name, candidate);
  const [shorter, longer] = name.length < candidate.length ? [name, candidate] : [candidate, name];
  const contained = shorter.length >= 4 && longer.includes(shorter);
  return contained ? Math.min(edits, 1 + (longer.length - shorter.length) / longer.length) : edits;
}
