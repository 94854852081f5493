import type { default as MiniSearch, Query } from "minisearch";

import { nearest } from "../diagnostics/nearest.ts";
import { isUnspaced } from "./excerpt.ts";
import { preferExact, withOperations, withoutRepeats } from "./order-hits.ts";
import { type Combination, createEngine, formsOf, isBeginning, toQueries, toWordQuery } from "./search-query.ts";
import { correctionsOf, isInCapitals, isQuestion, stemOf, Synonyms, toTerms, toWholeNames } from "./search-terms.ts";
import {
  type IndexedTerm,
  inTitles,
  recordsInPart,
  type SearchHit,
  type SearchIndex,
  type SearchKind,
  searchKinds,
  type StoredRecord,
} from "./search-index.ts";

/** Loads a file of an index by its name. */
export interface IndexFiles {
  readonly terms: (name: string) => Promise<readonly IndexedTerm[]>;
  readonly records: (name: string) => Promise<readonly StoredRecord[]>;
}

export interface SearchAnswer {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** The searched words in lower case; matches in hits begin with one of them. */
  readonly words: readonly string[];
  /** The typed words with corrected spelling, without synonyms. */
  readonly typed: readonly string[];
  /** Words that occur nowhere, with the words that replaced them; empty if nothing is similar. */
  readonly corrections: ReadonlyMap<string, readonly string[]>;
  /** Words of the site that are somewhat similar to those that occur nowhere. */
  readonly suggestions: readonly string[];
}

export interface SearchOptions {
  /** The kinds of the reader's page, whose hits come before equal ones. */
  readonly near: readonly SearchKind[];
  readonly most: number;
}

/** Among equal hits, operations are the likeliest, and fields are details. */
const kindFactors: KindFactors = { guide: 1, page: 1, operation: 1.1, field: 0.65 };

/** A typed identifier means the part with that name. */
const factorsOfNames: KindFactors = { guide: 1, page: 1, operation: 0.8, field: 1.3 };

/** A question in words is answered by a section, while a field is a single fact. */
const factorsOfQuestions: KindFactors = { guide: 1.2, page: 1, operation: 1, field: 0.1 };

type KindFactors = Readonly<Record<SearchKind, number>>;

const nearFactor = 3;

/** With this many hits for all words, hits for only some of them aren't shown. */
const fewHits = 5;

/** The most parts to load for a short beginning. */
const maxParts = 4;

/** Searches an index. It fetches the parts that a query needs, and keeps them. */
export class Searcher {
  readonly #index: SearchIndex;
  readonly #files: IndexFiles;
  readonly #synonyms: Synonyms;

  /** `synonyms` are groups of words and phrases with the same meaning on this site. */
  constructor(index: SearchIndex, { terms, records }: IndexFiles, synonyms: readonly (readonly string[])[]) {
    this.#index = index;
    this.#synonyms = new Synonyms(synonyms);
    this.#files = { terms: keepLoading(terms), records: keepLoading(records) };
  }

