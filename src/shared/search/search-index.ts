/*
 * A search index in parts, so that a query fetches only a few however large the site is. Terms are in alphabetical
 * order, and records in the order of their numbers; `SearchManifest` says which part has what.
 */

/**
 * The kinds of search results: a section of a guide, a section of a page that no navigation names, an operation, or a
 * schema's facts (itself, a field, its values).
 */
export type SearchKind = "guide" | "page" | "operation" | "field";

/** In the order of the records' numbers. */
export const searchKinds: readonly SearchKind[] = ["guide", "page", "operation", "field"];

/** A part of the site that the search can find. */
export interface SearchRecord {
  readonly kind: SearchKind;
  /** A heading, an operation's summary, `Load.weight`. */
  readonly title: string;
  /** Its parent or kind: `Broker API`, `POST /loads/`, `integer, required`. */
  readonly trail: string;
  /** More names that match but aren't shown. */
  readonly names: string;
  readonly text: string;
  /** The address from the host's root, with the anchor. */
  readonly href: string;
  /** The number of schemas that have this field with these words. */
  readonly schemas?: number;
}

/** `Load.weight` → `weight`. */
export function fieldNameOf(title: string): string {
  return title.slice(title.lastIndexOf(".") + 1);
}

/** The weight of a word by field, in the order of the numbers in `IndexedTerm`. */
export const searchFields = { title: 6, names: 4, trail: 2, text: 1 } as const;

/** `search.json`, the only file of the index whose name doesn't depend on its content. */
export interface SearchManifest {
  /** The default version of the contract first; a site without a contract has one index. */
  readonly indexes: readonly SearchIndex[];
  /** Groups of synonyms from the site's settings. */
  readonly synonyms: readonly (readonly string[])[];
  /** The hits for an empty field, with the first line of each text. */
  readonly start: readonly SearchHit[];
  /** The file with all pages as `KnownPage`s, for guessing a mistyped address. */
  readonly known: string;
}

/** A search result. */
export type SearchHit = Omit<SearchRecord, "names" | "schemas">;

export interface SearchIndex {
  /** The address of the reference that is searched; empty if there's none. */
  readonly root: string;
  /** The number of records up to the end of each of `searchKinds`. */
  readonly ends: readonly number[];
  /** The first term of each part, and its file. */
  readonly terms: readonly (readonly [first: string, file: string])[];
  /** The files of the parts, each with `recordsInPart` records. */
  readonly records: readonly string[];
}

/** A part has a fixed number of records instead of a size, so that a longer text doesn't move other records. */
export const recordsInPart = 10;

/** The path of an index's file below the site's base URL. */
export function searchFilePath(name: string): string {
  return `assets/search/part-${name}.json`;
}

/**
 * A term. For each field: the field's number, then pairs of a step from the previous record and the term's weight there
 * in `weightSteps`.
 */
export type IndexedTerm = readonly [term: string, ...fields: (readonly number[])[]];

/** The same term, limited to titles and names, which are the first fields. */
export function inTitles([term, ...fields]: IndexedTerm): IndexedTerm {
  return [term, ...fields.filter(([field = 0]) => field < 2)];
}

/**
 * A term's share of a field, in steps of one eighth. Weights are powers of two, which is precise enough: another
 * sentence on a page then leaves most weights, and their files, unchanged.
 */
export const weightSteps = 8;

/** A record as it's stored. */
export type StoredRecord = readonly [title: string, trail: string, text: string, href: string];
