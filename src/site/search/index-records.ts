import { hash } from "node:crypto";

import { groupBy } from "#shared/group-by.ts";
import {
  fewParts,
  type IndexedTerm,
  searchFilePath,
  type SearchIndex,
  searchKinds,
} from "#shared/search/search-index.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { RecordGroup } from "./group-records.ts";

/** An index with its files. */
export interface IndexWithFiles {
  readonly index: SearchIndex;
  readonly files: readonly OutputFile[];
}

/**
 * The index of groups of records, which come in the order of `searchKinds`. The same records give the same files, named by
 * their content, whatever group they stand in.
 */
export async function indexRecords(
  root: string,
  groups: Iterable<RecordGroup> | AsyncIterable<RecordGroup>,
): Promise<IndexWithFiles> {
  const counts = searchKinds.map(() => 0);
  const [records, texts]: [TermEntry[], TermEntry[]] = [[], []];
  const found = new FoundTerms();
  for await (const group of groups) {
    found.add(group, records.length);
    for (const json of group.records) records.push({ term: "", json });
    for (const json of group.texts) texts.push({ term: "", json });
    for (const [kind, count] of group.counts.entries()) counts[kind] = (counts[kind] ?? 0) + count;
  }
  const terms = inParts(byBeginning(found.inOrder(), 1)).map(writePart);
  const stored = inParts(records.map((record) => [record])).map(writePart);
  const isSmall = terms.length + stored.length <= fewParts;
  const rests = isSmall ? inParts(texts.map((text) => [text])).map(writePart) : [];
  const index = {
    root,
    ends: counts.map((_, kind) => counts.slice(0, kind + 1).reduce((sum, count) => sum + count, 0)),
    terms: terms.map(({ entries, name }) => [entries[0]?.term ?? "", name] as const),
    records: withFirsts(stored),
    texts: withFirsts(rests),
  };
  return { index, files: [...terms, ...stored, ...rests].map(({ file }) => file) };
}

/** Parts with the number of the first record of each. */
function withFirsts(parts: readonly EntryPart[]): readonly (readonly [first: number, file: string])[] {
  let next = 0;
  return parts.map(({ entries, name }) => [(next += entries.length) - entries.length, name]);
}

/** An entry of a part, as it is written. */
interface TermEntry {
  /** Empty for a record. */
  readonly term: string;
  readonly json: string;
}

/** A file of the search, named by its content. */
interface IndexPart {
  readonly name: string;
  readonly file: OutputFile;
}

export function toPart(json: string): IndexPart {
  const content = Buffer.from(json);
  const name = hash("sha256", content, "hex").slice(0, 12);
  return { name, file: { path: searchFilePath(name), content } };
}

interface EntryPart extends IndexPart {
  readonly entries: readonly TermEntry[];
}

function writePart(entries: readonly TermEntry[]): EntryPart {
  return { entries, ...toPart(`[${entries.map(({ json }) => json).join(",")}]`) };
}

/** The terms of all groups, each with where it stands, by field. */
class FoundTerms {
  readonly #fields = new Map<string, Map<number, Postings>>();

  /** Records of the group are numbered from `first` on. */
  add({ terms, places }: RecordGroup, first: number): void {
    let at = 0;
    const next = (): number => places[at++] ?? 0;
    for (const term of terms) {
      const fields = this.#fields.get(term) ?? new Map<number, Postings>();
      this.#fields.set(term, fields);
      const field = next();
      const known = fields.get(field) ?? new Postings();
      fields.set(field, known);
      for (let count = next(); count > 0; count--) known.add(first + next(), next());
    }
  }

  /** In the order of the alphabet. */
  inOrder(): readonly TermEntry[] {
    return [...this.#fields.keys()].sort().map((term) => {
      const fields = Array.from(this.#fields.get(term) ?? [], ([field, places]) => [field, ...places.toSteps()]);
      const entry: IndexedTerm = [term, ...fields];
      return { term, json: JSON.stringify(entry) };
    });
  }
}

/** Terms that stand in more records than this are told of those where they weigh most: no list grows with the site. */
const maxRecords = 1_000;

/** Where a term stands in a field. */
class Postings {
  /** Record and weight by turns. */
  #weighed: number[] = [];
  /** What weighs no more comes too late to be told. */
  #floor = 0;

  add(record: number, weight: number): void {
    if (weight <= this.#floor) return;
    this.#weighed.push(record, weight);
    if (this.#weighed.length < 8 * maxRecords) return;
    this.#weighed = heaviest(this.#weighed);
    this.#floor = Math.min(...this.#weighed.filter((_, place) => place % 2 === 1));
  }

  /** Of each record how far it is from the one before. */
  toSteps(): readonly number[] {
    return heaviest(this.#weighed).map((value, place, weighed) =>
      place % 2 === 0 ? value - (weighed[place - 2] ?? 0) : value,
    );
  }
}

/** Of records and weights by turns those that weigh most; of those that weigh the same, the first ones. */
function heaviest(weighed: number[]): number[] {
  if (weighed.length <= 2 * maxRecords) return weighed;
  const counts = new Map<number, number>();
  for (let place = 1; place < weighed.length; place += 2) {
    const weight = weighed[place] ?? 0;
    counts.set(weight, (counts.get(weight) ?? 0) + 1);
  }
  const room = new Map<number, number>();
  let left = maxRecords;
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

/** In characters of JSON. Compressed it is about a third. */
const partSize = 20_000;

/** Groups that belong together, in parts of about one size. */
function inParts(groups: readonly (readonly TermEntry[])[]): readonly (readonly TermEntry[])[] {
  const parts: { readonly entries: TermEntry[]; size: number }[] = [];
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
function byBeginning(terms: readonly TermEntry[], length: number): readonly (readonly TermEntry[])[] {
  const groups = groupBy(terms, ({ term }) => term.slice(0, length));
  return [...groups.values()].flatMap((group) =>
    group.length === 1 || sizeOf(group) <= partSize ? [group] : byBeginning(group, length + 1),
  );
}

/** In characters of JSON, with what stands between and around the entries. */
function sizeOf(entries: readonly TermEntry[]): number {
  return entries.reduce((size, { json }) => size + json.length + 1, 1);
}
