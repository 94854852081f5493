import type { Query } from "minisearch";

import { type Phrase, stemOf, type Synonyms } from "./search-terms.ts";

/** A word that a reader wrote, and what it is taken for: itself, or, where it stands nowhere, what is nearest. */
export interface WrittenWord {
  readonly term: string;
  readonly wanted: readonly string[];
}

/** The ways in which a word of a query may stand in a text, as beginnings of words. */
export function formsOf(term: string, synonyms: Synonyms): readonly string[] {
  return [term, stemOf(term), ...synonyms.of([term]).flat()];
}

/** Short words begin too many others: who says “create” means “add”, but no address. */
export function isBeginning(word: string): boolean {
  return word.length > 3;
}

export type Combination = "AND" | "OR";

/** What each word of a query asks for. The words of a phrase that has other words ask together: for theirs, or for these. */
export function toQueries(
  words: readonly WrittenWord[],
  synonyms: Synonyms,
  combineWith: Combination,
): readonly Query[] {
  const phrases = synonyms.within(words.map(({ term }) => term));
  const alone = words.filter(({ term }) => !phrases.some((phrase) => phrase.includes(term)));
  const together = phrases.map((phrase): Query => {
    const own = words.filter(({ term }) => phrase.includes(term)).map(({ wanted }) => toWordQuery(wanted, synonyms));
    const others = synonyms.of(phrase).map(toSynonymQuery);
    return { combineWith: "OR", queries: [{ combineWith, queries: own }, ...others] };
  });
  return [...alone.map(({ wanted }) => toWordQuery(wanted, synonyms)), ...together];
}

/** Any of some words, or of their other forms and names, which count less; a beginning counts less than the word. */
export function toWordQuery(wanted: readonly string[], synonyms: Synonyms): Query {
  const forms = wanted.map(stemOf).filter((stem) => !wanted.includes(stem));
  return {
    combineWith: "OR",
    queries: [
      ...wanted.map((term) => ({ queries: [term], prefix: true })),
      ...forms.map((stem) => ({ queries: [stem], prefix: true, boostTerm: () => 0.7 })),
      ...wanted.flatMap((term) => synonyms.of([term])).map(toSynonymQuery),
    ],
  };
}

function toSynonymQuery(phrase: Phrase): Query {
  return { combineWith: "AND", queries: [...phrase], prefix: isBeginning, boostTerm: () => 0.5 };
}
