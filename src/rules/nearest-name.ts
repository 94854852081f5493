import { nearest } from "../suggest/nearest.ts";

/** The candidate a writer most likely meant, as a hint: `did you mean broker_invoices_list?`. Null when none is near. */
export function nearestHint(name: string, candidates: readonly string[]): string | null {
  const candidate = nearestName(name, candidates);
  return candidate === null ? null : `did you mean ${candidate}?`;
}

/** The candidate most like a name; null when none is near. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  if (name.length > longestName) return null;
  const candidate = nearest(name, candidates);
  const isGuess = name.length < shortestName && candidate?.toLowerCase() !== name.toLowerCase();
  return isGuess ? null : candidate;
}

/** Comparing takes time in proportion to both lengths; nobody mistypes a name of this size. */
const longestName = 200;

/** Anything is near a name of two letters. */
const shortestName = 3;
