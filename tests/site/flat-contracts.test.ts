import { describe, expect, test } from "vitest";

import { readAnchorFile } from "#shared/contract/other-anchors.ts";
import { pageOf } from "#shared/contract/reference.ts";
import { searchFilePath, type SearchManifest } from "#shared/search/search-index.ts";
import { Searcher } from "#shared/search/searcher.ts";

import { buildSite, format, type TestSite } from "../support/build-site.ts";
import {
  fieldsOf,
  flatContract,
  flatObject,
  longEnum,
  longExample,
  manyAlternatives,
  manyHeaders,
  manyParameters,
  withBody,
  withLongExamples,
} from "../support/flat-contract.ts";
import { heavyPagesOf, referencePagesOf } from "../support/page-sizes.ts";

const inQuery = { name: "code", in: "query", schema: longEnum(3_000, true) };
const eachWithValues = Object.fromEntries(
  Array.from({ length: 1_000 }, (_, index) => [`field_${index}`, longEnum(100)] as const),
);

const eachWithFields = Object.fromEntries(
  Array.from({ length: 90 }, (_, index) => [
    String(400 + index),
    { description: "No.", content: { "application/json": { schema: flatObject(130) } } },
  ]),
);

const long = longExample(300_000);
const longText = { type: "string", default: "a".repeat(500_000), examples: ["b".repeat(500_000)] };

const shapes: readonly (readonly [string, string])[] = [
  ["a schema of 3,000 fields", flatContract({}, { Wide: flatObject(3_000) })],
  ["a body and a response of 3,000 fields in place", flatContract(withBody(flatObject(3_000)))],
  ["a field that holds 3,000 fields", flatContract({}, { Wide: fieldsOf({ big: flatObject(3_000) }) })],
  [
    "2,000 alternatives, named and in place",
    flatContract(withBody(manyAlternatives(2_000)), { Shape: manyAlternatives(2_000) }),
  ],
  [
    "1,500 parameters in the query, and as many in headers",
    flatContract({ parameters: [...manyParameters(1_500, "query"), ...manyParameters(1_500, "header")] }),
  ],
  ["1,500 headers of a response", flatContract({ responses: { "200": manyHeaders(1_500) } })],
  [
    "3,000 to 60,000 values",
    flatContract(withBody(fieldsOf({ few: longEnum(3_000), many: longEnum(30_000) })), {
      Named: longEnum(30_000),
      Used: fieldsOf({ code: longEnum(60_000) }),
    }),
  ],
  [
    "3,000 values with meanings",
    flatContract(
      { parameters: [inQuery], ...withBody(fieldsOf({ few: longEnum(3_000, true) })) },
      { Named: longEnum(3_000, true) },
    ),
  ],
  ["examples of hundreds of kB", flatContract(withLongExamples(), { Wide: { ...flatObject(3), example: long } })],
  ["values of hundreds of kB", flatContract(withBody(fieldsOf({ text: longText })))],
  ["a body that is a list of 3,000 fields", flatContract(withBody({ type: "array", items: flatObject(3_000) }))],
  ["a body and a response of 3,000 values", flatContract(withBody(longEnum(3_000, true)))],
  ["90 responses of 130 fields", flatContract({ responses: eachWithFields })],
  ["a thousand fields of a hundred values", flatContract({}, { Wide: fieldsOf(eachWithValues) })],
];

const build = async (document: string): Promise<TestSite> =>
  buildSite({
    "openapi/api.json": document,
    "content/index.md": "# Home\n\n[](field:Wide.field_2999)\n",
    "content/site.yaml": "url: https://docs.example.com\n",
  });

interface FieldPlace {
  readonly id: string;
  readonly path: string;
}

/** The elements of the reference whose ids begin so, with their pages. */
function placesOf(site: TestSite, start: string): readonly FieldPlace[] {
  return referencePagesOf(site).flatMap((path) =>
    Array.from(site.read(path).matchAll(/ id="([^"]*)"/g), ([, id = ""]) => ({ id, path })).filter(({ id }) =>
      id.startsWith(start),
    ),
  );
}

