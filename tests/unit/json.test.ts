import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";

import { loadText } from "#contract/document-text.ts";
import { toSourceText } from "#read/source-text.ts";
import { Origins } from "#read/yaml/origins.ts";
import { parseYaml } from "#read/yaml/parse-yaml.ts";
import { compareNumbers } from "#shared/json/arithmetic.ts";
import { type Json, jsonTypeOf, parseNumber, toJsonText } from "#shared/json/json.ts";
import { isSameJson, toJsonKey } from "#shared/json/same-json.ts";

const anyJson = jsonValue({ maxDepth: 2 }).map((value) => {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
});

test("a value is written as JSON.stringify writes it, on one line and over several", () => {
  assert(
    property(anyJson, (value) => {
      expect(toJsonText(value)).toBe(JSON.stringify(value));
      expect(toJsonText(value, 2)).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("a value is written the same way beside a number that JavaScript can't represent", () => {
  assert(
    property(anyJson, (value) => {
      const beside = [value, parseNumber("12.50")];
      expect(toJsonText(beside)).toBe(JSON.stringify([value, 12.5]).replace(/12\.5\]$/, "12.50]"));
      expect(toJsonText(beside, 2)).toBe(JSON.stringify([value, 12.5], null, 2).replace(/12\.5\n\]$/, "12.50\n]"));
    }),
  );
});

test("a map with number-like keys is written in its own order, at any depth", () => {
  const byStatus = new Map<string, Json>([["404", null]]).set("200", true);
  expect(toJsonText([{ byStatus }])).toBe('[{"byStatus":{"404":null,"200":true}}]');
});

const written = ["9223372036854775807", "-9007199254740993", "12.50", "1e400", "-0.0", "0.1234567890123456789", "1E5"];

test.each(["JSON", "YAML"])("numbers of %s keep their digits, even if JavaScript can't represent them", (notation) => {
  const text = `{"list":[${written.join(",")},1]}`;
  const { value } = loadText(`api.${notation.toLowerCase()}`, text);
  expect(toJsonText(value ?? null)).toBe(text);
});

test("numbers that only YAML knows are written as JSON has them", () => {
  const { value } = parseYaml(toSourceText("a.yaml", "[+1.50, .50, 5., 0x1F, 010, +7, -.5e1]"), new Origins(), 0);
  expect(toJsonText(value ?? null)).toBe("[1.50,0.50,5,31,10,7,-0.5e1]");
});

test("numbers are compared by value, however they're written", () => {
  const inOrder = [["-1e400"], ["-2", "-2.0"], ["0", "-0", "0.00"], ["1e-400"], ["0.5", "5e-1"], ["12.5", "12.50"]];
  const large = [["1000000000000000000000", "1e21"], ["1000000000000000000001"], ["1e400", "10e399"], ["1e999999999"]];
  const numbers = [...inOrder, ...large].map((texts) => texts.map(parseNumber));
  for (const [index, left] of numbers.entries())
    for (const [other, right] of numbers.entries())
      for (const one of left)
        for (const two of right) {
          expect(Math.sign(compareNumbers(one, two)) + 0).toBe(Math.sign(index - other) + 0);
          expect(isSameJson(one, two)).toBe(index === other);
          expect(toJsonKey([one]) === toJsonKey([two])).toBe(index === other);
        }
});

test("a number with a fraction or an exponent may be whole", () => {
  expect(["1.0", "1e3", "1.5", "15e-1"].map((text) => jsonTypeOf(parseNumber(text)))).toEqual([
    ...["integer", "integer", "number", "number"],
  ]);
});

test("two values are equal in any order of their members, and only equal ones share a key", () => {
  const before = { a: 1, b: [{ c: null, d: "x" }] };
  expect(isSameJson(before, { b: [{ d: "x", c: null }], a: 1 })).toBe(true);
  expect(toJsonKey(before)).toBe(toJsonKey({ b: [{ d: "x", c: null }], a: 1 }));
  for (const other of [{ a: 1 }, { ...before, e: 1 }, { a: true, b: before.b }, { a: 1, b: [] }, [before]]) {
    expect(isSameJson(before, other)).toBe(false);
    expect(toJsonKey(before)).not.toBe(toJsonKey(other));
  }
  expect(isSameJson({ constructor: 1 }, { toString: 1 })).toBe(false);
  expect(isSameJson(9223372036854775807n, 9223372036854775807n)).toBe(true);
});

test("equality and key agree on any two values", () => {
  assert(
    property(anyJson, anyJson, (left, right) => {
      expect(toJsonKey(left) === toJsonKey(right)).toBe(isSameJson(left, right));
    }),
  );
});
