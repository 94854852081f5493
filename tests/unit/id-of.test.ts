import fc from "fast-check";
import { expect, test } from "vitest";

import { idOf } from "#cache/id-of.ts";

test("different values have different ids, even if they look alike", () => {
  // prettier-ignore
  const different: readonly unknown[][] = [
    [], [undefined], [null], ["null"], [1], ["1"], [1n], [true], [0], [-0], ["a", "b"], ["ab"], [["a", "b"]],
    [["a"], "b"], [{ a: 1 }], [{ a: undefined }], [{}], [[]], [new Map()], [new Map([["a", 1]])],
    [new Set(["a", 1])], [new Set()], [new Uint8Array([1])], ["\ud800"], ["\ufffd"], ["text 1;a"],
  ];
  const prints = different.map((values) => idOf(...values));
  expect(new Set(prints).size).toBe(different.length);
});

test("equal values have the same id", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true }), (value) => {
      expect(idOf(structuredClone(value))).toBe(idOf(value));
    }),
  );
});

test.each([[() => 1], [Symbol("one")], [new Date(0)], [Promise.resolve()]])("%s isn't plain data", (value) => {
  expect(() => idOf([value])).toThrow("plain data");
});
