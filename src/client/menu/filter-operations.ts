import type { MenuFile, MenuOperation } from "#shared/contract/menu-file.ts";

/**
 * The operations that have every word of a query, in the order of the menu. Words are looked for in title, method, path and
 * group; a short one begins a word there, so that `get` is no widget.
 */
export function filterOperations({ groups, operations }: MenuFile, query: string): readonly MenuOperation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return operations.filter((operation) => {
    const text = textOf(operation, groups);
    return words.every((word) => text.includes(word.length < 4 ? ` ${word}` : word));
  });
}

/** Each word with a space before it, names both as they are written and in their words. */
function textOf([title, method, path, , group]: MenuOperation, groups: readonly string[]): string {
  const written = ` ${method} ${path} ${title} ${groups[group] ?? ""}`;
  const inWords = written.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replace(/[^\p{L}\p{N}]+/gu, " ");
  return `${written}${inWords}`.toLowerCase();
}
