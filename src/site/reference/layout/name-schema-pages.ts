import type { NamedSchema } from "#shared/contract/schema.ts";

/** A name with more characters than this is cut at a point where it still differs from its neighbors. */
const longest = 32;

/**
 * A page of sorted schemas is named after its first and its last schema. Words that both names start with appear once:
 * `webhook-issues-labeled – opened`.
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

/** A name is cut after the word that sets it apart, or later as long as it stays short. */
function start(name: string, shared: number): string {
  const words = wordsOf(name);
  const starts = words.map((_, index) => words.slice(0, index + 1).join(""));
  const shown = starts.findLast((text, index) => index <= shared || text.length <= longest) ?? name;
  return name.length <= longest || shown === name ? name : `${shown}…`;
}

function countShared(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const differing = words.findIndex((word, index) => word !== others[index]);
  return differing < 0 ? words.length : differing;
}

/** Each word includes the punctuation before it, so that joining all words restores the name. */
function wordsOf(name: string): readonly string[] {
  return name.match(/[^\p{L}\p{N}]*(?:\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+)|[^\p{L}\p{N}]+$/gu) ?? [name];
}
