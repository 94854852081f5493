import { expect, test } from "vitest";

import { makeSampleFile } from "#client/explorer/draft/sample-files.ts";
import { fileTypeFault, signatureOf, toAccept, typeOfContent } from "#shared/media-type.ts";

const types = ["image/tiff", "image/jpeg", "application/pdf", "image/png", "image/gif", "image/heic"];

test.each(types)("a file that begins as %s does is told by its content", (type) => {
  expect(typeOfContent(signatureOf(type))).toBe(type);
});

test.each(types)("a sample of %s is one by its content and by its name", (type) => {
  const { file, content } = makeSampleFile(["image/x-nobody-knows", type]);
  expect([file.type, fileTypeFault({ name: file.name, content }, [type])]).toEqual([type, null]);
});

test("where any bytes will do, a reader may choose any file", () => {
  expect(toAccept(["application/octet-stream", "application/pdf"])).toBe("");
  expect(toAccept(["application/pdf"])).toBe("application/pdf,.pdf");
  expect(makeSampleFile(["application/octet-stream"]).file.name).toBe("sample.bin");
  expect(makeSampleFile([]).file.name).toBe("sample.txt");
});

test("of types that nobody can tell by content there is no beginning", () => {
  expect(fileTypeFault({ name: "a.pdf", content: null }, ["text/csv"])).toBeNull();
  expect(signatureOf("text/csv")).toHaveLength(0);
});

test("a file breaks its types by its content, else by its name", () => {
  const accepted = ["application/pdf", "image/png"];
  expect(fileTypeFault({ name: "a.pdf", content: null }, accepted)).toBe("content");
  expect(fileTypeFault({ name: "a.pdf", content: "image/gif" }, accepted)).toBe("content");
  expect(fileTypeFault({ name: "a.png", content: "application/pdf" }, accepted)).toBe("name");
  expect(fileTypeFault({ name: "a", content: "application/pdf" }, accepted)).toBe("name");
  expect(fileTypeFault({ name: "a.PDF", content: "application/pdf" }, accepted)).toBeNull();
});
