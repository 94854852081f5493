import { parseDocument, stringify } from "yaml";

import type { DocumentFormat } from "#read/fetch/fetch-document.ts";
import { withExactNumbers } from "#read/yaml/exact-numbers.ts";
import { type Json, toJsonText } from "#shared/json/json.ts";

/**
 * The text of a document as `openapi/` stores it: in block style, one line a value and in the order it came in, so that a
 * changed value is a changed line. Numbers keep their digits (drf-yasg writes 9223372036854775807). The text must be valid.
 */
export function formatDocument(text: string, notation: DocumentFormat): string {
  // JSON is YAML. Maps keep the order of keys like "200", which objects don't.
  const document = parseDocument(text, {
    customTags: withExactNumbers,
    intAsBigInt: true,
    merge: true,
    logLevel: "silent",
  });
  const value: Json | object = document.toJS({ mapAsMap: true, maxAliasCount: -1 });
  if (notation === "json") return `${toJsonText(value, 2)}\n`;
  // Readers of YAML 1.1 should read `NO` and `2025-01-01` as texts too. In folded lines a new word would move them all.
  return stringify(value, {
    customTags: withExactNumbers,
    compat: "yaml-1.1",
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}
