import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { Contract } from "#shared/contract/contract.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { toText } from "#shared/json/json.ts";

import { buildSite } from "../support/build-site.ts";
import { readContractText } from "../support/read-contract-text.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** The page `/api/` is compared with the model of the shipped contract: it must show everything in the contract. */
const source = readFileSync(new URL("../../openapi/v1.1.yaml", import.meta.url), "utf8");
let contract: Contract;
let files: ReadonlyMap<string, string>;
let html = "";

beforeAll(async () => {
  const [read, site] = await Promise.all([readContractText(source), buildShippedSite()]);
  contract = read;
  files = new Map(site.files.map(({ path, content }) => [path, content.toString()]));
  html = files.get("api/index.html") ?? expect.fail("there is no page /api/");
});

/** The markup of an operation's or a schema's section. */
function sectionOf(anchor: string): string {
  const start = html.search(new RegExp(`<section class="op[^"]*" id="${anchor}"`));
  if (start < 0) expect.fail(`there is no section #${anchor}`);
  return html.slice(start, html.indexOf("</section>", start));
}

/** The markup of a schema's field. */
function fieldOf(id: string): string {
  const start = html.indexOf(`<li id="${id}">`);
  if (start < 0) expect.fail(`there is no field #${id}`);
  const end = html.indexOf("<li id=", start + 1);
  return html.slice(start, end < 0 ? undefined : end);
}

const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, "");
const isMoney = ({ unit }: Schema): boolean => unit === "usd-cents";
const headOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

test("it has all 32 operations, each with its method and path", () => {
  expect(contract.operations).toHaveLength(32);
  for (const operation of contract.operations) {
    const [, head = ""] = /<p class="op-path row">(.*?)<\/p>/.exec(sectionOf(operation.anchor)) ?? [];
    expect(textOf(head)).toBe(headOf(operation));
  }
});

test("a path breaks after its slashes", () => {
  expect(sectionOf("post-broker-invoices-invoice-number-attachments")).toContain(
    "<code>/broker_invoices/<wbr/><var>{invoice_number}</var>/<wbr/>attachments</code>",
  );
});

test("the top says in a line what the API is, then what every call needs; the rest is folded", () => {
  const top = html.slice(html.indexOf('class="api-intro"'), html.indexOf('class="tag"'));
  const offsets = ["<h1", 'class="lead"', 'class="facts facts-4"', "<details>"].map((part) => top.lastIndexOf(part));
  expect(offsets).not.toContain(-1);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
});