/** Those that `anchors.json`, and so every link, leads to another page for. */
function misledOf(site: TestSite, places: readonly FieldPlace[]): readonly FieldPlace[] {
  const { hrefByAnchor } = readAnchorFile(JSON.parse(site.read("api/anchors.json")));
  return places.filter(({ id, path }) => `/${path}` !== `${pageOf(id, hrefByAnchor) ?? ""}index.html`);
}

test.each(shapes)("pages keep to the budget with %s", { timeout: 60_000 }, async (_name, document) => {
  const site = await buildSite({ "openapi/api.json": document, "content/index.md": "# Home" });
  expect(format(site.diagnostics.filter(({ code }) => code.startsWith("link/")))).toBe("");
  expect(heavyPagesOf(site)).toEqual([]);
});

describe("a schema of 3,000 fields", async () => {
  const site = await build(flatContract({}, { Wide: flatObject(3_000) }));

  test("has its first fields on its page, and links to those of the others", () => {
    const html = site.read("api/schemas/index.html");
    expect(html).toContain('id="schema-wide.field_500"');
    expect(html).not.toContain('id="schema-wide.field_501"');
    expect(html).toMatch(/More: <a href="\/api\/schemas\/wide\/2\/">fields 501–1,000<\/a>/);
  });

  test("has titles, breadcrumbs and neighbors on its further pages", () => {
    const html = site.read("api/schemas/wide/3/index.html");
    expect(html).toContain("<title>Wide, fields 1,001–1,500 | Flat API");
    expect(html).toMatch(/<h1[^>]*>Wide, fields 1,001–1,500/);
    expect(html).toMatch(/aria-label="Breadcrumbs?".*?href="\/api\/schemas\/"/s);
    expect(html).toMatch(/href="\/api\/schemas\/wide\/2\/"[^>]*class="previous"/);
    expect(html).toMatch(/href="\/api\/schemas\/wide\/4\/"[^>]*class="next"/);
  });

  test("has each field on one page, to which its address leads from anywhere", () => {
    const places = placesOf(site, "schema-wide.");
    expect(places).toHaveLength(3_000);
    expect(new Set(places.map(({ id }) => id)).size).toBe(3_000);
    expect(misledOf(site, places)).toEqual([]);
  });

  test("is linked from guides, and found by its last field", async () => {
    expect(format(site.diagnostics)).toBe("");
    const address = "/api/schemas/wide/6/#schema-wide.field_2999";
    expect(site.read("index.html")).toContain(`href="${address}"`);
    const { indexes, synonyms }: SearchManifest = JSON.parse(site.read("search.json"));
    const load = async (name: string) => JSON.parse(site.read(searchFilePath(name)));
    const [index] = indexes;
    if (index === undefined) throw new Error("no index");
    const searcher = new Searcher(index, { terms: load, records: load }, synonyms);
    const { hits } = await searcher.search("field_2999", { near: [], most: 5 });
    expect(hits.map(({ href }) => href)).toContain(address);
  });

  test("is whole in Markdown, and in runs on its further pages", () => {
    expect(site.read("api/schemas.md")).toContain("`field_3000`");
    const run = site.read("api/schemas/wide/2.md");
    expect(run).toContain("`field_501`");
    expect(run).not.toContain("`field_500`");
  });
});

