import { beforeAll, describe, expect, test } from "vitest";

import { readAnchorFile } from "#shared/contract/foreign-anchors.ts";
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
import { largeContract } from "../support/large-contract.ts";
import { heavyPagesOf, referencePagesOf, smallBudget } from "../support/page-sizes.ts";

const inQuery = { name: "code", in: "query", schema: longEnum(60, true) };
const eachWithValues = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`field_${index}`, longEnum(15)] as const),
);

const eachWithFields = Object.fromEntries(
  Array.from({ length: 15 }, (_, index) => [
    String(400 + index),
    { description: "No.", content: { "application/json": { schema: flatObject(18) } } },
  ]),
);

const event = fieldsOf({ before: flatObject(60), after: flatObject(60), links: flatObject(8) });

const long = longExample(120_000);
const longText = { type: "string", default: "a".repeat(50_000), examples: ["b".repeat(50_000)] };

const shapes: readonly (readonly [string, string])[] = [
  ["a schema of 60 fields", flatContract({}, { Wide: flatObject(60) })],
  ["a body and a response of 60 fields in place", flatContract(withBody(flatObject(60)))],
  ["a field that holds 60 fields", flatContract({}, { Wide: fieldsOf({ big: flatObject(60) }) })],
  [
    "40 alternatives, named and in place",
    flatContract(withBody(manyAlternatives(40)), { Shape: manyAlternatives(40) }),
  ],
  [
    "40 parameters in the query, and as many in headers",
    flatContract({ parameters: [...manyParameters(40, "query"), ...manyParameters(40, "header")] }),
  ],
  ["40 headers of a response", flatContract({ responses: { "200": manyHeaders(40) } })],
  [
    "hundreds of values",
    flatContract(withBody(fieldsOf({ few: longEnum(100), many: longEnum(400) })), {
      Named: longEnum(400),
      Used: fieldsOf({ code: longEnum(600) }),
    }),
  ],
  [
    "60 values with meanings",
    flatContract(
      { parameters: [inQuery], ...withBody(fieldsOf({ few: longEnum(60, true) })) },
      { Named: longEnum(60, true) },
    ),
  ],
  ["values that are more than a page", flatContract(withBody(fieldsOf({ text: longText })))],
  ["a body that is a list of 60 fields", flatContract(withBody({ type: "array", items: flatObject(60) }))],
  ["a body and a response of 60 values", flatContract(withBody(longEnum(60, true)))],
  ["15 responses of 18 fields", flatContract({ responses: eachWithFields })],
  ["forty fields of fifteen values", flatContract({}, { Wide: fieldsOf(eachWithValues) })],
  [
    "an operation and a schema of wide fields in fields",
    flatContract(withBody(event), { Payload: fieldsOf({ event }) }),
  ],
  ["operations that have pages of their own", JSON.stringify(largeContract({ operations: 8 }))],
];

/** With up to 20 entries per list, and 150 fields per page. */
const build = async (document: string, guide = "", budget = smallBudget): Promise<TestSite> =>
  buildSite(
    {
      "openapi/api.json": document,
      "content/index.md": `# Home\n\n${guide}\n`,
      "content/site.yaml": "url: https://docs.example.com\n",
    },
    { budget },
  );

/** The files that a page links where it shows only the beginning. */
const filesOf = (site: TestSite, path: string): readonly string[] =>
  Array.from(site.read(path).matchAll(/href="\/(assets\/examples\/[^"]*)"/g), ([, file = ""]) => file);

interface FieldLocation {
  readonly id: string;
  readonly path: string;
}

/** The elements of the reference whose ids begin so, with their pages. */
function locationsOf(site: TestSite, start: string): readonly FieldLocation[] {
  return referencePagesOf(site).flatMap((path) =>
    Array.from(site.read(path).matchAll(/ id="([^"]*)"/g), ([, id = ""]) => ({ id, path })).filter(({ id }) =>
      id.startsWith(start),
    ),
  );
}

/** Those whose links lead to another page, by `anchors.json`. */
function misdirectedOf(site: TestSite, locations: readonly FieldLocation[]): readonly FieldLocation[] {
  const { hrefByAnchor } = readAnchorFile(JSON.parse(site.read("api/anchors.json")));
  return locations.filter(({ id, path }) => `/${path}` !== `${pageOf(id, hrefByAnchor) ?? ""}index.html`);
}

test.each(shapes)("pages stay within the size budget with %s", async (_name, document) => {
  const site = await build(document);
  expect(format(site.diagnostics.filter(({ code }) => code.startsWith("link/")))).toBe("");
  expect(referencePagesOf(site)).not.toEqual([]);
  expect(heavyPagesOf(site, smallBudget)).toEqual([]);
});