test("a schema with fields has an example next to it, unless a single operation shows it as its response", () => {
  const hasExample = (anchor: string) => sectionOf(anchor).includes('<span class="tab-title">Example</span>');
  expect(textOf(sectionOf("schema-external-category"))).toMatch(/Example\{\s*(?:"|&quot;)name/);
  for (const { anchor, schema } of contract.schemas)
    expect(hasExample(anchor), anchor).toBe(
      schema.members.length > 0 && !/^schema-(?:page-of-.*|client-info)$/.test(anchor),
    );
});

test("an operation shows its samples after its description, before its fields", () => {
  for (const { anchor } of contract.operations) {
    const section = sectionOf(anchor);
    const offsets = ["op-title", "try-it", "op-words", "op-samples", "op-fields"].map((name) => section.indexOf(name));
    expect(offsets, anchor).not.toContain(-1);
    expect(offsets, anchor).toEqual(offsets.toSorted((a, b) => a - b));
  }
});

test("a response with undocumented fields says so instead of showing an empty object", () => {
  expect(textOf(sectionOf("get-debtor-credit"))).toMatch(/The fields aren(?:'|&#x27;)t published/);
  expect(sectionOf("get-debtor-credit")).not.toContain("{}");
});

test("long code shows its beginning and its number of lines, and short code is whole", () => {
  expect(sectionOf("post-loads")).toMatch(/<input type="checkbox"\/><span>Show all \d+ lines/);
  expect(sectionOf("get-debtor-credit")).not.toContain("Show all");
});

test("it has every parameter, its location, and whether it's required", () => {
  for (const operation of contract.operations) {
    const section = sectionOf(operation.anchor);
    for (const location of ["path", "query", "header", "cookie"] as const) {
      const parameters = operation.parameters.filter((parameter) => parameter.in === location);
      if (parameters.length === 0) continue;
      const start = section.indexOf(`<h4>${location.charAt(0).toUpperCase()}${location.slice(1)} parameters</h4>`);
      const list = section.slice(start, section.indexOf("<h4>", start + 1));
      for (const { name, required } of parameters) {
        const [item = ""] =
          new RegExp(`<li id="${operation.anchor}.${location}.${name}">.*?(?=<li id=|$)`, "s").exec(list) ?? [];
        expect(item, `${headOf(operation)} ${name}`).not.toBe("");
        expect(item.includes("word-required"), `${headOf(operation)} ${name}`).toBe(required);
      }
    }
  }
});

test("it has every response status", () => {
  for (const operation of contract.operations) {
    const printed = [...sectionOf(operation.anchor).matchAll(/<b class="status-[^"]*">([^<]*)<\/b>/g)].map(
      ([, status]) => status,
    );
    expect(printed, headOf(operation)).toEqual(operation.responses.map(({ status }) => status));
  }
});

test("it has a request in curl, JavaScript and Python for every operation, and every example of a response", () => {
  for (const { anchor, responses } of contract.operations) {
    const section = sectionOf(anchor);
    const values = [...section.matchAll(/<input type="radio" name="q-[^"]*" (?:checked="" )?value="([^"]*)"/g)].map(
      ([, value]) => value,
    );
    expect(values).toEqual(["curl", "javascript", "python"]);
    const examples = responses.flatMap(({ content }) => content.flatMap((media) => media.examples));
    expect(section.match(new RegExp(`name="a-${anchor}"`, "g")) ?? []).toHaveLength(examples.length);
  }
});

test("every operation has a request in each further language, in small files that load on demand", () => {
  const hrefs = [...sectionOf("get-loads").matchAll(/<button [^>]*value="(\w+)" data-code="\/([^"]+)"/g)];
  expect(hrefs.map(([, language]) => language)).toEqual(["csharp", "java", "go", "php", "ruby"]);
  for (const [, language, path = ""] of hrefs) {
    const text = files.get(path) ?? expect.fail(path);
    const samples = Object.entries<string>(JSON.parse(text));
    expect(samples.map(([anchor]) => anchor).toSorted()).toEqual(
      contract.operations.map(({ anchor }) => anchor).toSorted(),
    );
    for (const [anchor, sample] of samples) expect(textOf(sample), `${language} ${anchor}`).toContain("API_BASE");
    expect(gzipSync(text).length).toBeLessThan(4_000);
  }
});

test("a site offers the languages that its settings name", async () => {
  const settings = `contracts: [{ id: v1, document: openapi/api.yaml, route: /api/, layout: page }]\nsamples: { languages: [python, go] }`;
  const site = await buildSite({ "content/site.yaml": settings, "openapi/api.yaml": source });
  const page = site.read("api/index.html");
  expect(new Set(Array.from(page.matchAll(/name="q-[^"]*" [^>]*value="([^"]*)"/g), ([, id]) => id))).toEqual(
    new Set(["python"]),
  );
  expect(new Set(Array.from(page.matchAll(/value="(\w+)" data-code=/g), ([, id]) => id))).toEqual(new Set(["go"]));
  const samples = site.paths.filter((path) => path.startsWith("assets/code/"));
  expect(samples).toHaveLength(1);
  // Its name is a hash of its content, and the other languages keep theirs.
  expect([...files.keys()]).toEqual(expect.arrayContaining(samples));
});

test("it has every field of every schema, with its limits, unit and marks", () => {
  for (const { anchor, schema } of contract.schemas) {
    for (const { name, required, schema: field } of schema.members) {
      const id = `${anchor}.${name}`;
      const text = textOf(fieldOf(id));
      for (const limit of toLimitTexts(field.limits)) expect(text, id).toContain(limit);
      expect(fieldOf(id).includes("word-required"), id).toBe(required);
      expect(fieldOf(id).includes("word-read-only"), id).toBe(field.access === "read-only");
      if (field.certainty !== null) expect(fieldOf(id), id).toContain(`data-mark="${field.certainty}"`);
    }
  }
});

test("a field of a request opens its schema in place, and shows the first values it can have", () => {
  const section = sectionOf("post-loads");
  const locations = section.slice(section.indexOf('<li id="post-loads.origin_locations">'));
  expect(locations).toMatch(/^.*?<details><summary>\d+ fields of LoadLocation<\/summary>.*?>zip<\/a>/s);
  const trailer = section.slice(section.indexOf('<li id="post-loads.trailer_type">'), section.indexOf('.length">'));
  expect(trailer.match(/data-copy=/g)).toHaveLength(8);
  expect(trailer).toMatch(/<a href="#schema-trailer-type~~values">\d+ more values<\/a>/);
  expect(sectionOf("schema-trailer-type")).toMatch(
    /<summary>\d+ more values<\/summary><div id="schema-trailer-type~~values">/,
  );
});

test("a response has a fold that links to its schema's section, which is printed once", () => {
  expect(sectionOf("get-loads")).toMatch(
    /<details data-anchor="get-loads~200"><summary[^>]*>4 fields of PageOfLoad<\/summary><p[^>]*>See <a href="#schema-page-of-load">PageOfLoad<\/a><\/p><\/details>/,
  );
  expect(html.match(/<\/a> <i>list of <a href="#schema-load">/g)).toHaveLength(1);
});

test("every field of every operation has a link to itself, however deep it is", () => {
  for (const { anchor } of contract.operations) {
    const fields = sectionOf(anchor).split('class="op-text op-fields"')[1] ?? expect.fail(anchor);
    const names = fields.match(/<a class="anchor name" href="#[^"]+">/g) ?? [];
    expect(fields.match(/<li id="([^"]+)"><a class="anchor name" href="#\1">/g) ?? []).toHaveLength(names.length);
    // Items without an id aren't fields but statuses.
    expect(fields.match(/<li>(?!<b class="status-)/g) ?? [], anchor).toEqual([]);
  }
});

test("the page with its styles and script is at most 75 kB before anything is opened", () => {
  const [styles, scripts] = [/<link rel="stylesheet" href="([^"]+)"/g, /<script[^>]* src="([^"]+)"/g].map((pattern) =>
    [...html.matchAll(pattern)].map(([, path = ""]) => files.get(path.slice(1)) ?? expect.fail(path)),
  );
  const sizes = [html, ...(styles ?? []), ...(scripts ?? [])].map((text) => gzipSync(text).length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(75_000);
});

test("it has every value of every enum", () => {
  const enums = contract.schemas.filter(({ schema }) => schema.enum.length > 0);
  expect(enums.flatMap(({ schema }) => schema.enum).length).toBeGreaterThan(80);
  for (const { anchor, schema } of enums) {
    const printed = [...sectionOf(anchor).matchAll(/data-copy="([^"]*)"/g)].map(([, value]) => value);
    const values = schema.enum.map(({ value }) => toText(value));
    // Values without a meaning follow the others.
    expect(printed.toSorted(), anchor).toEqual(values.toSorted());
  }
  for (const { anchor, parameters } of contract.operations) {
    const values = parameters.flatMap(({ schema }) => [...schema.enum, ...(schema.items?.enum ?? [])]);
    for (const { value } of values) expect(sectionOf(anchor)).toContain(`data-copy="${toText(value)}"`);
  }
});

describe("money", () => {
  test("every amount in cents has an example with the amount in dollars next to it", () => {
    const fields = contract.schemas.flatMap(({ anchor, schema }) =>
      schema.members
        .filter((property) => isMoney(property.schema))
        .map((property) => ({ id: `${anchor}.${property.name}`, property })),
    );
    expect(fields).toHaveLength(16);
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    for (const { id, property } of fields) {
      const cents = Number(property.schema.examples[0]);
      expect(textOf(fieldOf(id)), id).toContain(`example ${cents} (${dollars.format(cents / 100)})`);
    }
  });

  test("the wallet's balance, which is in dollars, has no such example", () => {
    expect(textOf(fieldOf("schema-wallet-data.balance"))).toContain("example 12500.5");
    expect(fieldOf("schema-wallet-data.balance")).not.toContain("money-usd");
  });
});

test.each(["api", "api/v1"])("the document can be downloaded from /%s/ in both notations", (folder) => {
  const yaml = files.get(`${folder}/openapi.yaml`) ?? "";
  const json = files.get(`${folder}/openapi.json`) ?? "";
  expect(yaml).toBe(source);
  expect(JSON.parse(json)).toEqual(parse(yaml));
  for (const name of ["openapi.yaml", "openapi.json"])
    expect(files.get(`${folder}/index.html`)).toContain(`href="/${folder}/${name}"`);
});

test("a reference at the root of the site links to its own downloads", async () => {
  const settings = "title: Docs\ncontracts: [{ id: v1, document: openapi/api.yaml, route: / }]";
  const minimal = "openapi: 3.1.0\ninfo: { title: Trees, version: '1', description: Trees. }\npaths: {}\n";
  const site = await buildSite({ "content/site.yaml": settings, "openapi/api.yaml": minimal });
  expect(site.read("index.html")).toContain('href="/openapi.yaml"');
  expect(site.read("openapi.yaml")).toBe(minimal);
  expect(site.diagnostics).toEqual([]);
});

test("v1 shows the same document with a notice, and each version links to the other", () => {
  const v1 = files.get("api/v1/index.html") ?? "";
  expect(v1).toContain("No separate API document for v1 is published here.");
  for (const page of [html, v1]) {
    expect(page).toMatch(/<a href="\/api\/" data-version="v1.1"/);
    expect(page).toMatch(/<a href="\/api\/v1\/" data-version="v1"/);
  }
  expect(v1).toContain('data-version="v1" aria-current="page"');
  expect(contract.operations.every(({ anchor }) => v1.includes(`id="${anchor}"`))).toBe(true);
});

test("the navbar's link to the reference has the address of every version, on every page", () => {
  const pages = [...files].filter(([path]) => path.endsWith(".html"));
  for (const [path, page] of pages) {
    const links = page.match(
      /<a href="\/api\/"[^>]* data-versions="\{&quot;v1.1&quot;:&quot;\/api\/&quot;,&quot;v1&quot;:&quot;\/api\/v1\/&quot;\}"/g,
    );
    expect(links ?? [], path).toHaveLength(2);
  }
});

describe("descriptions keep their formatting, and code its colors", () => {
  const text = ["First.", "Second.", "# One", "- item", "> Quote", "```json\n[true]\n```", "### Three"].join("\n\n");
  const document = {
    openapi: "3.1.0",
    info: { title: "API", version: "1", description: text },
    tags: [{ name: "loads", description: text }],
    paths: {
      "/loads": {
        get: {
          tags: ["loads"],
          summary: "List",
          description: text,
          parameters: [{ name: "page", in: "query", description: text, schema: { type: "integer" } }],
          responses: { "200": { description: text } },
        },
      },
    },
    components: { schemas: { Load: { type: "object", description: text } } },
  };
  const code =
    '<figure class="code" data-language="json"><pre tabindex="0"><code class="language-json">[<c- tc>true</c->]</code></pre><button class="copy" type="button">Copy</button></figure>';
  /** The expected text below a heading of a level. */
  const formatted = (level: number): string =>
    `<div class="prose"><p>First.</p><p>Second.</p><h${level + 1}>One</h${level + 1}><ul><li>item</li></ul><blockquote><p>Quote</p></blockquote>${code}<h${level + 3}>Three</h${level + 3}></div>`;

  test.each([
    ["the contract", 1, 1],
    ["a tag", 2, 1],
    ["an operation and a schema", 3, 2],
    ["a parameter and a response", 4, 2],
  ])("those of %s have the prose styles, and headings below level %i", async (_place, level, count) => {
    const site = await buildSite({ "content/index.md": "# Docs", "openapi/v1.json": JSON.stringify(document) });
    const page = site.read("api/index.html").replaceAll(/\n(?=<)| id="section-[^"]*"/g, "");
    const shown = formatted(level).replaceAll("h7", "h6");
    expect(page.split(shown)).toHaveLength(count + 1);
  });
});
