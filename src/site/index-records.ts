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
  const terms = inParts(byBeginning(toTermList(records), 1)).map(toPart);
  const stored = inParts(records.map((record) => [toStored(record)])).map(toPart);
  const starts = stored.map((_, place) => stored.slice(0, place).reduce((sum, { entries }) => sum + entries.length, 0));
  const index = {
    root,
    ends: searchKinds.map((_, place) => records.filter(({ kind }) => searchKinds.indexOf(kind) <= place).length),
    terms: terms.map(({ entries, name }) => [entries[0]?.[0] ?? "", name] as const),
    records: stored.map(({ name }, place) => [starts[place] ?? 0, name] as const),
  };
  return { index, files: [...terms, ...stored].map(({ file }) => file) };
}

interface Part<T> {
  readonly entries: readonly T[];
  readonly name: string;
  readonly file: OutputFile;
}

function toPart<T>(entries: readonly T[]): Part<T> {
  const content = JSON.stringify(entries);
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
  const fields = new Map<string, Map<number, number[]>>();
  const known = new Map<string, readonly string[]>();
  for (const [id, record] of records.entries()) {
    for (const [field, { text, usualLength }] of indexedFields(record).entries()) {
      for (const [term, weight] of weigh(readTerms(text, known), usualLength)) {
        const lists = fields.get(term) ?? new Map<number, number[]>();
        const list = lists.get(field) ?? [];
        fields.set(term, lists.set(field, list));
        list.push(id, weight);
      }
    }
  }
  return [...fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([term, lists]) => [term, ...Array.from(lists, ([field, list]) => [field, ...toSteps(heaviest(list))])]);
}

/** The terms of a text, from those of what stands between its spaces: most of that stands in many texts. */
function readTerms(text: string, known: Map<string, readonly string[]>): readonly string[] {
  return text.split(/\s+/).flatMap((chunk) => {
    const terms = known.get(chunk) ?? [...toTerms(chunk), ...toWholeNames(chunk)];
    known.set(chunk, terms);
    return terms;
  });
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

/** What each term weighs in a text: how often it stands there by the text's length, as BM25 has it, in `weightSteps`. */
function weigh(terms: readonly string[], usualLength: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = 1 - lengthMatters + (lengthMatters * terms.length) / usualLength;
  return new Map(
    Array.from(counts, ([term, count]) => [
      term,
      2 ** Math.max(0, Math.round(Math.log2((weightSteps * count) / length))),
    ]),
  );
}

/** Record and weight by turns, in one list: a large site has millions of them. Gives those that weigh most. */
function heaviest(weighed: readonly number[]): readonly number[] {
  if (weighed.length <= 2 * mostRecords) return weighed;
  const pairs = weighed.flatMap((record, place) =>
    place % 2 === 0 ? [[record, weighed[place + 1] ?? 0] as const] : [],
  );
  return pairs
    .sort(([a, heavy], [b, heavier]) => heavier - heavy || a - b)
    .slice(0, mostRecords)
    .sort(([a], [b]) => a - b)
    .flat();
}

/** Of each record how far it is from the one before. */
function toSteps(weighed: readonly number[]): readonly number[] {
  return weighed.map((value, place) => (place % 2 === 0 ? value - (weighed[place - 2] ?? 0) : value));
}

/** In characters of JSON. Compressed it is about a third. */
const partSize = 20_000;

/** Groups that belong together, in parts of about one size. */
function inParts<T>(groups: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const parts: { readonly entries: T[]; size: number }[] = [];
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

/** Terms by their first letters, so many that a group fits into a part: what one more word changes ends where a letter does. */
function byBeginning(terms: readonly IndexedTerm[], length: number): readonly (readonly IndexedTerm[])[] {
  const groups = new Map<string, IndexedTerm[]>();
  for (const entry of terms) {
    const beginning = entry[0].slice(0, length);
    const group = groups.get(beginning);
    if (group === undefined) groups.set(beginning, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].flatMap((group) =>
    group.length === 1 || sizeOf(group) <= partSize ? [group] : byBeginning(group, length + 1),
  );
}

function sizeOf(entries: readonly unknown[]): number {
  return JSON.stringify(entries).length;
}
