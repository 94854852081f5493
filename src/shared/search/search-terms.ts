import { stemmer } from "stemmer";

/** Words that stand in every text. A query of nothing else finds nothing. */
const fillers = new Set(
  "a an and are as at be been by can do does for from had has have how i if in into is it its me my no not of on or our so than that the their them then there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);

/** The words of a text in lower case; identifiers in their parts: `pickup_open_at`, `BrokerInvoice`. */
export function toTerms(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !fillers.has(word));
}

/** The identifiers of several words in a text, each as one term: `pickupopenat`, `donotcontact`. */
export function toWholeNames(text: string): readonly string[] {
  const names = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((name) => /[^_]_[^_]|\p{Ll}\p{Lu}/u.test(name));
  return names.map((name) => wordsOf(name).join(""));
}

/** What else readers call what an API does and has. */
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

const sameByWord: ReadonlyMap<string, readonly string[]> = new Map(
  sameWords.flatMap((words) => words.map((word) => [word, words] as const)),
);

/** Other words for a term. */
export function synonymsOf(term: string): readonly string[] {
  return (sameByWord.get(term) ?? []).filter((word) => word !== term);
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ")
      .replace(/['’]s\b/gu, "")
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The beginning that a word shares with its other forms: of `categories` and `category` it is `categor`. */
export function stemOf(term: string): string {
  const stem = stemmer(term).replace(/i$/, "");
  return stem.length < 3 || !term.startsWith(stem) ? term : stem;
}
