import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
paths: { /all: { get: { responses: { "200": { description: All., content: { application/json: { schema: { $ref: "#/components/schemas/All" } } } } } } } }
components:
  schemas:
    Load: { type: object, properties: { a: { type: string } } }
    Stop: { type: object, properties: { a: { type: string } } }
    All:
      type: object
      properties:
        text: { type: string, format: date-time }
        flag: { type: boolean, format: boolean }
        flags: { type: array, items: { type: boolean, format: boolean } }
        cents: { type: integer, x-unit: usd-cents }
        maybe: { type: [string, "null"] }
        either: { type: [string, integer] }
        named: { $ref: "#/components/schemas/Load" }
        namedMaybe: { anyOf: [{ $ref: "#/components/schemas/Load" }, { type: "null" }] }
        list: { type: array, items: { $ref: "#/components/schemas/Load" } }
        listOfMaybe: { type: array, items: { type: [string, "null"] } }
        maybeList: { type: [array, "null"], items: { type: string } }
        plainList: { type: array }
        tuple: { type: array, prefixItems: [{ type: string }, { $ref: "#/components/schemas/Stop" }] }
        row: { type: array, prefixItems: [{ type: string }], items: { type: integer } }
        map: { type: object, additionalProperties: { type: array, items: { type: integer } } }
        one: { oneOf: [{ $ref: "#/components/schemas/Load" }, { type: string }] }
        typedOne: { type: object, oneOf: [{ $ref: "#/components/schemas/Load" }, { $ref: "#/components/schemas/Stop" }] }
        any: { anyOf: [{ title: Short, type: object }, { type: [integer, "null"] }] }
        many: { oneOf: [{ type: string }, { type: integer }, { type: boolean }, { type: array }, { type: object }] }
        inline: { type: object, properties: { a: { type: string } } }
        values: { enum: [1, two] }
        open: {}
        only: { type: "null" }
        nulls: { type: array, items: { type: "null" } }
`;

/** Types by field, as shown on a page, in the reference and in the Markdown of both. */
async function typesOf(): Promise<Readonly<Record<string, readonly (readonly [string, string])[]>>> {
  const site = await buildSite({
    "content/index.md": "# Home\n\n::fields{schema=All}\n",
    "openapi/api.yaml": contract,
  });
  expect(format(site.diagnostics)).toBe("");
  const plain = (text: string) =>
    text
      .replace(/\[([^\]]*)\]\([^)]*\)|<[^>]*>/g, "$1")
      .replaceAll("`", "")
      .replaceAll(" · ", ", ")
      .replace(/: 1, two$/, "")
      .trim();
  const pairs = (text: string, row: RegExp) =>
    [...text.matchAll(row)]
      .map(([, name = "", type = ""]) => [plain(name), plain(type)] as const)
      // The reference also lists the fields of an inline object.
      .filter(([name]) => name !== "a");
  const [, own = ""] = site.read("api/index.html").split('id="schema-all"');
  const [, ownMarkdown = ""] = site.read("api.md").split("### All");
  return {
    guide: pairs(site.read("index.html"), /<tr><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g),
    guideMarkdown: pairs(site.read("index.md"), /^\| \[`(\w+)`\][^|]* \| (.*?) \|$/gm),
    reference: pairs(own, /<li id="[^"]*"><a[^>]*>(\w+)<\/a> <i>(.*?)<\/i>/g),
    referenceMarkdown: pairs(ownMarkdown, /^\| `(\w+)` *\| (.*?) *\| no/gm),
  };
}

test("a type is described in the same words in guides, in the reference and in Markdown", async () => {
  const { guide, ...others } = await typesOf();
  expect(guide?.map(([name, type]) => `${name}: ${type}`).join("\n")).toMatchInlineSnapshot(`
    "text: string, date-time
    flag: boolean
    flags: list of boolean
    cents: integer, US cents
    maybe: string, nullable
    either: string or integer
    named: Load
    namedMaybe: Load, nullable
    list: list of Load
    listOfMaybe: list of string or null
    maybeList: list of string, nullable
    plainList: list
    tuple: list (string, Stop)
    row: list (string, integer …)
    map: map of list of integer
    one: one of Load, string
    typedOne: one of Load, Stop
    any: any of Short, integer or null
    many: one of string, integer, boolean, list, …
    inline: object
    values: integer or string
    open: any type
    only: null
    nulls: list of null"
  `);
  for (const [output, types] of Object.entries(others)) expect(types, output).toEqual(guide);
});