describe("a schema of 60 fields", () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await build(
      flatContract({}, { Wide: flatObject(60) }),
      "[first](field:Wide.field_20) [](field:Wide.field_60)",
      { ...smallBudget, fields: 60 },
    );
  });

  test("has its first fields on its page, and links to a JSON Schema file with all of them", () => {
    const html = site.read("api/schemas/index.html");
    expect(html).toContain('id="schema-wide.field_20"');
    expect(html).not.toContain('id="schema-wide.field_21"');
    expect(html).toMatch(/The first 20 of 60\. <a href="[^"]*">All of them as JSON Schema<\/a>/);
    const [file = "none"] = filesOf(site, "api/schemas/index.html");
    expect(Object.keys(JSON.parse(site.read(file)).properties)).toHaveLength(60);
  });

  test("is where links from guides and search results to the other fields lead", async () => {
    expect(format(site.diagnostics)).toBe("");
    const hrefs = [...site.read("index.html").matchAll(/href="(\/api\/[^"]*)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual(expect.arrayContaining(["/api/schemas/#schema-wide.field_20", "/api/schemas/#schema-wide"]));
    const { indexes, synonyms }: SearchManifest = JSON.parse(site.read("search.json"));
    const load = async (name: string) => JSON.parse(site.read(searchFilePath(name)));
    const [index] = indexes;
    if (index === undefined) throw new Error("no index");
    const searcher = new Searcher(index, { terms: load, records: load }, synonyms);
    const { hits } = await searcher.search("field_60", { near: [], most: 5 });
    expect(hits.find(({ title }) => title === "Wide.field_60")?.href).toBe("/api/schemas/#schema-wide");
  });

  test("is whole in Markdown", () => {
    expect(site.read("api/schemas.md")).toContain("`field_60`");
  });
});

test("old addresses of a list's further pages lead to the list", async () => {
  const operation = { parameters: manyParameters(50), ...withBody(flatObject(45)) };
  const site = await build(flatContract(operation, { Wide: flatObject(200) }));
  const leadsTo = (path: string): string =>
    /<a href="([^"]*)" data-moved/.exec(site.read(`api/${path}/index.html`))?.[1] ?? "";
  expect(leadsTo("schemas/wide/2")).toBe("/api/schemas/#schema-wide");
  expect(leadsTo("schemas/wide/10")).toBe("/api/schemas/#schema-wide");
  expect(["query/2", "query/3", "body/3"].map((path) => leadsTo(`post-things/${path}`))).toEqual(
    Array.from({ length: 3 }, () => "/api/post-things/#post-things"),
  );
  expect(format(site.diagnostics.filter(({ code }) => code.startsWith("link/")))).toBe("");
});

describe("long lists of an operation", () => {
  let site: TestSite;

  beforeAll(async () => {
    const called = { summary: "Made", parameters: manyParameters(25), ...withBody(flatObject(30)) };
    const callbacks = { made: { "{$request.body#/url}": { post: called } } };
    const responses = { "200": manyHeaders(35) };
    site = await build(flatContract({ ...withBody(fieldsOf({ code: longEnum(40) })), responses, callbacks }));
  });

  test("link to files with all parameters, headers, values and fields", () => {
    const counts = filesOf(site, "api/post-things/index.html").map((file) => {
      const { properties, enum: values } = JSON.parse(site.read(file));
      return values?.length ?? Object.keys(properties).length;
    });
    // The callback's fields count for its request and its response.
    expect(counts.toSorted()).toEqual([25, 30, 30, 35, 40]);
  });

  test("are whole in the operation's Markdown", () => {
    const [own = "", callback = ""] = site.read("api/post-things.md").split("## Callback made");
    expect(own).toContain("`VALUE_40`");
    expect(own).toContain("`X-Header_35`");
    expect(callback).toContain("`POST {$request.body#/url}`");
    expect(callback).toContain("`filter_25`");
    expect(callback.split("##### 200").map((part) => part.includes("`field_30`"))).toEqual([true, true]);
  });
});

