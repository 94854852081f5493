import type { NamedSchema } from "#shared/contract/schema.ts";

/** In characters: a name that is longer is cut where that leaves it apart from those beside it. */
const longest = 32;

/**
 * What pages of schemas are called that have them by name, one page after the other: by the first and the last of each, the
 * words that both begin with said once. `webhook-issues-labeled – opened`.
 */
export function nameSchemaPages(pages: readonly (readonly Pick<NamedSchema, "name">[])[]): readonly string[] {
  const ends = pages.map((page) => ({ first: page[0]?.name ?? "", last: page.at(-1)?.name ?? "" }));
  return ends.map(({ first, last }, index) => {
    if (first === last) return first;
    const shared = countShared(first, last);
    const from = start(first, Math.max(shared, countShared(first, ends[index - 1]?.last ?? "")));
    const to = start(last, Math.max(shared, countShared(last, ends[index + 1]?.first ?? "")));
    const said = wordsOf(last).slice(0, shared).join("");
    return `${from} – ${shared === 0 ? to : to.slice(said.length).replace(/^[^\p{L}\p{N}]+/u, "")}`;
  });
}

/** A name up to the word that tells it apart, and further while it is short. */
function start(name: string, shared: number): string {
  const words = wordsOf(name);
  const starts = words.map((_, index) => words.slice(0, index + 1).join(""));
  const shown = starts.findLast((text, index) => index <= shared || text.length <= longest) ?? name;
  return name.length <= longest || shown === name ? name : `${shown}…`;
}

/** How many words two names begin with alike. */
function countShared(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const differing = words.findIndex((word, index) => word !== others[index]);
  return differing < 0 ? words.length : differing;
}

/** Each with the marks before it. */
function wordsOf(name: string): readonly string[] {
  return name.match(/[^\p{L}\p{N}]*(?:\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+)|[^\p{L}\p{N}]+$/gu) ?? [name];
}
