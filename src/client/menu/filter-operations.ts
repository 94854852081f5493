import type { MenuFile, MenuOperation } from "#shared/contract/menu-file.ts";
import { isUnspaced } from "#shared/search/excerpt.ts";

/**
 * The operations that have every word of a query: first those that say least beside them, else in the order of the menu.
 * Words are looked for in title, method, path and group; a short one begins a word there, so that `get` is no widget.
 */
export function filterOperations({ groups, operations }: MenuFile, query: string): readonly MenuOperation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const asked = wordsOf(query);
  const found = operations.flatMap((operation) => {
    const [title, method, path, , group] = operation;
    const written = ` ${method} ${path} ${title} ${groups[group] ?? ""}`;
    const text = `${written.toLowerCase()} ${wordsOf(written).join(" ")}`;
    if (!words.every((word) => text.includes(word.length < 4 && !isUnspaced(word) ? ` ${word}` : word))) return [];
    // What a path names is what the call is of. A title may be a sentence, which is no less of a match when it is longer.
    const names = path.replace(/\{.*?\}/g, "");
    return [{ operation, rest: Math.min(countOthers(title, asked), fewWords) + 2 * countOthers(names, asked) }];
  });
  return found.sort((one, other) => one.rest - other.rest).map(({ operation }) => operation);
}

const fewWords = 4;

function countOthers(text: string, asked: readonly string[]): number {
  return wordsOf(text).filter((word) => !asked.some((part) => word.startsWith(part))).length;
}

/** An identifier can be several words: `payment_intents`, `widgetName`. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
