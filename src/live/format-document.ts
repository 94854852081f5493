import { parseDocument, stringify } from "yaml";

import type { Notation } from "./document-notation.ts";

/**
 * The text of a document as it is kept: block style, a line for each thing, in the order it came in, so that a changed
 * value is a changed line. Numbers keep their digits (drf-yasg writes 9223372036854775807). The text must be valid.
 */
export function formatDocument(text: string, notation: Notation): string {
  // JSON is YAML, and a parser of JSON would lose the digits of large numbers. Maps keep the order of keys like "200".
  const document = parseDocument(text, { intAsBigInt: true, merge: true, logLevel: "silent" });
  const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: -1 });
  if (notation === "json") return `${toJson(value, "")}\n`;
  // `NO` and `2025-01-01` stay texts for readers of YAML 1.1 too. Lines are not folded: a new word would move them all.
  return stringify(value, { compat: "yaml-1.1", lineWidth: 0, aliasDuplicateObjects: false });
}

function toJson(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${inner}${toJson(item, inner)}`);
    return items.length === 0 ? "[]" : `[\n${items.join(",\n")}\n${indent}]`;
  }
  if (value instanceof Map) {
    const members = [...value].map(
      ([key, member]) => `${inner}${JSON.stringify(String(key))}: ${toJson(member, inner)}`,
    );
    return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
  }
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
