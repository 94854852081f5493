import { expect, test } from "vitest";

import { excerptOf, inSight } from "#shared/search/excerpt.ts";

const text = `Amounts are integers in cents: 240000. Send no fraction, e.g. 24.00 in dollars. The balance is in US dollars.
The load is refused · Look at it. A field is missing
Status · Meaning`;

test.each([
  ["the first line without any word", ["nothing"], "Amounts are integers in cents: 240000. Send"],
  [
    "the sentence with the word",
    ["fraction"],
    "Send no fraction, e.g. 24.00 in dollars. The balance is in US dollars.",
  ],
  ["the sentence with most of the words", ["dollar", "balance"], "The balance is in US dollars."],
  ["the first of several equal matches", ["dollar"], "Send no fraction"],
  ["the matching row of a table", ["missing"], "The load is refused · Look at it. A field is missing"],
  ["the sentence with most of the words, not most of their forms", ["cent", "cents", "balance", "us"], "The balance"],
])("an excerpt begins with %s", (_, words, start) => {
  expect(excerptOf(text, words).slice(0, start.length)).toBe(start);
});

test("a line's excerpt shows the match near its start, and in a table row after its first cell", () => {
  const line = "Whoever sends a request twice, with the same body and header, makes two loads of it.";
  expect(inSight(line, ["load"])).toBe("… and header, makes two loads of it.");
  expect(inSight(line, ["request", "load"])).toBe(line);
  expect(inSight(`Status · ${line}`, ["load"])).toBe("Status · … and header, makes two loads of it.");
  expect(inSight(`Status · ${line}`, ["request"])).toBe(`Status · ${line}`);
  expect(inSight(`${line} · Once`, ["once"])).toBe("… two loads of it. · Once");
  expect(inSight(line, [])).toBe(line);
});

test("an excerpt prefers the typed words to their synonyms", () => {
  const table = "Cancel an invoice · Send no void or removal\nUndo a delete · Create it again";
  const words = ["undo", "delete", "cancel", "void", "remov"];
  expect(excerptOf(table, words)).toMatch(/^Cancel/);
  expect(excerptOf(table, words, ["undo", "delete"])).toBe("Undo a delete · Create it again");
  expect(excerptOf(table, words, ["nowhere"])).toMatch(/^Cancel/);
});

test("an excerpt ends with its line", () => {
  expect(excerptOf(text, ["balance"])).toBe("The balance is in US dollars.");
  expect(excerptOf("", ["load"])).toBe("");
});

test("text without spaces is split at its own punctuation, and the match is still visible", () => {
  expect(excerptOf("認証は鍵です。鍵を作ります。", ["作り"])).toBe("鍵を作ります。");
  expect(inSight(`${"あ".repeat(200)}鍵を作ります`, ["鍵を"])).toBe(`… ${"あ".repeat(20)}鍵を作ります`);
});
