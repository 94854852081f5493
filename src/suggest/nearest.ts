import { distance } from "fastest-levenshtein";

/**
 * The candidate most like a name that does not exist, or null when none is near.
 * A candidate that contains the name, or the other way round, is nearer than its edit distance says:
 * `/auth` means `/authentication`.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestScore = Infinity;
  for (const candidate of candidates) {
    const score = dissimilarity(name.toLowerCase(), candidate.toLowerCase());
    if (score < bestScore) [best, bestScore] = [candidate, score];
  }
  return bestScore <= Math.max(2, name.length * 0.4) ? best : null;
}

function dissimilarity(name: string, candidate: string): number {
  const edits = distance(name, candidate);
  const [shorter, longer] = name.length < candidate.length ? [name, candidate] : [candidate, name];
  const contained = shorter.length >= 4 && longer.includes(shorter);
  return contained ? Math.min(edits, 1 + (longer.length - shorter.length) / longer.length) : edits;
}
