import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";

import { type Json, type JsonObject, parseNumber } from "#shared/json/json.ts";
import { toYamlText } from "#site/reference/downloads.ts";

/** Texts from documents, and texts that YAML could read as something else. */
// prettier-ignore
const special = [
  "true", "Null", "no", "~", "", " ", "200", "-1", "0x1f", "1e3", ".inf", "1.0", "<<", "=", "---", "...", "%a",
  "- a", "#/components/schemas/Load", "# a", "a #b", "a#b", "a: b", "a:b", "a:", "a ", " a", "/v1/loads/{id}",
  "{id}", "[a]", "application/json", "*/*", "a, b", "it's", 'say "yes"', "a\\b", "a\nb", "a\n", "a\n\n", "\na",
  "a \n b", "a\tb", "é", "\u2028", "2025-01-01", "3.0.3", "7e8", "0b9", "x".repeat(90),
  `a ${"word ".repeat(30)}end`, `#${"x".repeat(90)}`, `${"line of words\n".repeat(9)}end`, "k".repeat(1_030),
];
const words = fc.constantFrom(...special);
const texts = fc.oneof(
  words,
  fc.string({ unit: "binary" }),
  fc.string({ maxLength: 120 }),
  fc.array(words, { maxLength: 12 }).map((some) => some.join(" ")),
);
const numbers = fc.oneof(fc.integer(), fc.double(), fc.bigInt());
const { value: anyJson } = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(texts, texts, numbers, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 4 }),
  ),
}));

test("a document is written as the yaml library writes it", () => {
  fc.assert(
    fc.property(fc.dictionary(texts, anyJson, { maxKeys: 5 }), (document) => {
      expect(toYamlText(document)).toBe(stringify(document));
    }),
    { numRuns: 2_000 },
  );
});

test("texts of every length are folded where the library folds them", () => {
  for (let length = 1; length <= 100; length += 1) {
    const text = `${"ab ".repeat(40).slice(0, length - 1)}c`;
    const lines = [text, `#${text.replaceAll(" ", "/")}`, "7".repeat(length)];
    const document = { a: lines, b: { c: { d: [{ e: [...lines], f: text, [text]: text }] } } };
    expect(toYamlText(document)).toBe(stringify(document));
  }
});

test("an object that a document contains twice is written as the library writes it", () => {
  const shared = { type: "string" };
  const document: JsonObject = { a: shared, b: [shared] };
  expect(toYamlText(document)).toBe(stringify(document));
});

test("numbers keep their digits, even where the library would lose them", () => {
  const price = parseNumber("12.50");
  const shared = { price };
  const lines = "a long line\nand another";
  expect(toYamlText({ price, list: [price, 7], long: { [lines]: price } })).toBe(
    `price: 12.50\nlist:\n  - 12.50\n  - 7\nlong:\n  ${JSON.stringify(lines)}: 12.50\n`,
  );
  expect(toYamlText({ a: shared, b: shared })).toBe("a: &a1\n  price: 12.50\nb: *a1\n");
});
