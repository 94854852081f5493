import fc from "fast-check";
import { expect, test } from "vitest";

import { toFileName } from "#shared/route.ts";

test.each(["post-loads", "get-loads-日本語", "com10", "console", "aux-2", "x".repeat(200), "a.b"])(
  "a name that every system accepts is unchanged: %s",
  (name) => expect(toFileName(name)).toBe(name),
);

test.each([
  ["a".repeat(300), /^a{200}-[0-9a-f]{8}$/],
  ["é".repeat(300), /^é{100}-[0-9a-f]{8}$/],
  ["con", /^con--[0-9a-f]{8}$/],
  ["NUL.md", /^NUL-\.md-[0-9a-f]{8}$/],
  ["lpt¹", /^lpt¹--[0-9a-f]{8}$/],
  ["a\0b", /^a-b-[0-9a-f]{8}$/],
  ["a:b", /^a-b-[0-9a-f]{8}$/],
  ["end. .", /^end--[0-9a-f]{8}$/],
  ["..", /^--[0-9a-f]{8}$/],
])("a name that some system refuses keeps its readable part and gets a hash: %j", (name, expected) => {
  expect(toFileName(name)).toMatch(expected);
});

test("two names give two files, and each fits with an ending", () => {
  const name = fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.constantFrom("con", "con-", "x.", "x-"));
  fc.assert(
    fc.property(name, name, (one, other) => {
      fc.pre(one !== other && one.isWellFormed() && other.isWellFormed());
      expect(toFileName(one)).not.toBe(toFileName(other));
      expect(Buffer.byteLength(`${toFileName(one)}-99.json`)).toBeLessThanOrEqual(255);
    }),
  );
});
