import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";

import { type Json, toJsonText } from "#shared/json/json.ts";
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

test("whole numbers beyond 2^53 keep their digits", () => {
  expect(toJsonText({ id: 9223372036854775807n, list: [-9007199254740993n, 1] })).toBe(
    '{"id":9223372036854775807,"list":[-9007199254740993,1]}',
  );
});

test("two values are the same whatever the order of their members, and have the same key then only", () => {
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
