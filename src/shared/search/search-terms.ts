import { distance } from "fastest-levenshtein";
import { stemmer } from "stemmer";

import { isUnspaced, wordPattern } from "./excerpt.ts";

/** Words in nearly every text. A query with other words is about those. */
const fillers = new Set(
  "a an and are as at be been by can do does for from had has have how i if in into is it its me my no not of on or our so than that the their them then there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);

export function isFiller(word: string): boolean {
  return fillers.has(word.toLowerCase());
}

/** True for a query like “how do I know the last page”. */
export function isQuestion(query: string): boolean {
  return /^\s*(?:how|what|when|where|which|who|whom|why|can|may|do|does|is|are|should|must|will)\s+\S+\s+\S/i.test(
    query,
  );
}

/** True for an enum's value, such as `RETURNED`, and for abbreviations. */
export function isInCapitals(query: string): boolean {
  return /^\s*\p{Lu}[\p{Lu}\d_]+\s*$/u.test(query);
}

/**
 * The terms of a query or name: words in lower case, the parts of identifiers (`pickup_open_at`, `BrokerInvoice`), and
 * pairs of letters in scripts without spaces.
 */
export function toTerms(text: string): readonly string[] {
  const terms = wordsOf(text).flatMap((word) => {
    const pairs = toPairs(word);
    return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
  });
  const telling = terms.filter((term) => !fillers.has(term));
  return telling.length > 0 ? telling : terms;
}

/**
 * Like `toTerms`, but with all filler words, and with the last letter of a run without spaces, which begins no pair.
 */
export function toIndexedTerms(text: string): readonly string[] {
  return wordsOf(text).flatMap(toPairs);
}

function toPairs(word: string): readonly string[] {
  if (!isUnspaced(word)) return [word];
  const letters = word.match(/\P{M}\p{M}*/gu) ?? [];
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ""));
}

/** The identifiers in a text that consist of several words, each as a term: `pickupopenat`, `donotcontact`. */
export function toWholeNames(text: string): readonly string[] {
  const names = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((name) => /[^_]_[^_]|\p{Ll}\p{Lu}/u.test(name));
  return names.map((name) => wordsOf(name).join(""));
}

const sameWords = [
  ["create", "add", "new"],
  ["read", "get", "fetch", "retrieve"],
  ["update", "edit", "change", "modify"],
  ["delete", "remove"],
  ["list", "all"],
  ["search", "find", "lookup"],
  ["attach", "upload"],
  ["page", "pagination", "paging"],
  ["date", "time", "timestamp", "datetime", "timezone"],
  ["authentication", "authorization", "auth", "token", "bearer", "credentials", "login", "key"],
  ["error", "failure", "exception"],
  ["retry", "idempotency", "idempotent"],
  ["money", "cents", "dollars", "currency"],
  ["webhook", "callback", "notification"],
];

/** One or several words, each as a term. */
export type Phrase = readonly string[];

/** Synonyms in all their forms: the built-in ones and the site's. */
export class Synonyms {
  readonly #byStems = new Map<string, Phrase[]>();
  readonly #phrases: readonly Phrase[];

  constructor(ofSite: readonly (readonly string[])[]) {
    const groups = [...sameWords, ...ofSite].map((group) => group.map(toTerms).filter(({ length }) => length > 0));
    for (const group of groups) for (const phrase of group) this.#add(phrase, group);
    this.#phrases = groups.flat().filter(({ length }) => length > 1);
  }

  #add(phrase: Phrase, group: readonly Phrase[]): void {
    const known = this.#byStems.get(toStems(phrase)) ?? [];
    this.#byStems.set(toStems(phrase), [...known, ...group.filter((synonym) => synonym !== phrase)]);
  }

  /** Other words for a phrase. */
  of(phrase: Phrase): readonly Phrase[] {
    return this.#byStems.get(toStems(phrase)) ?? [];
  }

  /** The phrases in a query that consist of several words. */
  within(terms: readonly string[]): readonly Phrase[] {
    return this.#phrases.flatMap((phrase) => {
      const start = terms.findIndex(
        (_, index) => toStems(terms.slice(index, index + phrase.length)) === toStems(phrase),
      );
      return start < 0 ? [] : [terms.slice(start, start + phrase.length)];
    });
  }
}

function toStems(phrase: Phrase): string {
  return phrase.map(stemOf).join(" ");
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
      .replace(/['’]s\b/gu, "")
      .toLowerCase()
      .normalize("NFC")
      .match(wordPattern) ?? []
  );
}

/** The beginning that all forms of a word share: `categor` for `categories` and `category`. */
export function stemOf(term: string): string {
  const stem = stemmer(term).replace(/i$/, "");
  return stem.length < 3 || !term.startsWith(stem) ? term : stem;
}

/** More would be guesses. */
const maxCorrections = 4;

/**
 * The words that a mistyped word may mean: the nearest ones. Words may be unfinished. A number is never corrected,
 * because 403 isn't 404.
 */
export function correctionsOf(term: string, words: readonly string[]): readonly string[] {
  if (/^\d+$/.test(term)) return [];
  const allowed = term.length < 3 ? 0 : term.length < 8 ? 1 : 2;
  // Two swapped letters are one mistake.
  const swaps = Array.from(
    { length: term.length - 1 },
    (_, index) => term.slice(0, index) + term.charAt(index + 1) + term.charAt(index) + term.slice(index + 2),
  );
  const editsTo = (word: string): number =>
    Math.min(distance(term, word), ...swaps.map((spelling) => 1 + distance(spelling, word)));
  const near = words.flatMap((word) => {
    if (word.length < term.length - allowed) return [];
    const edits = editsTo(word.slice(0, term.length));
    const whole = editsTo(word);
    const cost = Math.min(whole, edits + 0.5);
    return cost <= allowed + 0.5 && Math.min(edits, whole) <= allowed ? [{ word, cost }] : [];
  });
  const least = Math.min(...near.map(({ cost }) => cost));
  return near
    .filter(({ cost }) => cost === least)
    .map(({ word }) => word)
    .sort()
    .slice(0, maxCorrections);
}

/** The usual verb for a method; null for rare methods. */
export function actionOf(method: string, path: string): string | null {
  const isOfRecord = /\}\/?$/.test(path);
  switch (method.toLowerCase()) {
    case "get":
      return isOfRecord ? "read" : "list";
    case "post":
      return isOfRecord ? "update" : "create";
    case "put":
    case "patch":
      return "update";
    case "delete":
      return "delete";
    default:
      return null;
  }
}

/**
 * Names that readers may use for an operation, from its trail in the search: `POST customers` and `create customers`
 * for `POST /v1/customers`. Shorter names, which other operations may share, come second.
 */
export function namesOfCall(trail: string): readonly [own: readonly string[], short: readonly string[]] {
  const [, method, path] = /^([A-Z]+) (\/\S*)/.exec(trail) ?? [];
  if (method === undefined || path === undefined) return [[], []];
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  const names = segments.filter((name) => !/^v?\d/i.test(name));
  const action = actionOf(method, path);
  // A GET usually means one customer, and a POST to customers all of them.
  const call = method === "GET" || !path.includes("{") ? [`${method} ${names.join(" ")}`] : [];
  if (action === null) return [call, []];
  return [[...call, `${action} ${names.join(" ")}`], [`${action} ${names.at(-1) ?? ""}`]];
}