describe("a callback of 1,500 fields", async () => {
  const called = { summary: "Made", parameters: manyParameters(1_500), ...withBody(flatObject(1_500)) };
  const callbacks = { made: { "{$request.body#/url}": { post: called } } };
  const site = await build(flatContract({ ...withBody(flatObject(1_500)), callbacks }, { Wide: flatObject(3_000) }));

  test("has each field on one page, to which its address leads from anywhere", () => {
    const anchor = "post-things--post-request-body-url";
    const places = ["query.", "field_", "~200~field_"].flatMap((start) => [
      ...placesOf(site, `${anchor}${start.startsWith("~") ? "" : "."}${start}`),
    ]);
    expect(places).toHaveLength(4_500);
    expect(misledOf(site, places)).toEqual([]);
  });

  test("says on further pages that the callback has them, not the operation", () => {
    expect(site.read("api/post-things/body/2/index.html")).toMatch(/<h1[^>]*>Make things: body, fields /);
    const html = site.read("api/post-things/callback-made-body/2/index.html");
    expect(html).toMatch(/<h1[^>]*>Make things: callback made\.body, fields /);
  });

  test("is in the operation's Markdown", () => {
    const [, callback = ""] = site.read("api/post-things.md").split("## Callback made");
    expect(callback).toContain("`POST {$request.body#/url}`");
    expect(callback).toContain("`filter_1500`");
    expect(callback.split("##### 200").map((part) => part.includes("`field_1500`"))).toEqual([true, true]);
  });
});

