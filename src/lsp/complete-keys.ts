import { isMap, isPair, isScalar, isSeq, parseDocument, visit } from "yaml";

import { keySchemas } from "#settings/key-schema.ts";
import { knownKeys, knownValues, schemasAt } from "#settings/schema-keys.ts";
import type { SiteModel } from "#shared/site-model.ts";

import type { KeyText } from "./cursor.ts";
import { routesOf } from "./complete-links.ts";
import type { Suggestion, Suggestions } from "./suggestion.ts";

/** Suggests keys of the settings or front matter with their meaning, and values. */
export function completeKeys({ kind, text, offset }: KeyText, model: SiteModel): Suggestions | null {
  const cursor = findYamlCursor(text, offset);
  if (cursor === null) return null;
  const schemas = schemasAt(keySchemas[kind](), cursor.path);
  const keys = schemas.flatMap(knownKeys).filter(({ name }) => !cursor.siblings.includes(name));
  const colon = /^[^\S\n]*:/.test(text.slice(offset)) ? "" : ": ";
  const ofKeys = keys.map(({ name, schema, isRequired }): Suggestion => {
    const detail = isRequired ? "required" : "";
    return { text: name + colon, kind: "key", detail, docs: schema.description ?? "" };
  });
  const ofValues = schemas.flatMap(knownValues).map((value): Suggestion => ({ text: value, kind: "value" }));
  const leads = cursor.path.at(-1) === "to" || (cursor.path.includes("sidebar") && cursor.kind === "either");
  const ofRoutes = leads && kind === "settings" ? routesOf(model) : [];
  return {
    start: cursor.start,
    offered: [...(cursor.kind === "value" ? [] : ofKeys), ...(cursor.kind === "key" ? [] : [...ofValues, ...ofRoutes])],
  };
}

/** Explains the key at the cursor; null if there's none. */
export function describeKey({ kind, text, offset }: KeyText): string | null {
  const end = offset + (/^[\w/-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const cursor = findYamlCursor(text, end);
  if (cursor?.kind !== "key") return null;
  const keys = schemasAt(keySchemas[kind](), cursor.path).flatMap(knownKeys);
  return keys.find(({ name }) => name === cursor.start)?.schema.description ?? null;
}

interface YamlCursor {
  readonly path: readonly (string | number)[];
  /** `either` means a single word where a mapping may begin. */
  readonly kind: "key" | "value" | "either";
  /** The part of the word before the cursor. */
  readonly start: string;
  readonly siblings: readonly string[];
}

/** A private-use character, which no author writes. */
const mark = "\u{F8FF}";

function findYamlCursor(text: string, offset: number): YamlCursor | null {
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  const isAlone = /(?:^|\n)[ \t]*(?:- +)*[^\s:#"'{}[\],]*$/.test(before) && /^[^\S\n]*(?:\r?\n|$)/.test(after);
  // Without the colon, YAML would continue the word on the next line.
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
      const keys = key === "key" && isMap(owner) ? owner.items.map((pair) => pair.key) : [];
      const names = keys.flatMap((sibling) => (isScalar(sibling) ? [String(sibling.value)] : []));
      const siblings = names.filter((name) => !name.includes(mark));
      found = { path, start, siblings, kind: isAlone ? "either" : key === "key" ? "key" : "value" };
      return visit.BREAK;
    },
  });
  return found;
}

function stepOf(ancestor: unknown, next: unknown): readonly (string | number)[] {
  if (isSeq(ancestor)) return [ancestor.items.indexOf(next)];
  // The path of a key doesn't contain the key itself.
  if (!isPair(ancestor) || ancestor.key === next) return [];
  return [isScalar(ancestor.key) ? String(ancestor.key.value) : ""];
}
