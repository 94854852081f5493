import MiniSearch, { type AsPlainObject, type Query } from "minisearch";

import { type IndexedTerm, searchFields, weightSteps } from "./search-index.ts";
import { type Phrase, stemOf, type Synonyms } from "./search-terms.ts";

/** A typed word with the word that's searched: itself, or the nearest known word if it occurs nowhere. */
export interface WrittenWord {
  readonly term: string;
  readonly wanted: readonly string[];
}

/** The forms of a query's word in texts, as beginnings of words. */
export function formsOf(term: string, synonyms: Synonyms): readonly string[] {
  return [term, stemOf(term), ...synonyms.of([term]).flat()];
}

/** A short word begins too many others: “create” should also find “add”, but not “address”. */
export function isBeginning(word: string): boolean {
  return word.length > 3;
}

export type Combination = "AND" | "OR";

/** Alternatives for each word of a query. The words of a phrase with synonyms count together. */
export function toQueries(
  words: readonly WrittenWord[],
  synonyms: Synonyms,
  combineWith: Combination,
): readonly Query[] {
  const phrases = synonyms.within(words.map(({ term }) => term));
  const alone = words.filter(({ term }) => !phrases.some((phrase) => phrase.includes(term)));
  const together = phrases.map((phrase): Query => {
    const own = words.filter(({ term }) => phrase.includes(term)).map(({ wanted }) => toWordQuery(wanted, synonyms));
    const synonymQueries = synonyms.of(phrase).map(toSynonymQuery);
    return { combineWith: "OR", queries: [{ combineWith, queries: own }, ...synonymQueries] };
  });
  return [...alone.map(({ wanted }) => toWordQuery(wanted, synonyms)), ...together];
}

/**
 * Searches for some words, or for their other forms and names, which count less. A beginning counts less than the word.
 */
export function toWordQuery(wanted: readonly string[], synonyms: Synonyms): Query {
  const forms = wanted.map(stemOf).filter((stem) => !wanted.includes(stem));
  return {
    combineWith: "OR",
    queries: [
      ...wanted.map((term) => ({ queries: [term], prefix: true })),
      ...forms.map((stem) => ({ queries: [stem], prefix: true, boostTerm: () => 0.7 })),
      ...wanted.flatMap((term) => synonyms.of([term])).map(toSynonymQuery),
    ],
  };
}

function toSynonymQuery(phrase: Phrase): Query {
  return { combineWith: "AND", queries: [...phrase], prefix: isBeginning, boostTerm: () => 0.5 };
}

/**
 * Gives MiniSearch the part of the index that a query needs, with the results of a whole index. Lengths are already
 * part of the weights, so its own are all 1.
 */
export function createEngine(terms: ReadonlyMap<string, IndexedTerm>, documentCount: number): MiniSearch<number> {
  const ids = new Set<number>();
  const index = Array.from(terms.values(), ([term, ...fields]): AsPlainObject["index"][number] => [
    term,
    Object.fromEntries(fields.map((numbers) => toCounts(numbers, ids))),
  ]);
  const fields = Object.keys(searchFields);
  const ones = fields.map(() => 1);
  const plain: AsPlainObject = {
    documentCount,
    nextId: documentCount,
    documentIds: Object.fromEntries([...ids].map((id) => [id, id])),
    fieldIds: Object.fromEntries(fields.map((field, number) => [field, number])),
    fieldLength: Object.fromEntries([...ids].map((id) => [id, ones])),
    averageFieldLength: ones,
    storedFields: {},
    dirtCount: 0,
    index,
    serializationVersion: 2,
  };
  return MiniSearch.loadJS<number>(plain, {
    fields,
    tokenize: (term) => [term],
    processTerm: (term) => term,
    searchOptions: { boost: searchFields, bm25: { k: 1.2, b: 0, d: 0.5 }, fuzzy: false },
  });
}

function toCounts([field = 0, ...steps]: readonly number[], ids: Set<number>): [number, Record<string, number>] {
  const counts: Record<string, number> = {};
  let id = 0;
  for (let index = 0; index < steps.length; index += 2) {
    id += steps[index] ?? 0;
    ids.add(id);
    counts[id] = (steps[index + 1] ?? 0) / weightSteps;
  }
  return [field, counts];
}
