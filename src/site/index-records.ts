import { createHash } from "node:crypto";

import type { OutputFile } from "#shared/files.ts";
import {
  type IndexedTerm,
  searchFilePath,
  type SearchIndex,
  searchKinds,
  type SearchRecord,
  type StoredRecord,
  weightSteps,
} from "#shared/search/search-index.ts";
import { toTerms, toWholeNames } from "#shared/search/search-terms.ts";

/** An index with its files. */
export interface IndexWithFiles {
  readonly index: SearchIndex;
  readonly files: readonly OutputFile[];
}

/** The index of some records. The same records give the same files, named by their content. */
export function indexRecords(root: string, found: readonly SearchRecord[]): IndexWithFiles {
  const records = searchKinds.flatMap((kind) => found.filter((record) => record.kind === kind));
  const terms = inParts(byBeginning(toTermList(records).map(write), 1)).map(toPart);
  const stored = inParts(records.map((record) => [write(toStored(record))])).map(toPart);
  const starts = stored.map((_, place) => stored.slice(0, place).reduce((sum, { entries }) => sum + entries.length, 0));
  const index = {
    root,
    ends: searchKinds.map((_, place) => records.filter(({ kind }) => searchKinds.indexOf(kind) <= place).length),
    terms: terms.map(({ entries, name }) => [entries[0]?.entry[0] ?? "", name] as const),
    records: stored.map(({ name }, place) => [starts[place] ?? 0, name] as const),
  };
  return { index, files: [...terms, ...stored].map(({ file }) => file) };
}

/** An entry of a part, as it is written. */
interface Written<T> {
  readonly entry: T;
  readonly json: string;
}

function write<T>(entry: T): Written<T> {
  return { entry, json: JSON.stringify(entry) };
}

interface Part<T> {
  readonly entries: readonly Written<T>[];
  readonly name: string;
  readonly file: OutputFile;
}

function toPart<T>(entries: readonly Written<T>[]): Part<T> {
  const content = Buffer.from(`[${entries.map(({ json }) => json).join(",")}]`);
  const name = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { entries, name, file: { path: searchFilePath(name), content } };
}

/** More of a text is found, but not shown. */
const longestExcerpt = 280;

function toStored({ title, trail, text, href }: SearchRecord): StoredRecord {
  const excerpt = text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt).replace(/\s+\S*$/, "")} …`;
  return [title, trail, excerpt, href];
}

/**
 * Words of a usual field, in the order of `searchFields`. Fixed numbers, so that a longer page does not change what is
 * written of all others.
 */
const usualLengths = [4, 3, 4, 40] as const;

/** What BM25 makes of lengths: none at 0, all at 1. */
const lengthMatters = 0.6;

/** Terms that stand in more records than this are told of those where they weigh most: no list grows with the site. */
const mostRecords = 1_000;

/** Every term with the records that it stands in, in the order of the alphabet. */
function toTermList(records: readonly SearchRecord[]): readonly IndexedTerm[] {
  const counter = new TermCounter();
  /** By the number of the term: its fields, each with record and weight by turns, in one list: a large site has millions. */
  const fields: Map<number, number[]>[] = [];
  for (const [id, record] of records.entries()) {
    for (const [field, { text, usualLength }] of indexedFields(record).entries()) {
      const { terms, total } = counter.count(text);
      const toWeight = weighing(total, usualLength);
      for (const term of terms) {
        const weight = toWeight(counter.take(term));
        const lists = (fields[term] ??= new Map<number, number[]>());
        const list = lists.get(field);
        if (list === undefined) lists.set(field, [id, weight]);
        else list.push(id, weight);
      }
    }
  }
  return counter
    .inOrder()
    .map(([term, number]) => [
      term,
      ...Array.from(fields[number] ?? [], ([field, list]) => [field, ...toSteps(heaviest(list))]),
    ]);
}

/** Gives terms numbers, and counts them. They are read from what stands between the spaces of a text: most of that stands in many texts. */
class TermCounter {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<string, readonly number[]>();
  /** By the number of the term. One list for all texts: a large site has fifty thousand. */
  readonly #counts: number[] = [];

  /** The terms of a text, each once, and how many words they are. How often each is there waits to be taken. */
  count(text: string): { readonly terms: readonly number[]; readonly total: number } {
    const found: number[] = [];
    let total = 0;
    for (const chunk of text === "" ? [] : text.split(/\s+/)) {
      for (const term of this.#known.get(chunk) ?? this.#read(chunk)) {
        const count = this.#counts[term] ?? 0;
        if (count === 0) found.push(term);
        this.#counts[term] = count + 1;
        total++;
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

  inOrder(): readonly (readonly [term: string, number: number])[] {
    return [...this.#numbers].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #read(chunk: string): readonly number[] {
    const terms = [...toTerms(chunk), ...toWholeNames(chunk)].map((term) => {
      const number = this.#numbers.get(term) ?? this.#numbers.size;
      this.#numbers.set(term, number);
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

/** Of records and weights by turns those that weigh most; of those that weigh the same, the first ones. */
function heaviest(weighed: readonly number[]): readonly number[] {
  if (weighed.length <= 2 * mostRecords) return weighed;
  const counts = new Map<number, number>();
  for (let place = 1; place < weighed.length; place += 2) {
    const weight = weighed[place] ?? 0;
    counts.set(weight, (counts.get(weight) ?? 0) + 1);
  }
  const room = new Map<number, number>();
  let left = mostRecords;
  for (const [weight, count] of [...counts].sort(([a], [b]) => b - a)) {
    room.set(weight, Math.min(count, left));
    left -= Math.min(count, left);
  }
  return weighed.filter((value, place) => {
    const weight = place % 2 === 0 ? (weighed[place + 1] ?? 0) : value;
    const free = room.get(weight) ?? 0;
    if (place % 2 === 1 && free > 0) room.set(weight, free - 1);
    return free > 0;
  });
}

/** Of each record how far it is from the one before. */
function toSteps(weighed: readonly number[]): readonly number[] {
  return weighed.map((value, place) => (place % 2 === 0 ? value - (weighed[place - 2] ?? 0) : value));
}

/** In characters of JSON. Compressed it is about a third. */
const partSize = 20_000;

/** Groups that belong together, in parts of about one size. */
function inParts<T>(groups: readonly (readonly Written<T>[])[]): readonly (readonly Written<T>[])[] {
  const parts: { readonly entries: Written<T>[]; size: number }[] = [];
  for (const group of groups) {
    const size = sizeOf(group);
    const last = parts.at(-1);
    if (last === undefined || last.size + size > partSize) parts.push({ entries: [...group], size });
    else {
      last.entries.push(...group);
      last.size += size;
    }
  }
  return parts.map(({ entries }) => entries);
}

type WrittenTerm = Written<IndexedTerm>;

/** Terms by their first letters, so many that a group fits into a part: what one more word changes ends where a letter does. */
function byBeginning(terms: readonly WrittenTerm[], length: number): readonly (readonly WrittenTerm[])[] {
  const groups = new Map<string, WrittenTerm[]>();
  for (const term of terms) {
    const beginning = term.entry[0].slice(0, length);
    const group = groups.get(beginning);
    if (group === undefined) groups.set(beginning, [term]);
    else group.push(term);
  }
  return [...groups.values()].flatMap((group) =>
    group.length === 1 || sizeOf(group) <= partSize ? [group] : byBeginning(group, length + 1),
  );
}

/** In characters of JSON, with what stands between and around the entries. */
function sizeOf(entries: readonly Written<unknown>[]): number {
  return entries.reduce((size, { json }) => size + json.length + 1, 1);
}
