import { hash } from "node:crypto";

import { groupBy } from "#shared/group-by.ts";
import {
  type IndexedTerm,
  recordsInPart,
  searchFilePath,
  type SearchIndex,
  searchKinds,
  type SearchRecord,
  type StoredRecord,
  weightSteps,
} from "#shared/search/search-index.ts";
import { isFiller, toIndexedTerms, toWholeNames } from "#shared/search/search-terms.ts";
import type { OutputFile } from "#write/output-file.ts";

import { splitBySize } from "../split-by-size.ts";

export interface IndexWithFiles {
  readonly index: SearchIndex;
  readonly files: readonly OutputFile[];
}

/** Files are named by their content, so equal records give equal files. */
export function indexRecords(root: string, found: readonly SearchRecord[]): IndexWithFiles {
  const records = searchKinds.flatMap((kind) => found.filter((record) => record.kind === kind));
  const terms = splitBySize(byBeginning(toTermEntries(records), 1), sizeOf, partSize).map((groups) => {
    const entries = groups.flat();
    const { name, file } = toPart(`[${entries.map(({ json }) => json).join(",")}]`);
    return { first: entries[0]?.term ?? "", name, file };
  });
  const texts = records.map(({ title, trail, text, href, schemas = 1 }): StoredRecord => {
    return [title, schemas === 1 ? trail : `${trail} · in ${schemas} schemas`, text, href];
  });
  const stored = Array.from({ length: Math.ceil(texts.length / recordsInPart) }, (_, index) =>
    toPart(JSON.stringify(texts.slice(index * recordsInPart, (index + 1) * recordsInPart))),
  );
  const searchIndex = {
    root,
    ends: searchKinds.map((_, index) => records.filter(({ kind }) => searchKinds.indexOf(kind) <= index).length),
    terms: terms.map(({ first, name }) => [first, name] as const),
    records: stored.map(({ name }) => name),
  };
  return { index: searchIndex, files: [...terms, ...stored].map(({ file }) => file) };
}

/** Alternates record and weight, in the order of the records. */
type Postings = readonly number[];

function toTermEntries(records: readonly SearchRecord[]): readonly TermEntry[] {
  const termsOf = createTermReader();
  const found = new Map<string, number[][]>();
  for (const [id, record] of records.entries()) {
    for (const [field, text] of fieldTexts(record).entries()) {
      for (const [term, weight] of weighTerms(termsOf(text), field)) {
        const fields = found.get(term) ?? usualLengths.map((): number[] => []);
        found.set(term, fields);
        fields[field]?.push(id, weight);
      }
    }
  }
  return [...found.keys()].sort().map((term) => {
    const lists = (found.get(term) ?? []).map((list, field) => [field, ...toSteps(heaviest(list))]);
    const entry: IndexedTerm = [term, ...lists.filter(({ length }) => length > 1)];
    return { term, json: JSON.stringify(entry) };
  });
}

/** A term in more records keeps only those where it weighs most, so that no list grows with the site. */
const maxRecords = 1_000;

function heaviest(list: Postings): Postings {
  if (list.length <= 2 * maxRecords) return list;
  const pairs = Array.from({ length: list.length / 2 }, (_, index) => list.slice(2 * index, 2 * index + 2));
  const weighed = pairs.toSorted(([, a = 0], [, b = 0]) => b - a).slice(0, maxRecords);
  return weighed.toSorted(([a = 0], [b = 0]) => a - b).flat();
}

function toSteps(list: Postings): Postings {
  return list.map((value, index) => (index % 2 === 0 ? value - (list[index - 2] ?? 0) : value));
}

/** The texts follow the order of `searchFields`. A field's type is left out, because its text says the same. */
function fieldTexts({ kind, title, names, trail, text }: SearchRecord): readonly string[] {
  return kind === "field" ? [title, names, "", `${trail} ${text}`] : [title, names, trail, text];
}

/**
 * The usual number of words in each field, in the order of `searchFields`. The numbers are fixed, so that a longer page
 * doesn't change the weights of all others.
 */
const usualLengths = [4, 3, 4, 40] as const;

/** The last field. Filler words are skipped in sentences but not in names. */
const textField = 3;

/** BM25's length normalization: none at 0, full at 1. */
const lengthMatters = 0.6;

function weighTerms(terms: readonly string[], field: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  let words = 0;
  for (const term of terms) {
    const isWord = !isFiller(term);
    if (isWord) words++;
    if (isWord || field !== textField) weights.set(term, (weights.get(term) ?? 0) + 1);
  }
  const length = 1 - lengthMatters + (lengthMatters * words) / (usualLengths[field] ?? 1);
  for (const [term, count] of weights)
    weights.set(term, 2 ** Math.max(0, Math.round(Math.log2((weightSteps * count) / length))));
  return weights;
}

/** Remembers the terms of each run between spaces, because most runs occur in many texts. */
function createTermReader(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>([["", []]]);
  const read = (chunk: string): readonly string[] => {
    const terms = [...toIndexedTerms(chunk), ...toWholeNames(chunk)];
    known.set(chunk, terms);
    return terms;
  };
  return (text) => text.split(/\s+/).flatMap((chunk) => known.get(chunk) ?? read(chunk));
}

export function toPart(json: string) {
  const content = Buffer.from(json);
  const name = hash("sha256", content, "hex").slice(0, 12);
  return { name, file: { path: searchFilePath(name), content } };
}

interface TermEntry {
  readonly term: string;
  readonly json: string;
}

/** In characters of JSON, of which compression leaves about a third. */
const partSize = 8_000;

/**
 * Groups terms by their first letters, as many as a group needs to fit into a part. A new word then changes few parts.
 */
function byBeginning(terms: readonly TermEntry[], length: number): readonly (readonly TermEntry[])[] {
  const groups = groupBy(terms, ({ term }) => term.slice(0, length));
  return [...groups.values()].flatMap((group) =>
    group.length === 1 || sizeOf(group) <= partSize ? [group] : byBeginning(group, length + 1),
  );
}

function sizeOf(entries: readonly TermEntry[]): number {
  return entries.reduce((size, { json }) => size + json.length + 1, 1);
}
