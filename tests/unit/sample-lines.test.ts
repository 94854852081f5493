import { describe, expect, test } from "vitest";

import { findMembers, findRequestLines, type SampleLine } from "#client/light-fields.ts";
import { fetchedLanguages, pageLanguages, toCodeSamples } from "#samples/code-samples.ts";
import type { RequestValue } from "#shared/contract/request.ts";

const printed = (text: string, lines: readonly SampleLine[]) =>
  lines.map(({ path, start, length }) => `${path.join(" > ")}: ${text.slice(start, start + length)}`);

test("each member of a JSON text has a line, found by its path", () => {
  const text = `{
  "results": [
    {
      "id": "S-1",
      "parts": { "weight": 1 }
    }
  ],
  "next": null
}`;
  expect(printed(text, findMembers(text))).toEqual([
    'results: "results": [',
    'results > id: "id": "S-1",',
    'results > parts: "parts": { "weight": 1 }',
    'next: "next": null',
  ]);
});

describe("each member has a line in a request of any language", () => {
  const start: RequestValue = {
    method: "post",
    path: "/sales/S-1/items",
    query: [
      { name: "page", value: "1" },
      { name: "view", value: "all,new" },
    ],
    headers: [{ name: "X-Trace", value: "t 1" }],
    credentials: [],
    body: { kind: "none" },
  };
  const base = { address: "https://api.example.com", variable: null };
  const linesOf = (request: RequestValue, names: readonly string[]) =>
    toCodeSamples(request, base, [...pageLanguages, ...fetchedLanguages]).map(({ id, code }) => {
      const lines = findRequestLines(code, { names: new Set(names), address: "/sales/{number}/items" });
      return { id, lines: printed(code, lines) };
    });

  test("parameters and headers have lines, and so do the values in the address", () => {
    for (const { id, lines } of linesOf(start, ["number", "page", "view", "X-Trace"])) {
      expect([id, lines]).toEqual([id, expect.arrayContaining(["number: S-1"])]);
      for (const [name, value] of [
        ["page", "1"],
        ["view", "all,new"],
        ["X-Trace", "t 1"],
      ] as const)
        expect([id, lines.filter((line) => line.startsWith(`${name}: `) && line.includes(value))]).toEqual([
          id,
          [expect.anything()],
        ]);
    }
  });

  test("body members are found by their position in it, whatever code surrounds it", () => {
    const others = new Set(["page", "view", "X-Trace", "Content-Type"]);
    const value = {
      weight: 38_500,
      origins: [{ city: "Salinas", weight: 1, text: "weight: 7" }],
      delivery: "2025-03-11T17:00:00Z, at the gate of the warehouse beside the road",
    };
    const request: RequestValue = { ...start, body: { kind: "json", mediaType: "application/json", value } };
    for (const { id, lines } of linesOf(request, ["number", "weight", "origins", "delivery"])) {
      const paths = lines.map((line) => line.replace(/: .*$/, "")).filter((path) => !others.has(path));
      const own = ["weight", "origins", "origins > city", "origins > weight", "origins > text", "delivery"];
      expect([id, paths]).toEqual([id, [...own, "number"]]);
      expect([id, lines]).toEqual([id, expect.arrayContaining([expect.stringMatching(/^weight: .*38500/)])]);
    }
  });

  test("form parts are found where their names precede their values", () => {
    const part = { kind: "field", name: "category", value: "Signed, on paper" } as const;
    const body = { kind: "form", mediaType: "multipart/form-data", parts: [part] } as const;
    for (const { id, lines } of linesOf({ ...start, body }, ["category"]).slice(0, pageLanguages.length))
      expect([id, lines]).toEqual([
        id,
        expect.arrayContaining([expect.stringMatching(/^category: .*Signed, on paper/)]),
      ]);
  });
});
