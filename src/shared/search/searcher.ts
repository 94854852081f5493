import MiniSearch, { type AsPlainObject, type Query } from "minisearch";

import { nearest } from "../nearest.ts";
import {
  type IndexedTerm,
  inTitles,
  searchFields,
  type SearchIndex,
  type SearchKind,
  searchKinds,
  type SearchRecord,
  type StoredRecord,
  weightSteps,
} from "./search-index.ts";
import { correctionsOf, stemOf, synonymsOf, toTerms, toWholeNames } from "./search-terms.ts";

/** Gives the content of a file of an index by its name. */
export interface IndexFiles {
  readonly terms: (name: string) => Promise<readonly IndexedTerm[]>;
  readonly records: (name: string) => Promise<readonly StoredRecord[]>;
}

export type SearchHit = Omit<SearchRecord, "names">;

export interface SearchAnswer {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** The words that were looked for, in lower case: what a hit holds begins with one of them. */
  readonly words: readonly string[];
  /** Words of the query that stand nowhere, with those that were looked for instead; none when nothing is near. */
  readonly corrections: ReadonlyMap<string, readonly string[]>;
  /** Words of the site that are somewhat like those that stand nowhere. */
  readonly suggestions: readonly string[];
}

export interface SearchOptions {
  /** What the reader is reading: it comes before its equals. */
  readonly near: readonly SearchKind[];
  readonly most: number;
}

/** Of what answers a query alike, the operation is what was meant, and the field the detail. */
const kindFactors: KindFactors = { guide: 1, operation: 1.1, field: 0.8 };

/** Who writes an identifier means what has that name. */
const factorsOfNames: KindFactors = { guide: 1, operation: 0.8, field: 1.3 };

type KindFactors = Readonly<Record<SearchKind, number>>;

/** How much more what is near counts. */
const nearFactor = 3;

/** With so many hits for all words together nobody wants those for some of them. */
const fewHits = 5;

/** Of the parts that hold what a short beginning may become, so many are looked into. */
const mostParts = 4;

/** An index of so many parts, of 20 kB at most, is fetched whole when the reader begins: then no key waits for the network. */
const fewParts = 12;

/** Searches one index. It fetches the parts that a query needs, and keeps them. */
export class Searcher {
  readonly #index: SearchIndex;
  readonly #files: IndexFiles;

  constructor(index: SearchIndex, { terms, records }: IndexFiles) {
    this.#index = index;
    this.#files = { terms: keepLoading(terms), records: keepLoading(records) };
  }

