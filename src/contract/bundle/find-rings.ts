import { isObject, type Json, type JsonObject } from "#shared/json/json.ts";

/** The rings of references, of which each has a target: a ring leads nowhere. */
export function findRings(targets: ReadonlyMap<JsonObject, Json>): readonly (readonly JsonObject[])[] {
  const seen = new Set<Json>();
  const rings: JsonObject[][] = [];
  for (const start of targets.keys()) {
    const way: JsonObject[] = [];
    let next: Json | undefined = start;
    while (isObject(next) && targets.has(next) && !seen.has(next)) {
      seen.add(next);
      way.push(next);
      next = targets.get(next);
    }
    const begin = way.findIndex((node) => node === next);
    if (begin >= 0) rings.push(way.slice(begin));
  }
  return rings;
}
