import { expect, test } from "vitest";

import { beginningOf, fileTypeFault, typeOfContent } from "#shared/file-type.ts";

const types = ["image/tiff", "image/jpeg", "application/pdf", "image/png", "image/gif", "image/heic"];

test.each(types)("a file that begins as %s does is told by its content", (type) => {
  expect(typeOfContent(beginningOf(type))).toBe(type);
});

test("of types that nobody can tell by content there is no beginning", () => {
  expect(fileTypeFault({ name: "a.pdf", content: null }, ["text/csv"])).toBeNull();
  expect(beginningOf("text/csv")).toHaveLength(0);
});

test("a file breaks its types by its content, else by its name", () => {
  const accepted = ["application/pdf", "image/png"];
  expect(fileTypeFault({ name: "a.pdf", content: null }, accepted)).toBe("content");
  expect(fileTypeFault({ name: "a.pdf", content: "image/gif" }, accepted)).toBe("content");
  expect(fileTypeFault({ name: "a.png", content: "application/pdf" }, accepted)).toBe("name");
  expect(fileTypeFault({ name: "a", content: "application/pdf" }, accepted)).toBe("name");
  expect(fileTypeFault({ name: "a.PDF", content: "application/pdf" }, accepted)).toBeNull();
});
