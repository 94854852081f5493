import { parseDocument, type ScalarTag, stringify, type Tags } from "yaml";

import type { DocumentFormat } from "#read/fetch/fetch-document.ts";
import { isDecimal, type Json, numberText, parseNumber, toJsonText } from "#shared/json/json.ts";

/**
 * The text of a document as it is kept: block style, a line for each thing, in the order it came in, so that a changed
 * value is a changed line. Numbers keep their digits (drf-yasg writes 9223372036854775807). The text must be valid.
 */
export function formatDocument(text: string, notation: DocumentFormat): string {
  // JSON is YAML, and maps keep the order of keys like "200".
  const document = parseDocument(text, {
    customTags: withExactNumbers,
    intAsBigInt: true,
    merge: true,
    logLevel: "silent",
  });
  const value: Json | object = document.toJS({ mapAsMap: true, maxAliasCount: -1 });
  if (notation === "json") return `${toJsonText(value, 2)}\n`;
  // `NO` and `2025-01-01` stay texts for readers of YAML 1.1 too. Lines are not folded: a new word would move them all.
  return stringify(value, {
    customTags: withExactNumbers,
    compat: "yaml-1.1",
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

const withExactNumbers = (tags: Tags): Tags => [exactNumber, ...tags];

/** The fractions that JavaScript would print otherwise. */
const exactNumber: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i,
  resolve: parseNumber,
  identify: isDecimal,
  stringify: ({ value }) => (isDecimal(value) ? numberText(value) : String(value)),
};
