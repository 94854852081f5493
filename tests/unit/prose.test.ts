import { expect, test } from "vitest";

import { parseText } from "#content/parse-prose.ts";

test.each([
  ["~~gone~~", "<del>"],
  ["~gone~", "<del>"],
  ["at www.example.com", "http://www.example.com"],
  ["at https://example.com", "https://example.com"],
  ["to a@example.com", "mailto:a@example.com"],
  ["to a&#64;example.com", "mailto:a@example.com"],
  ["- [x] done", "checkbox"],
  ["a | b\n--- | ---", "<table"],
  ["a\n:-", "<table"],
  ["note[^1]\n\n[^1]: words", "fn-1"],
])("a contract's text may hold GFM alone: %j", (text, shown) => {
  expect(JSON.stringify(parseText(text).value.markup)).toContain(shown);
});
