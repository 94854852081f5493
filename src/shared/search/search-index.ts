/*
 * A search index in parts, so that a query fetches a few of them however large the site is: the terms in the order of the
 * alphabet, and the records in the order of their numbers. `SearchManifest` tells which part holds what.
 */

/**
 * What a search can find: a section of a guide, one of a page that no navigation names, an operation, or what a schema says
 * (itself, a field, its values).
 */
export type SearchKind = "guide" | "page" | "operation" | "field";

/** In the order in which an index numbers its records. */
export const searchKinds: readonly SearchKind[] = ["guide", "page", "operation", "field"];

/** One place of the site that a search can lead to. */
export interface SearchRecord {
  readonly kind: SearchKind;
  /** A heading, an operation's summary, `Load.weight`. */
  readonly title: string;
  /** Its parent or its kind: `Broker API`, `POST /loads/`, `integer, required`. */
  readonly trail: string;
  /** Other names that also match, and that aren't shown. */
  readonly names: string;
  readonly text: string;
  /** Address from the host's root, with the anchor. */
  readonly href: string;
  /** In so many schemas a field has this name and these words. */
  readonly schemas?: number;
}

/** `Load.weight` → `weight`. */
export function fieldNameOf(title: string): string {
  return title.slice(title.lastIndexOf(".") + 1);
}

/** The weight of a word by field. The order is that of the numbers in `IndexedTerm`. */
export const searchFields = { title: 6, names: 4, trail: 2, text: 1 } as const;

/** `search.json`, the one file of the index whose name is known beforehand. */
export interface SearchManifest {
  /** The default version of the contract first; a site without a contract has one index. */
  readonly indexes: readonly SearchIndex[];
  /** Groups of words and phrases that mean the same, by the site's settings. */
  readonly synonyms: readonly (readonly string[])[];
  /** The hits before anything is typed, with the first line of each text. */
  readonly start: readonly SearchHit[];
  /** The file with all pages as `KnownPage`s, for guessing a mistyped address. */
  readonly known: string;
}

/** A place as readers are shown it. */
export type SearchHit = Omit<SearchRecord, "names" | "schemas">;

export interface SearchIndex {
  /** Address of the reference whose contract is searched; empty for none. */
  readonly root: string;
  /** How many records there are up to the end of each of `searchKinds`. */
  readonly ends: readonly number[];
  /** The first term of each part, and its file. */
  readonly terms: readonly (readonly [first: string, file: string])[];
  /** The file of each part: `recordsInPart` of them, in the order of their numbers. */
  readonly records: readonly string[];
}

/** A number and no size, so that a longer text moves no other record to another file. */
export const recordsInPart = 10;

/** Where a file of the index lies below the site's base URL. */
export function searchFilePath(name: string): string {
  return `assets/search/part-${name}.json`;
}

/**
 * A term, and for each field in which it stands the field's number and pairs: the step from the record before, and how
 * much the term weighs there, in `weightSteps`.
 */
export type IndexedTerm = readonly [term: string, ...fields: (readonly number[])[]];

/** A term where it stands in titles and names, the first fields. */
export function inTitles([term, ...fields]: IndexedTerm): IndexedTerm {
  return [term, ...fields.filter(([field = 0]) => field < 2)];
}

/**
 * How often a term stands in a field, by the field's length, in steps of one eighth. Weights are powers of two, which is
 * near enough: a sentence more on a page then leaves most weights, and the files that hold them, as they were.
 */
export const weightSteps = 8;

/** A record as it is written. */
export type StoredRecord = readonly [title: string, trail: string, text: string, href: string];
