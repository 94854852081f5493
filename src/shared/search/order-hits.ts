import { fieldNameOf, type SearchHit, type SearchKind } from "./search-index.ts";
import { isInCapitals, namesOfCall, stemOf, type Synonyms, toIndexedTerms, toTerms } from "./search-terms.ts";

/** The number of fields that may come before operations with the same words. */
export const mostFields = 4;

/** Fields often repeat each other, so some operations come before most of them. */
export function withOperations(ids: readonly number[], kindOf: (id: number) => SearchKind): readonly number[] {
  const next = ids.filter((id) => kindOf(id) === "field")[mostFields];
  const later = next === undefined ? [] : ids.slice(ids.indexOf(next));
  const operations = later.filter((id) => kindOf(id) === "operation").slice(0, mostFields);
  const before = ids.slice(0, ids.length - later.length);
  if (before.some((id) => kindOf(id) === "operation")) return ids;
  return [...before, ...operations, ...later.filter((id) => !operations.includes(id))];
}

/**
 * Joins fields with the same name and words into one hit, the best of them. Its trail says how many schemas have it.
 */
export function withoutRepeats(hits: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ kind, title, trail, text }) => {
    if (kind !== "field" || !/ in \d+ schemas$/.test(trail)) return true;
    const key = [fieldNameOf(title), text, trail.slice(trail.indexOf(" · "))].join("\n");
    return !seen.has(key) && seen.add(key);
  });
}

/** The rank of a hit whose name doesn't match. */
const worst = 5;

interface QueryWords {
  readonly query: string;
  readonly near: readonly SearchKind[];
  readonly synonyms: Synonyms;
}

/**
 * Puts hits first whose name has the query's exact words, however they're joined or inflected. For a value in capitals,
 * such as `RETURNED`, hits with that value come next. Hits by synonyms follow.
 */
export function preferExact(hits: readonly SearchHit[], { query, near, synonyms }: QueryWords): readonly SearchHit[] {
  const [terms, written] = [toTerms(query), toKey(toIndexedTerms(query))];
  const [first = "", ...laterTerms] = terms;
  const alike = [...synonyms.of(terms), ...synonyms.of([first]).map((phrase) => [...phrase, ...laterTerms])];
  const [exact, meant] = [new Set([toKey(terms)]), new Set(alike.map(toKey))];
  const value = isInCapitals(query) ? query.trim() : null;
  const rankOf = ({ kind, title, trail, text }: SearchHit): number => {
    if (near.length === 0 ? kind === "page" : !near.includes(kind)) return worst;
    const [own, short] = kind === "operation" ? namesOfCall(trail) : [[], []];
    const names = [title, ...(kind === "operation" ? [trail, ...own] : [])];
    const isAsWritten = names.some((name) => toKey(toIndexedTerms(name)) === written);
    const isIn =
      value !== null && [title, trail, text].some((words) => words.split(/[^\p{L}\p{N}_]+/u).includes(value));
    const [isShort, isMeant] = [isCalled(exact, short), isCalled(meant, names)];
    const rank = [isAsWritten, isCalled(exact, names), isShort, isIn, isMeant].indexOf(true);
    return rank < 0 ? worst : rank;
  };
  return hits.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function isCalled(keys: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => keys.has(toKey(toTerms(name))));
}

function toKey(terms: readonly string[]): string {
  return terms.map(stemOf).join("");
}