describe("bodies of several media types", () => {
  let site: TestSite;

  beforeAll(async () => {
    const types = {
      "application/json": { schema: flatObject(30) },
      "application/xml": { schema: fieldsOf({ only: {} }) },
    };
    const headers = { "X-Trace": { schema: { type: "string" } } };
    const responses = { "200": { description: "Ok.", headers, content: types } };
    site = await build(flatContract({ requestBody: { content: types }, responses }));
  });

  test("and headers have their own anchors", () => {
    const locations = locationsOf(site, "post-things~200~~");
    expect(locations.map(({ id }) => id)).toEqual(["post-things~200~~body-2~only", "post-things~200~~headers.X-Trace"]);
    expect(misdirectedOf(site, locations)).toEqual([]);
  });

  test("are all in Markdown", () => {
    const markdown = site.read("api/post-things.md");
    expect(markdown.match(/^As `application\/xml`:$/gm)).toHaveLength(2);
    expect(markdown.match(/^\| `only` /gm)).toHaveLength(2);
  });
});

test("a name with a dot leads to its page", async () => {
  const fields = { "big.first": {}, big: fieldsOf({ first: {} }) };
  const filters = [{ name: "filter_1", in: "query", schema: {} }];
  const operation = { parameters: filters, ...withBody(fieldsOf({ query: fieldsOf({ filter_1: {} }) })) };
  const site = await build(flatContract(operation, { Wide: fieldsOf(fields), Huge: fieldsOf(eachWithValues) }));
  const ids = ["schema-wide.big.first", "schema-wide.big~first", "post-things.query.filter_1"];
  const locations = ids.flatMap((id) => locationsOf(site, id));
  expect(locations.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(misdirectedOf(site, locations)).toEqual([]);
});

test("a body that is a list or a map has its fields and values on the page", async () => {
  const listed = { type: "array", items: fieldsOf({ inList: {} }) };
  const mapped = { type: "object", additionalProperties: fieldsOf({ inMap: {} }) };
  const content = { "a/list": { schema: listed }, "a/map": { schema: mapped }, "a/value": { schema: longEnum(2) } };
  const site = await build(flatContract({ requestBody: { content } }));
  const html = site.read("api/index.html");
  expect(html).toContain('id="post-things.inList"');
  expect(html).toContain('id="post-things~~body-2.inMap"');
  expect(html).toContain('data-copy="VALUE_2"');
});

describe("examples larger than a page", () => {
  let site: TestSite;

  beforeAll(async () => {
    const document = flatContract(withLongExamples(15_000), { Wide: { ...flatObject(3), example: long } });
    site = await build(document, "", { fields: 700, listLength: 20 });
  });

  test("are shortened until their pages fit the size budget", () => {
    expect(heavyPagesOf(site, { fields: 700, listLength: 20 })).toEqual([]);
  });

  test("show their beginning and link to the whole file, without a copy button", () => {
    const html = site.read("api/schemas/index.html");
    const [file = "none"] = filesOf(site, "api/schemas/index.html");
    expect(html).toMatch(/The first [\d,]+ of 8,004 lines\. <a href/);
    expect(JSON.parse(site.read(file))).toEqual(long);
    expect(html).not.toContain("Copy</button>");
  });

  test("of one operation are separate files, without duplicates", () => {
    const files = filesOf(site, "api/post-things/index.html");
    // Eight responses, which bodies share; three languages, and the author's own.
    expect(new Set(files).size).toBe(12);
    expect(files.map((file) => site.read(file)).some((text) => text.startsWith("curl"))).toBe(true);
    expect(site.read(files.find((file) => file.endsWith(".txt")) ?? "")).not.toBe("");
  });
});

test("Markdown is complete: it has nested fields, alternatives and values", async () => {
  const body = fieldsOf({ big: flatObject(50), code: longEnum(60) });
  const site = await build(flatContract(withBody(body), { Wide: flatObject(60), Shape: manyAlternatives(40) }));
  expect(site.read("api/post-things/index.html")).toContain("52 more values");
  const operation = site.read("api/post-things.md");
  expect(operation).toContain("`big.field_50`");
  expect(operation).toContain("`VALUE_60`");
  expect(site.read("api/schemas/s.md")).toContain("`alternative 40 (Shape_40).shape_40`");
});

test("a description larger than a page stays whole and is a finding", async () => {
  const description = Array.from({ length: 3_400 }, (_, index) => `## Part ${index}\n\nIt is **whole**.`).join("\n\n");
  const contract = JSON.parse(flatContract({}));
  const site = await buildSite({
    "openapi/api.json": JSON.stringify({ ...contract, info: { ...contract.info, description } }),
    "content/index.md": "# Home",
  });
  expect(site.read("api/index.html")).toContain("Part 3399");
  expect(format(site.diagnostics)).toMatchInlineSnapshot(
    `"warning openapi/api.json:1:1 page/heavy (keep its description to what a reader needs there, and tell the rest in a guide)"`,
  );
});
