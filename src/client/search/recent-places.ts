import { type SearchHit, searchKinds } from "#shared/search/search-index.ts";

import { storeChoice, storedChoice } from "../choices.ts";

const maxKept = 5;

/** The pages that the search led to in this browser, newest first. Only they are stored, never what was typed. */
export function recentPlaces(): readonly SearchHit[] {
  try {
    const kept: unknown = JSON.parse(storedChoice("docs.places") ?? "[]");
    return Array.isArray(kept) ? kept.map(toPlace).filter((hit) => hit !== null) : [];
  } catch {
    return [];
  }
}

export function rememberPlace(hit: SearchHit | null): void {
  if (hit === null) return;
  const { kind, title, trail, href } = hit;
  const others = recentPlaces().filter((recent) => recent.href !== href);
  const kept = [{ kind, title, trail, href }, ...others].slice(0, maxKept);
  storeChoice("docs.places", JSON.stringify(kept));
}

export function forgetPlaces(): void {
  storeChoice("docs.places", "[]");
}

/** Only a place of this site counts: scripts lie in `assets/`, one level below the site's base. */
function toPlace(stored: unknown): SearchHit | null {
  if (typeof stored !== "object" || stored === null) return null;
  const values = new Map<string, unknown>(Object.entries(stored));
  const [title, trail, href] = ["title", "trail", "href"].map((key) => values.get(key));
  const kind = searchKinds.find((known) => known === values.get("kind"));
  if (kind === undefined || typeof title !== "string" || typeof trail !== "string" || typeof href !== "string")
    return null;
  const isOurs = href.startsWith(new URL("..", import.meta.url).pathname) && !href.startsWith("//");
  return isOurs ? { kind, title, trail, text: "", href } : null;
}
