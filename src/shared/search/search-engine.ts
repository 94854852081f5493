import MiniSearch, { type AsPlainObject } from "minisearch";

import { type IndexedTerm, searchFields, weightSteps } from "./search-index.ts";

/**
 * MiniSearch on that part of its index that a query is about, as it would have been had it read everything. Lengths are
 * in the weights already: its own are all 1.
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
    fieldIds: Object.fromEntries(fields.map((field, place) => [field, place])),
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
  for (let place = 0; place < steps.length; place += 2) {
    id += steps[place] ?? 0;
    ids.add(id);
    counts[id] = (steps[place + 1] ?? 0) / weightSteps;
  }
  return [field, counts];
}
