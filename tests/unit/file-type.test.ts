import { expect, test } from "vitest";

import { makeSampleFile } from "#client/explorer/draft/sample-files.ts";
import { fileTypeFault, signatureOf, toAccept, typeOfContent } from "#shared/media-type.ts";

const types = ["image/tiff", "image/jpeg", "application/pdf", "image/png", "image/gif", "image/heic"];

test.each(types)("a file that starts like %s is recognized by its content", (type) => {
  expect(typeOfContent(signatureOf(type))).toBe(type);
});

test.each(types)("a sample of %s has the type's content and name", (type) => {
  const { file, content } = makeSampleFile(["image/x-nobody-knows", type]);
  expect([file.type, fileTypeFault({ name: file.name, content }, [type])]).toEqual([type, null]);
});

test("readers may choose any file if the call accepts any bytes", () => {
  expect(toAccept(["application/octet-stream", "application/pdf"])).toBe("");
  expect(toAccept(["application/pdf"])).toBe("application/pdf,.pdf");
  expect(makeSampleFile(["application/octet-stream"]).file.name).toBe("sample.bin");
  expect(makeSampleFile([]).file.name).toBe("sample.txt");
});

test("a type without a signature accepts any content", () => {
  expect(fileTypeFault({ name: "a.pdf", content: null }, ["text/csv"])).toBeNull();
  expect(signatureOf("text/csv")).toHaveLength(0);
});

test("a file's content must match the accepted types, and so must its name", () => {
  const accepted = ["application/pdf", "image/png"];
  expect(fileTypeFault({ name: "a.pdf", content: null }, accepted)).toBe("content");
  expect(fileTypeFault({ name: "a.pdf", content: "image/gif" }, accepted)).toBe("content");
  expect(fileTypeFault({ name: "a.png", content: "application/pdf" }, accepted)).toBe("name");
  expect(fileTypeFault({ name: "a", content: "application/pdf" }, accepted)).toBe("name");
  expect(fileTypeFault({ name: "a.PDF", content: "application/pdf" }, accepted)).toBeNull();
});
