import { storeChoice, storedChoice } from "../choices.ts";

const mostKept = 5;

/** What was searched for with success in this browser, last first. */
export function recentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storedChoice("docs.searches") ?? "[]");
    return Array.isArray(kept) ? kept.filter((query) => typeof query === "string").slice(0, mostKept) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  const kept = [query, ...recentSearches().filter((other) => other !== query)].slice(0, mostKept);
  storeChoice("docs.searches", JSON.stringify(kept));
}

export function forgetSearches(): void {
  storeChoice("docs.searches", "[]");
}