  async search(query: string, { near, most }: SearchOptions): Promise<SearchAnswer> {
    const written = [...new Set(toTerms(query))];
    const synonyms = this.#synonyms;
    const toForms = (terms: readonly string[]): readonly string[] => terms.flatMap((term) => formsOf(term, synonyms));
    const synonymTerms = synonyms.within(written).flatMap((phrase) => synonyms.of(phrase).flat());
    const found = await this.#termsFrom([...toForms(written), ...synonymTerms]);
    // A pair of letters that occurs nowhere isn't a slip, because the words on either side may be right.
    const meant = new Set(synonyms.within(written).flat());
    const isUnknown = (term: string): boolean => !meant.has(term) && !isAmong(found, toForms([term]));
    const unknown = written.filter((term) => !isUnspaced(term) && isUnknown(term));
    const similar = await this.#termsFrom(unknown.flatMap((term) => [term.charAt(0), term.charAt(1)]));
    const known = similar.map(([term]) => term);
    const corrections = new Map(unknown.map((term) => [term, correctionsOf(term, known)]));
    const words = written
      .map((term) => ({ term, wanted: corrections.get(term) ?? [term] }))
      .filter(({ wanted }) => wanted.length > 0);
    const wanted = words.flatMap((word) => word.wanted);
    const names = toWholeNames(query);
    const whole = (await this.#termsFrom(names)).filter(([term]) => names.some((name) => term.startsWith(name)));
    const named = names.filter((name) => isAmong(whole, [name])).map((name) => toWordQuery([name], synonyms));
    const toQuery = (combineWith: Combination): Query => ({
      combineWith,
      queries: [...toQueries(words, synonyms, combineWith), ...named],
    });
    const forms = words.length + named.length === 0 ? [] : [...toForms(wanted), ...synonymTerms, ...names];
    const entries = [...found, ...similar, ...whole].filter(([term]) => forms.some((form) => term.startsWith(form)));
    // A single letter begins a word in nearly every text, so it's ignored.
    const read = forms.every((form) => form.length === 1 && !isUnspaced(form)) ? entries.map(inTitles) : entries;
    const engine = createEngine(new Map(read.map((entry) => [entry[0], entry])), this.#index.ends.at(-1) ?? 0);
    const plain = isQuestion(query) ? factorsOfQuestions : kindFactors;
    const isName = names.length > 0 || isInCapitals(query);
    const factors = isName && !query.includes("/") ? factorsOfNames : plain;
    const ids = rank(engine, toQuery, (id) => {
      const kind = this.#kindOf(id);
      return factors[kind] * (near.includes(kind) ? nearFactor : 1);
    });
    const ranked = [false, true].flatMap((last) => ids.filter((id) => (this.#kindOf(id) === "page") === last));
    const inOrder = withOperations(ranked, (id) => this.#kindOf(id));
    const first = await this.#hitsOf(inOrder.slice(0, most));
    const toDistinct = (some: readonly SearchHit[]): readonly SearchHit[] =>
      withoutRepeats(preferExact(some, { query, near, synonyms }));
    const isFull = toDistinct(first).length > most / 2;
    const hits = toDistinct(isFull ? first : [...first, ...(await this.#hitsOf(inOrder.slice(most, 2 * most)))]);
    return {
      hits: hits.slice(0, most),
      typed: [...wanted, ...wanted.map(stemOf).filter(isBeginning)],
      words: [...new Set([...wanted, ...[...toForms(wanted), ...synonymTerms].filter(isBeginning)])],
      corrections,
      suggestions: hits.length > 0 ? [] : unknown.flatMap((term) => nearest(term, known) ?? []),
    };
  }

  /** All terms in the parts with terms that begin this way. */
  async #termsFrom(beginnings: readonly string[]): Promise<readonly IndexedTerm[]> {
    const names = new Set(beginnings.flatMap((beginning) => partsFrom(this.#index.terms, beginning)));
    return (await Promise.all(Array.from(names, this.#files.terms))).flat();
  }

  #kindOf(id: number): SearchKind {
    return searchKinds[this.#index.ends.findIndex((end) => id < end)] ?? "guide";
  }

  async #hitsOf(ids: readonly number[]): Promise<readonly SearchHit[]> {
    const hits = ids.map(async (id): Promise<SearchHit> => {
      const stored = await this.#files.records(this.#index.records[Math.floor(id / recordsInPart)] ?? "");
      const [title = "", trail = "", text = "", href = ""] = stored[id % recordsInPart] ?? [];
      return { kind: this.#kindOf(id), title, trail, text, href };
    });
    return Promise.all(hits);
  }
}

/** Loads each file once. After a failure the next query tries again, because the network may be back. */
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
    .slice(first, first + maxParts)
    .filter(([start], index) => index === 0 || start.startsWith(beginning))
    .map(([, name]) => name);
}

function isAmong(entries: readonly IndexedTerm[], forms: readonly string[]): boolean {
  return entries.some(([known]) => forms.some((form) => known.startsWith(form)));
}

function rank(
  engine: MiniSearch<number>,
  toQuery: (combineWith: Combination) => Query,
  boostDocument: (id: number) => number,
): readonly number[] {
  const idsOf = (combineWith: Combination): readonly number[] =>
    engine.search(toQuery(combineWith), { boostDocument }).map(({ id }) => Number(id));
  const all = idsOf("AND");
  return all.length >= fewHits ? all : [...new Set([...all, ...idsOf("OR")])];
}