describe("bodies of several media types", async () => {
  const types = {
    "application/json": { schema: flatObject(1_500) },
    "application/xml": { schema: fieldsOf({ only: {} }) },
  };
  const headers = { "X-Trace": { schema: { type: "string" } } };
  const responses = { "200": { description: "Ok.", headers, content: types } };
  const site = await build(flatContract({ requestBody: { content: types }, responses }, { Wide: flatObject(3_000) }));

  test("are told apart by the names of their pages", () => {
    const html = site.read("api/post-things/200-application-json/index.html");
    expect(html).toMatch(/<h1[^>]*>Make things: 200 \(application\/json\)</);
  });

  test("are linked where they stand, and nowhere else on the page", () => {
    const html = site.read("api/post-things/index.html");
    const main = html.slice(html.indexOf("<main"), html.indexOf('class="pagination'));
    expect(main.match(/href="\/api\/post-things\/200-application-json\//g)).toHaveLength(1);
  });

  test("and headers lead to where they stand, though the first body has pages of its own", () => {
    const places = placesOf(site, "post-things~200~~");
    expect(places.map(({ id }) => id)).toEqual(["post-things~200~~body-2~only", "post-things~200~~headers.X-Trace"]);
    expect(misledOf(site, places)).toEqual([]);
  });

  test("are all in Markdown", () => {
    const markdown = site.read("api/post-things.md");
    expect(markdown.match(/^As `application\/xml`:$/gm)).toHaveLength(2);
    expect(markdown.match(/^\| `only` /gm)).toHaveLength(2);
  });
});

test("a name with a dot leads to itself, not to the field that its beginning names", async () => {
  const fields = { "big.first": {}, "field_1400.first": {}, big: flatObject(1_000) };
  const wide = { ...flatObject(3_000), properties: { ...fields, ...flatObject(3_000).properties } };
  const filters = [{ name: "filter_1", in: "query", schema: {} }];
  const operation = { parameters: filters, ...withBody(fieldsOf({ query: flatObject(1_500) })) };
  const site = await build(flatContract(operation, { Wide: wide }));
  const ids = ["schema-wide.big.first", "schema-wide.field_1400.first", "post-things.query.filter_1"];
  const places = ids.flatMap((id) => placesOf(site, id));
  expect(places.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(misledOf(site, places)).toEqual([]);
});

test("a body that is a list or a map has its fields and values on the page", async () => {
  const listed = { type: "array", items: fieldsOf({ inList: {} }) };
  const mapped = { type: "object", additionalProperties: fieldsOf({ inMap: {} }) };
  const content = { "a/list": { schema: listed }, "a/map": { schema: mapped }, "a/value": { schema: longEnum(2) } };
  const site = await build(flatContract({ requestBody: { content } }, { Wide: flatObject(3_000) }));
  const html = site.read("api/things/index.html");
  expect(html).toContain('id="post-things.inList"');
  expect(html).toContain('id="post-things~~body-2.inMap"');
  expect(html).toContain('data-copy="VALUE_2"');
});

test("what schemas hold in place is in their Markdown", async () => {
  const held = {
    object: fieldsOf({ inObject: {} }),
    list: { type: "array", items: fieldsOf({ inList: {} }) },
    map: { type: "object", additionalProperties: fieldsOf({ inMap: {} }) },
    shape: { oneOf: [fieldsOf({ inShape: {} }), { type: "string" }] },
    states: { type: "array", items: longEnum(2) },
  };
  const listed = { type: "array", items: fieldsOf({ inItems: {} }) };
  const site = await buildSite({
    "openapi/api.json": flatContract({}, { Held: fieldsOf(held), Listed: listed }),
    "content/index.md": "# Home",
  });
  const markdown = site.read("api.md");
  const rows = Array.from(markdown.matchAll(/^\| `([^`]*\bin[A-Z][^`]*)`/gm), ([, name]) => name);
  expect(rows).toEqual([
    "object.inObject",
    "list[].inList",
    "map.*.inMap",
    "shape.alternative 1.inShape",
    "[].inItems",
  ]);
  expect(markdown).toContain("Each one of `VALUE_1`, `VALUE_2`.");
});

describe("examples of hundreds of kB", async () => {
  const site = await build(flatContract(withLongExamples(), { Wide: { ...flatObject(3000), example: long } }));
  const filesOf = (path: string): readonly string[] =>
    Array.from(site.read(path).matchAll(/href="\/(assets\/examples\/[^"]*)"/g), ([, file = ""]) => file);

  test("show how they begin, with a link to a file of all, and nothing to copy", () => {
    const html = site.read("api/schemas/index.html");
    const [file = "none"] = filesOf("api/schemas/index.html");
    expect(html).toMatch(/The first [\d,]+ of 20,004 lines\. <a href/);
    expect(JSON.parse(site.read(file))).toEqual(long);
    expect(html).not.toContain("Copy</button>");
  });

  test("of an operation are files, each of another text", () => {
    const files = filesOf("api/post-things/index.html");
    // Eight responses, which bodies share; three languages, and the author's own.
    expect(new Set(files).size).toBe(12);
    expect(files.map((file) => site.read(file)).some((text) => text.startsWith("curl"))).toBe(true);
    expect(site.read(files.find((file) => file.endsWith(".txt")) ?? "")).not.toBe("");
  });
});

test("nothing is left out of Markdown: fields in place, alternatives and values", { timeout: 60_000 }, async () => {
  const body = fieldsOf({ big: flatObject(1_000), code: longEnum(3_000) });
  const site = await build(flatContract(withBody(body), { Wide: flatObject(3_000), Shape: manyAlternatives(2_000) }));
  expect(site.read("api/post-things/index.html")).toContain("2,992 more values");
  const operation = site.read("api/post-things.md");
  expect(operation).toContain("`big.field_1000`");
  expect(operation).toContain("`VALUE_3000`");
  expect(site.read("api/schemas/s.md")).toContain("`alternative 2000 (Shape_2000).shape_2000`");
});

test("a description that is more than a page stays whole, and is told", async () => {
  const description = Array.from({ length: 4_000 }, (_, index) => `## Part ${index}\n\nIt is **whole**.`).join("\n\n");
  const contract = JSON.parse(flatContract({}));
  const site = await buildSite({
    "openapi/api.json": JSON.stringify({ ...contract, info: { ...contract.info, description } }),
    "content/index.md": "# Home",
  });
  expect(site.read("api/index.html")).toContain("Part 3999");
  expect(format(site.diagnostics)).toMatchInlineSnapshot(
    `"warning openapi/api.json:1:1 page/heavy (keep its description to what a reader needs there, and tell the rest in a guide)"`,
  );
});
