import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";

import { type Cursor, toRange } from "../text-place.ts";

export interface Suggestion {
  readonly text: string;
  readonly detail?: string;
  /** What it means, in Markdown. */
  readonly words?: string;
  readonly kind: keyof typeof kinds;
}

const kinds = {
  operation: CompletionItemKind.Method,
  schema: CompletionItemKind.Class,
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  key: CompletionItemKind.Property,
  page: CompletionItemKind.File,
  anchor: CompletionItemKind.Reference,
  directive: CompletionItemKind.Keyword,
} as const;

/** What may be written, and how much before the cursor it takes the place of. */
export interface Suggestions {
  readonly start: string;
  readonly offered: readonly Suggestion[];
}

/** In the order in which they are offered. Of two contracts that have a name, the first is told. */
export function toItems({ position }: Cursor, { start, offered }: Suggestions): CompletionItem[] {
  const range = toRange(position.line, position.character - start.length, position.character);
  const unique = new Map(offered.toReversed().map((one) => [one.text, one]));
  const first = offered.filter((one) => unique.get(one.text) === one);
  return first.map(({ text, detail, words, kind }, index) => ({
    label: text,
    kind: kinds[kind],
    sortText: String(index).padStart(6, "0"),
    filterText: text,
    textEdit: { range, newText: text },
    ...(detail !== undefined && { detail }),
    ...(words !== undefined && words !== "" && { documentation: { kind: "markdown" as const, value: words } }),
  }));
}
