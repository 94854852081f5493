import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { lossesOfPage, lossesOfText, markdownOfPackages } from "../support/lost-words.ts";
import { listDocuments, readRealContract } from "../support/real-documents.ts";

test("every word lost from the Markdown of the npm packages here is reported", () => {
  // The longest files are repetitive. Every fourth file is enough to cover each kind of text.
  const files = markdownOfPackages().filter(({ text }, index) => text.length < 60_000 && index % 4 === 0);
  expect(files.length).toBeGreaterThan(75);
  for (const { name, text } of files) expect({ name, losses: lossesOfPage(text) }).toEqual({ name, losses: [] });
});

test("every word lost from the texts of the contracts here is reported", async () => {
  const paths = listDocuments(["@readme/oas-examples", "@figma/rest-api-spec", "@scalar/galaxy"]);
  const texts = new Map<string, string>();
  for (const path of paths) {
    const contract = await readRealContract(path, readFileSync(path, "utf8"));
    for (const { text } of contract?.texts ?? []) texts.set(text, path);
  }
  expect(texts.size).toBeGreaterThan(500);
  for (const [text, path] of texts) expect({ path, losses: lossesOfText(text) }).toEqual({ path, losses: [] });
});
