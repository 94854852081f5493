import fc from "fast-check";
import { expect, test } from "vitest";

import { Fingerprints } from "#cache/fingerprints.ts";

const of = (...values: readonly unknown[]): string => new Fingerprints().of(values);

test("what differs has another fingerprint, also when it looks alike", () => {
  const different: readonly unknown[][] = [
    [],
    [undefined],
    [null],
    ["null"],
    [1],
    ["1"],
    [1n],
    [true],
    [0],
    [-0],
    ["a", "b"],
    ["ab"],
    [["a", "b"]],
    [["a"], "b"],
    [{ a: 1 }],
    [{ a: undefined }],
    [{}],
    [[]],
    [new Map()],
    [new Map([["a", 1]])],
    [new Set(["a", 1])],
    [new Set()],
    [new Uint8Array([1])],
    ["\ud800"],
    ["\ufffd"],
    ["text 1;a"],
  ];
  const prints = different.map((values) => of(...values));
  expect(new Set(prints).size).toBe(different.length);
});

test("equal values have one fingerprint, whoever made them", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true }), (value) => {
      expect(of(structuredClone(value))).toBe(of(value));
    }),
  );
});

test("a value that was named is known by its name, and its parts by their place in it", () => {
  const prints = new Fingerprints();
  const [one, other] = [{ part: { deep: [1] } }, { part: { deep: [2] } }];
  prints.name(one, "the same");
  prints.name(other, "the same");
  expect(prints.of([{ around: one.part }])).toBe(prints.of([{ around: other.part }]));
  expect(prints.of([one.part])).not.toBe(prints.of([one.part.deep]));
});

test.each([[() => 1], [Symbol("one")], [new Date(0)], [Promise.resolve()]])("%s is no plain data", (value) => {
  expect(() => of([value])).toThrow("plain data");
});
