import type { Limits } from "#shared/contract/limits.ts";
import { toDouble } from "#shared/json/json.ts";

import { matchesOf, meets, type TextLengths } from "./make-match.ts";

interface TextRules {
  readonly format: string | null;
  readonly limits: Limits;
}

/** Texts that a schema allows, the plainest one first; none where its expression is out of reach. */
export function* textsOf(rules: TextRules, usual: string): Generator<string> {
  const { pattern } = rules.limits;
  const plain = plainText(rules, usual);
  const lengths = lengthsOf(rules.limits);
  if (pattern === undefined || meets(plain, pattern))
    for (const text of [plain, ...likeText(plain)]) {
      const fitted = fitText(text, lengths);
      if (pattern === undefined || text === plain || meets(fitted, pattern)) yield fitted;
    }
  if (pattern !== undefined) yield* matchesOf(pattern, lengths);
}

/** A text of the format and length, whatever the expression says. */
export function plainText({ format, limits }: TextRules, usual: string): string {
  return fitText(textByFormat.get(format ?? "") ?? usual, lengthsOf(limits));
}

function fitText(text: string, { least, most }: TextLengths): string {
  return text.slice(0, most).trimEnd().padEnd(least, "x");
}

function lengthsOf({ minLength, maxLength }: Limits): TextLengths {
  const least = Math.min(toDouble(minLength ?? 0), maxLeast);
  return { least, most: Math.max(toDouble(maxLength ?? Infinity), least) };
}

/** Nobody reads a longer example. */
const maxLeast = 1_000;

/** Others of the same kind, so that no two are the same. */
function likeText(text: string): readonly string[] {
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  return digits.flatMap((digit) => [
    text.replace(/\d(?=\D*$)/, digit),
    `${text}-${digit}`,
    `${text}${digit}`,
    text.replace("@", `${digit}@`),
    text.slice(0, -1) + digit,
  ]);
}

const textByFormat: ReadonlyMap<string, string> = new Map([
  ["date-time", "2025-01-15T09:30:00Z"],
  ["date", "2025-01-15"],
  ["time", "09:30:00Z"],
  ["duration", "P1D"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000"],
  ["email", "name@example.com"],
  ["idn-email", "name@example.com"],
  ["uri", "https://example.com/"],
  ["iri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uri-reference", "/path"],
  ["iri-reference", "/path"],
  ["uri-template", "/path/{name}"],
  ["hostname", "example.com"],
  ["idn-hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["cidr", "192.0.2.0/24"],
  ["json-pointer", "/name"],
  ["relative-json-pointer", "0/name"],
  ["regex", "^text$"],
  ["byte", "ZXhhbXBsZQ=="],
  ["binary", "file"],
  ["decimal", "1.00"],
  ...["int32", "int64", "uint32", "uint64", "float", "double", "number", "integer"].map((name) => [name, "1"] as const),
]);
