import { describe, expect, test } from "vitest";

import { type KeptValue, pairResponses, replaceValues } from "#client/score/score.ts";

const paired = (published: string, response: object) =>
  pairResponses(published, JSON.stringify(response)).map(({ name, published: text, value }) => [name, text, value]);

describe("the values of a response that correspond to a guide's published ones", () => {
  test("are at the same positions, the record's own first, without lines that omit something", () => {
    const guide = `{
  "parts": { "id": "P-1" },
  "id": "S-1",
  …
  "count": 2,
  …
}`;
    expect(paired(guide, { parts: { id: "P-7" }, id: "S-7", note: "N-7", count: 3 })).toEqual([
      ["id", "S-1", "S-7"],
      ["note", null, "N-7"],
      ["count", "2", "3"],
      ["id", "P-1", "P-7"],
    ]);
  });

  test("come from a list only if it has one record on both sides, since others have no fixed order", () => {
    const list = '{ "results": [{ "id": "S-1" }] }';
    expect(paired(list, { results: [{ id: "S-7" }] })).toEqual([["id", "S-1", "S-7"]]);
    expect(paired(list, { results: [{ id: "S-7" }, { id: "S-8" }] })).toEqual([]);
    expect(paired(list, { results: [] })).toEqual([]);
  });

  test("are only ones that an address, a shell and a program write alike", () => {
    const guide = '{ "id": "S-1", "number": 1 }';
    for (const id of ['S"7', "S'7", "S 7", "S/7", "$S7", "`S7`", "é7", ""]) expect(paired(guide, { id })).toEqual([]);
    expect(paired(guide, { id: "S_7.a~b-c", number: 2 ** 53 })).toEqual([["id", "S-1", "S_7.a~b-c"]]);
    expect(paired('{ "id": null }', { id: "S-7" })).toEqual([]);
  });

  test("are empty if a response isn't JSON or has another shape than the published one", () => {
    expect(pairResponses('{ "id": "S-1" }', "no content")).toEqual([]);
    expect(paired('{ "id": "S-1" }', ["S-7"])).toEqual([]);
    expect(paired("no JSON", { id: "S-7" })).toEqual([]);
  });
});

describe("stored values replace published ones", () => {
  const carry = (text: string, ...values: readonly KeptValue[]) =>
    replaceValues(text, new Map(values.map((value) => [value.published ?? "", value])));
  const id = { name: "id", published: "S-1", value: "S-7" };

  test("where an id of letters and digits is a whole word", () => {
    expect(carry('/sales/S-1/?of=S-1 "S-1" S-1. XS-1 S-12 a-S-1 S-1-a S-1.pdf', id)).toBe(
      '/sales/S-7/?of=S-7 "S-7" S-7. XS-1 S-12 a-S-1 S-1-a S-1.pdf',
    );
    expect(carry("v1.2 v1x2", { name: "version", published: "v1.2", value: "v9" })).toBe("v9 v1x2");
  });

  test("where a number is in a path or after the member's name", () => {
    const pet = { name: "id", published: "12", value: "345" };
    expect(carry('/pets/12 "petId": 12, pet_id=12 {id: "12"} 12 "age": 12 /pets/123 //12 12/12', pet)).toBe(
      '/pets/345 "petId": 345, pet_id=345 {id: "345"} 12 "age": 12 /pets/123 //12 12/345',
    );
  });

  test("all at once, so that two can swap", () => {
    const other = { name: "id", published: "S-7", value: "S-1" };
    expect(carry("S-1, S-7", id, other)).toBe("S-7, S-1");
  });
});
