import { expect, test } from "vitest";

import { beginningOf, isTellable, typeOfContent } from "#shared/file-type.ts";

const types = ["image/tiff", "image/jpeg", "application/pdf", "image/png", "image/gif", "image/heic"];

test.each(types)("a file that begins as %s does is told by its content", (type) => {
  expect(typeOfContent(beginningOf(type))).toBe(type);
});

test("of types that nobody can tell by content there is no beginning", () => {
  expect(isTellable("text/csv")).toBe(false);
  expect(beginningOf("text/csv")).toHaveLength(0);
});
