import { isMap, isPair, isScalar, isSeq, parseDocument, visit } from "yaml";

/** Where somebody writes in YAML, which need not be whole. */
export interface YamlCursor {
  /** Keys and places on the way to what is being written; without the key, where one is. */
  readonly path: readonly (string | number)[];
  /** A key is being written, a value, or what may become either: a word alone where a mapping may begin. */
  readonly kind: "key" | "value" | "either";
  /** What stands before the cursor of the word that is being written. */
  readonly start: string;
  /** The keys beside it. */
  readonly siblings: readonly string[];
}

/** No author writes it. */
const mark = "\u{F8FF}";

/** Tells where an offset of a text is; null where nothing can be written, as in a comment. */
export function findYamlCursor(text: string, offset: number): YamlCursor | null {
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  const isAlone = /(?:^|\n)[ \t]*(?:- +)*[^\s:#"'{}[\],]*$/.test(before) && /^[^\S\n]*(?:\r?\n|$)/.test(after);
  // Without the colon, a word alone would take the next line for its own.
  const written = `${before}${mark}${isAlone ? ":" : ""}${after}`;
  const document = parseDocument(written, { uniqueKeys: false });
  let found: YamlCursor | null = null;
  visit(document, {
    Scalar(key, node, ancestors) {
      const word = String(node.value);
      if (!word.includes(mark)) return undefined;
      const start = word.slice(0, word.indexOf(mark));
      const path = ancestors.flatMap((ancestor, index) => stepOf(ancestor, ancestors[index + 1] ?? node));
      const owner = ancestors.findLast((ancestor) => isMap(ancestor));
      const siblings = key === "key" && isMap(owner) ? keysOf(owner) : [];
      found = { path, start, siblings, kind: isAlone ? "either" : key === "key" ? "key" : "value" };
      return visit.BREAK;
    },
  });
  return found;
}

function stepOf(ancestor: unknown, next: unknown): readonly (string | number)[] {
  if (isSeq(ancestor)) return [ancestor.items.indexOf(next)];
  // What is a key itself is not on the way to it.
  if (!isPair(ancestor) || ancestor.key === next) return [];
  return [isScalar(ancestor.key) ? String(ancestor.key.value) : ""];
}

function keysOf({ items }: { readonly items: readonly { readonly key: unknown }[] }): readonly string[] {
  return items.flatMap(({ key }) => (isScalar(key) && !String(key.value).includes(mark) ? [String(key.value)] : []));
}
