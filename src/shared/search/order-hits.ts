import { fieldNameOf, type SearchHit, type SearchKind } from "./search-index.ts";
import { isInCapitals, namesOfCall, stemOf, type Synonyms, toIndexedTerms, toTerms } from "./search-terms.ts";

/** Among the hits that a reader sees first, so many fields come before the operations that hold the words too. */
export const mostFields = 4;

/** Many fields say the same: a few operations come before most of them. */
export function withOperations(ids: readonly number[], kindOf: (id: number) => SearchKind): readonly number[] {
  const next = ids.filter((id) => kindOf(id) === "field")[mostFields];
  const later = next === undefined ? [] : ids.slice(ids.indexOf(next));
  const operations = later.filter((id) => kindOf(id) === "operation").slice(0, mostFields);
  const before = ids.slice(0, ids.length - later.length);
  if (before.some((id) => kindOf(id) === "operation")) return ids;
  return [...before, ...operations, ...later.filter((id) => !operations.includes(id))];
}

/** Fields of one name and with the same words are one hit: the best of them, whose trail says in how many schemas. */
export function withoutRepeats(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ kind, title, trail, text }) => {
    if (kind !== "field" || !/ in \d+ schemas$/.test(trail)) return true;
    const key = [fieldNameOf(title), text, trail.slice(trail.indexOf(" · "))].join("\n");
    return !seen.has(key) && seen.add(key);
  });
}

/** The rank of a hit whose name doesn't match the query. */
const worst = 5;

interface QueryWords {
  readonly query: string;
  readonly near: readonly SearchKind[];
  readonly synonyms: Synonyms;
}

/**
 * A hit whose name has the very words of the query comes first, however they are joined or inflected; for a value in
 * capitals, like `RETURNED`, hits with that value then; then hits with synonyms.
 */
export function preferExact(hits: readonly SearchHit[], { query, near, synonyms }: QueryWords): readonly SearchHit[] {
  const [terms, written] = [toTerms(query), toKey(toIndexedTerms(query))];
  const [first = "", ...laterTerms] = terms;
  const alike = [...synonyms.of(terms), ...synonyms.of([first]).map((phrase) => [...phrase, ...laterTerms])];
  const [exact, meant] = [[terms], alike].map((phrases) => new Set(phrases.map(toKey)));
  const value = isInCapitals(query) ? query.trim() : null;
  const placeOf = ({ kind, title, trail, text }: SearchHit): number => {
    if (near.length === 0 ? kind === "page" : !near.includes(kind)) return worst;
    const [own, short] = kind === "operation" ? namesOfCall(trail) : [[], []];
    const names = [title, ...(kind === "operation" ? [trail, ...own] : [])];
    const isAsWritten = names.some((name) => toKey(toIndexedTerms(name)) === written);
    const isIn =
      value !== null && [title, trail, text].some((words) => words.split(/[^\p{L}\p{N}_]+/u).includes(value));
    const [isShort, isMeant] = [isCalled(exact, short), isCalled(meant, names)];
    const place = [isAsWritten, isCalled(exact, names), isShort, isIn, isMeant].indexOf(true);
    return place < 0 ? worst : place;
  };
  return hits.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function isCalled(keys: ReadonlySet<string> | undefined, names: readonly string[]): boolean {
  return names.some((name) => keys?.has(toKey(toTerms(name))));
}

function toKey(terms: readonly string[]): string {
  return terms.map(stemOf).join("");
}