  /** Fetches a small index before a query needs it. Whatever does not arrive is fetched when it is needed. */
  async prefetch(): Promise<void> {
    const { terms, records } = this.#index;
    if (terms.length + records.length > fewParts) return;
    await Promise.allSettled([
      ...terms.map(async ([, name]) => this.#files.terms(name)),
      ...records.map(async ([, name]) => this.#files.records(name)),
    ]);
  }

  async search(query: string, { near, most }: SearchOptions): Promise<SearchAnswer> {
    const written = [...new Set(toTerms(query))];
    const found = await this.#termsFrom(written.flatMap(formsOf));
    const unknown = written.filter((term) => !isAmong(found, term));
    const around = await this.#termsFrom(unknown.flatMap((term) => [term.charAt(0), term.charAt(1)]));
    const known = around.map(([term]) => term);
    const corrections = new Map(unknown.map((term) => [term, correctionsOf(term, known)]));
    const wanted = written.map((term) => corrections.get(term) ?? [term]).filter(({ length }) => length > 0);
    const names = toWholeNames(query);
    const whole = (await this.#termsFrom(names)).filter(([term]) => names.some((name) => term.startsWith(name)));
    const queries = [...wanted, ...names.filter((name) => isAmong(whole, name)).map((name) => [name])].map(toQuery);
    const forms = queries.length === 0 ? [] : [...wanted.flat().flatMap(formsOf), ...names];
    const entries = [...found, ...around, ...whole].filter(([term]) => forms.some((form) => term.startsWith(form)));
    // A letter alone begins a word of nearly every text, which tells nothing.
    const read = forms.every((form) => form.length === 1) ? entries.map(inTitles) : entries;
    const engine = createEngine(new Map(read.map((entry) => [entry[0], entry])), this.#index.ends.at(-1) ?? 0);
    const factors = names.length > 0 && !query.includes("/") ? factorsOfNames : kindFactors;
    const ids = rank(engine, queries, (id) => {
      const kind = this.#kindOf(id);
      return factors[kind] * (near.includes(kind) ? nearFactor : 1);
    });
    const hits = await Promise.all(ids.slice(0, most).map(async (id) => this.#hitOf(id)));
    return {
      hits: preferExact(hits, query, near),
      words: [
        ...new Set(wanted.flat().flatMap((term) => formsOf(term).filter((form) => form === term || isBeginning(form)))),
      ],
      corrections,
      suggestions: hits.length > 0 ? [] : unknown.flatMap((term) => nearest(term, known) ?? []),
    };
  }

  /** The terms of all parts that hold terms with one of some beginnings. */
  async #termsFrom(beginnings: readonly string[]): Promise<readonly IndexedTerm[]> {
    const names = new Set(beginnings.flatMap((beginning) => partsFrom(this.#index.terms, beginning)));
    return (await Promise.all(Array.from(names, this.#files.terms))).flat();
  }

  #kindOf(id: number): SearchKind {
    return searchKinds[this.#index.ends.findIndex((end) => id < end)] ?? "guide";
  }

  async #hitOf(id: number): Promise<SearchHit> {
    const [start, name] = this.#index.records.findLast(([first]) => first <= id) ?? [0, ""];
    const stored = await this.#files.records(name);
    const [title = "", trail = "", text = "", href = ""] = stored[id - start] ?? [];
    return { kind: this.#kindOf(id), title, trail, text, href };
  }
}

/** Loads each file once. What failed is tried again by the next query: the network may be back. */
function keepLoading<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loading = new Map<string, Promise<T>>();
  return async (name) => {
    const promise = loading.get(name) ?? load(name);
    loading.set(name, promise);
    promise.catch(() => loading.delete(name));
    return promise;
  };
}

function partsFrom(parts: SearchIndex["terms"], beginning: string): readonly string[] {
  const first = Math.max(
    0,
    parts.findLastIndex(([start]) => start <= beginning),
  );
  return parts
    .slice(first, first + mostParts)
    .filter(([start], place) => place === 0 || start.startsWith(beginning))
    .map(([, name]) => name);
}

/** The ways in which a word of a query may stand in a text, as beginnings of words. */
function formsOf(term: string): readonly string[] {
  return [term, stemOf(term), ...synonymsOf(term)];
}

/** Short words begin too many others: who says “create” means “add”, but no address. */
function isBeginning(word: string): boolean {
  return word.length > 3;
}

function isAmong(entries: readonly IndexedTerm[], term: string): boolean {
  const forms = formsOf(term);
  return entries.some(([known]) => forms.some((form) => known.startsWith(form)));
}

/** Records by number: those with every word, and where these are few, those with some. */
function rank(
  engine: MiniSearch<number>,
  queries: readonly Query[],
  boostDocument: (id: number) => number,
): readonly number[] {
  const idsOf = (combineWith: "AND" | "OR"): readonly number[] =>
    engine.search({ combineWith, queries: [...queries] }, { boostDocument }).map(({ id }) => Number(id));
  const all = idsOf("AND");
  return all.length >= fewHits ? all : [...new Set([...all, ...idsOf("OR")])];
}

/** Any of some words, or of their other forms and names, which count less; a beginning counts less than the word. */
function toQuery(terms: readonly string[]): Query {
  const forms = terms.map(stemOf).filter((stem) => !terms.includes(stem));
  const synonyms = terms.flatMap(synonymsOf);
  return {
    combineWith: "OR",
    queries: [
      ...terms.map((term) => ({ queries: [term], prefix: true })),
      ...forms.map((stem) => ({ queries: [stem], prefix: true, boostTerm: () => 0.7 })),
      ...synonyms.map((synonym) => ({ queries: [synonym], prefix: isBeginning(synonym), boostTerm: () => 0.5 })),
    ],
  };
}

/** What is called by the very words of the query is what was meant, however they are joined and bent. */
function preferExact(hits: readonly SearchHit[], query: string, near: readonly SearchKind[]): readonly SearchHit[] {
  const asked = toKey(query);
  const isExact = ({ kind, title, trail }: SearchHit): boolean =>
    toKey(title) === asked || (kind === "operation" && toKey(trail) === asked);
  const isMeant = (hit: SearchHit): boolean => (near.length === 0 || near.includes(hit.kind)) && isExact(hit);
  const meant = hits.filter(isMeant);
  return [...meant, ...hits.filter((hit) => !meant.includes(hit))];
}

function toKey(text: string): string {
  return toTerms(text).map(stemOf).join("");
}

/**
 * MiniSearch on that part of its index that a query is about, as it would have been had it read everything. Lengths are
 * in the weights already: its own are all 1.
 */
function createEngine(terms: ReadonlyMap<string, IndexedTerm>, documentCount: number): MiniSearch<number> {
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
