import { searchKinds, type SearchRecord, type StoredRecord, weightSteps } from "#shared/search/search-index.ts";
import { isFiller, toIndexedTerms, toWholeNames } from "#shared/search/search-terms.ts";

/** What an index has to know of some records, as plain data. They are numbered from 0. */
export interface RecordGroup {
  /** How many records there are of each of `searchKinds`. */
  readonly counts: readonly number[];
  /** Each as it is written. */
  readonly records: readonly string[];
  /** What each leaves out of its text, likewise. */
  readonly texts: readonly string[];
  /** Each once for every field that it stands in. */
  readonly terms: readonly string[];
  /**
   * For each term the field, in how many records it stands there, and of these by turns the number and what it weighs.
   * In one list: a large site has millions.
   */
  readonly places: Int32Array;
}

export type Grouping = (found: readonly SearchRecord[]) => RecordGroup;

/** Gives a function that makes groups. It remembers words, which most groups share. */
export function createGrouping(): Grouping {
  const counter = new TermCounter();
  return (found) => {
    const ofKinds = searchKinds.map((kind) => found.filter((record) => record.kind === kind));
    const records = ofKinds.flat();
    const stored = records.map(toStored);
    return {
      counts: ofKinds.map(({ length }) => length),
      records: stored.map(({ record }) => JSON.stringify(record)),
      texts: stored.map(({ rest }) => JSON.stringify(rest)),
      ...placeTerms(records, counter),
    };
  };
}

/** In characters: two lines of the list of results. What a first query fetches has no more of a text. */
const longestStart = 160;

function toStored({ title, trail, text, href }: SearchRecord): {
  readonly record: StoredRecord;
  readonly rest: string;
} {
  if (text.length <= longestStart) return { record: [title, trail, text, href], rest: "" };
  const start = text.slice(0, longestStart).replace(/\s+\S*$/, "");
  return { record: [title, trail, `${start}…`, href], rest: text.slice(start.length) };
}

/**
 * Words of a usual field, in the order of `searchFields`. Fixed numbers, so that a longer page does not change what is
 * written of all others.
 */
const usualLengths = [4, 3, 4, 40] as const;

/** The last of them: what is no name. */
const textField = 3;

/** What BM25 makes of lengths: none at 0, all at 1. */
const lengthMatters = 0.6;

/** Where the terms of some records stand, in the order in which they come. */
function placeTerms(records: readonly SearchRecord[], counter: TermCounter): Pick<RecordGroup, "terms" | "places"> {
  /** By the numbers of term and field: record and weight by turns. */
  const found = new Map<number, number[]>();
  for (const [id, record] of records.entries()) {
    for (const [field, { text, usualLength }] of indexedFields(record).entries()) {
      // A filler is one in sentences, and a word like others in what a thing is called.
      const { terms, total } = counter.count(text, field === textField ? "text" : "name");
      const toWeight = weighing(total, usualLength);
      for (const term of terms) {
        const key = term * usualLengths.length + field;
        const list = found.get(key);
        const weight = toWeight(counter.take(term));
        if (list === undefined) found.set(key, [id, weight]);
        else list.push(id, weight);
      }
    }
  }
  const lists = Array.from(found, ([key, list]) => [key % usualLengths.length, list.length / 2, ...list]);
  const places = new Int32Array(lists.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const list of lists) {
    places.set(list, at);
    at += list.length;
  }
  const terms = Array.from(found.keys(), (key) => counter.termOf(Math.floor(key / usualLengths.length)));
  return { terms, places };
}

/** Gives terms numbers, and counts them. They are read from what stands between the spaces of a text: most of that stands in many texts. */
class TermCounter {
  readonly #terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<string, readonly number[]>();
  readonly #fillers = new Set<number>();
  /** By the number of the term. One list for all texts: a large site has fifty thousand. */
  readonly #counts: number[] = [];

  /** The terms of a text, each once, and how many words they are beside fillers. How often each is there waits to be taken. */
  count(text: string, kind: "text" | "name"): { readonly terms: readonly number[]; readonly total: number } {
    const found: number[] = [];
    let total = 0;
    for (const chunk of text === "" ? [] : text.split(/\s+/)) {
      for (const term of this.#known.get(chunk) ?? this.#read(chunk)) {
        const isTelling = !this.#fillers.has(term);
        if (!isTelling && kind === "text") continue;
        const count = this.#counts[term] ?? 0;
        if (count === 0) found.push(term);
        this.#counts[term] = count + 1;
        if (isTelling) total++;
      }
    }
    return { terms: found, total };
  }

  /** How often a term stands in the text that was counted. */
  take(term: number): number {
    const count = this.#counts[term] ?? 0;
    this.#counts[term] = 0;
    return count;
  }

  termOf(number: number): string {
    return this.#terms[number] ?? "";
  }

  #read(chunk: string): readonly number[] {
    const terms = [...toIndexedTerms(chunk), ...toWholeNames(chunk)].map((term) => {
      const number = this.#numbers.get(term) ?? this.#terms.push(term) - 1;
      this.#numbers.set(term, number);
      if (isFiller(term)) this.#fillers.add(number);
      return number;
    });
    this.#known.set(chunk, terms);
    return terms;
  }
}

/** The texts of a record in the order of `searchFields`. The type of a field says no more of it than its text does. */
function indexedFields({ kind, title, names, trail, text }: SearchRecord): readonly IndexedField[] {
  const texts = kind === "field" ? [title, names, "", `${trail} ${text}`] : [title, names, trail, text];
  return texts.map((words, field) => ({ text: words, usualLength: usualLengths[field] ?? 1 }));
}

interface IndexedField {
  readonly text: string;
  readonly usualLength: number;
}

/** What a term weighs in a text by how often it stands there: by the text's length, as BM25 has it, in `weightSteps`. */
function weighing(words: number, usualLength: number): (count: number) => number {
  const length = 1 - lengthMatters + (lengthMatters * words) / usualLength;
  const toWeight = (count: number): number => 2 ** Math.max(0, Math.round(Math.log2((weightSteps * count) / length)));
  const ofOne = toWeight(1);
  return (count) => (count === 1 ? ofOne : toWeight(count));
}
