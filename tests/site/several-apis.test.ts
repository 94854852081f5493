import { expect, test } from "vitest";

import { buildSite, format, type TestSite } from "../support/build-site.ts";

/** A small API: an operation of its own, one that both have, and a schema. */
function api(title: string, own: string, field: string): string {
  return `openapi: 3.1.0
info: { title: ${title}, version: "1", description: "[Own](#tag/${own})" }
servers: [{ url: https://${own}.example.com }]
tags: [{ name: ${own} }]
paths:
  /${own}:
    get:
      operationId: ${own}_list
      tags: [${own}]
      summary: List ${own}
      description: "[Below](#tag/${own})"
      responses: { "200": { description: All } }
  /status:
    get: { operationId: status, tags: [${own}], summary: Status of ${own}, responses: { "200": { description: Up } } }
components:
  schemas:
    Item: { type: object, description: "See [${own}](#tag/${own}).", properties: { id: { type: string }, ${field}: { type: integer } } }
`;
}

const files = {
  "openapi/loads.yaml": api("Loads", "loads", "weight"),
  "openapi/rates.yaml": api("Rates", "rates", "cents"),
};

const contracts = `contracts:
  - { id: v1, api: Loads, document: openapi/loads.yaml, route: /loads-api/ }
  - { id: v1, api: Rates, document: openapi/rates.yaml, route: /rates-api/ }
`;

async function build(page: string, settings = contracts): Promise<TestSite> {
  return buildSite({ ...files, "content/index.md": page, "content/site.yaml": `title: Docs\n${settings}` });
}

test("a name is looked up in all contracts, and links to the reference that has it", async () => {
  const site = await build(`# Home

[](op:loads_list) [](op:rates_list) [](field:Item.cents) [](field:Item.weight)

\`\`\`http op=rates_list
GET /rates
\`\`\`
`);
  expect(format(site.diagnostics)).toBe("");
  const html = site.read("index.html");
  for (const href of ["/loads-api/#get-loads", "/rates-api/#get-rates", "/rates-api/#schema-item.cents"])
    expect(html).toContain(`href="${href}"`);
  expect(html).toContain('href="/loads-api/#schema-item.weight"');
  expect(html).toContain("https://rates.example.com");
  expect(site.read("index.md")).toContain("(/rates-api/#get-rates)");
});

test("a name that several APIs have is a finding that lists them, wherever it's used", async () => {
  const site = await build(`# Home

[](op:status) [](schema:Item) [](field:Item.id)

::fields{schema=Item}

::meaning{of=Item}

\`\`\`http op=status
GET /status
\`\`\`
`);
  const found = site.diagnostics.filter(({ code }) => code === "contract/ambiguous");
  expect(found.map(({ position, message }) => [position?.line, message])).toEqual([
    [3, "`status` is in several contracts: Loads (openapi/loads.yaml), Rates (openapi/rates.yaml)"],
    [3, expect.stringMatching(/^`Item` is in/)],
    [3, expect.stringMatching(/^`Item\.id` is in/)],
    [5, expect.stringMatching(/^`Item` is in/)],
    [7, expect.stringMatching(/^`Item` is in/)],
    [9, expect.stringMatching(/^`status` is in/)],
  ]);
  expect(found[0]?.hint).toContain("`contract: Loads`");
});

test("`contract:` in a page's front matter chooses among APIs, and the others are still available", async () => {
  const site = await build(`---
contract: Rates
---

# Home

[](op:status) [](schema:Item) [](op:loads_list)

::fields{schema=Item}

::meaning{of=Item}
`);
  expect(format(site.diagnostics)).toBe("");
  const html = site.read("index.html");
  expect(html).toContain('href="/rates-api/#get-status"');
  expect(html).toContain('href="/rates-api/#schema-item"');
  expect(html).toContain('href="/loads-api/#get-loads"');
  expect(html).toContain("<code>cents</code>");
  expect(html).not.toContain("<code>weight</code>");
  // Links in a contract's texts lead to its own reference.
  expect(html).toContain('href="/rates-api/#tag-rates"');
});

test("unknown names and unknown APIs are findings with the nearest match", async () => {
  const site = await build("---\ncontract: Rate\n---\n\n# Home\n\n[](op:rates_lst)\n");
  expect(site.diagnostics.map(({ message, hint, position }) => [position?.line, message, hint])).toEqual([
    [2, "there is no API or version `Rate`", "did you mean Rates?"],
    [7, "no contract has `rates_lst`", "did you mean rates_list?"],
  ]);
});

test("versions of one API aren't separate APIs: a name means the first, and its menu lists only its versions", async () => {
  const site = await build(
    "# Home\n\n[](op:rates_list) [](op:loads_list)\n",
    `${contracts}  - { id: v0, api: Rates, document: openapi/rates.yaml, route: /rates-api/v0/ }\n`,
  );
  expect(format(site.diagnostics)).toBe("");
  expect(site.read("index.html")).toContain('href="/rates-api/#get-rates"');
  const versionsOf = (path: string): readonly string[] =>
    Array.from(site.read(path).matchAll(/data-version="([^"]+)"/g), ([, id = ""]) => id);
  expect(versionsOf("rates-api/v0/index.html")).toEqual(["v1", "v0"]);
  expect(versionsOf("loads-api/index.html")).toEqual([]);
});

test("each API has its entry in the navbar, whose menu has only its own versions", async () => {
  const site = await build(
    "# Home",
    `${contracts}  - { id: v0, api: Rates, document: openapi/rates.yaml, route: /rates-api/v0/ }
  - { id: v0, api: Loads, document: openapi/loads.yaml, route: /loads-api/v0/ }
  - { id: beta, api: Loads, document: openapi/loads.yaml, route: /loads-api/beta/ }
`,
  );
  const [, navbar = ""] =
    /<nav class="navbar-links"[^>]*>([^]*?)<\/nav>/.exec(site.read("rates-api/v0/index.html")) ?? [];
  const links = [...navbar.matchAll(/<a href="([^"]*)"([^>]*)>([^<]*)<\/a>/g)];
  expect(links.map(([, href, , label]) => [href, label])).toEqual([
    ["/", "Docs"],
    ["/loads-api/", "Loads"],
    ["/rates-api/", "Rates"],
  ]);
  const versions = links.map(([, , attributes = ""]) =>
    JSON.parse((/data-versions="([^"]*)"/.exec(attributes)?.[1] ?? "null").replaceAll("&quot;", '"')),
  );
  // For a version that only the other API has, the link leads to the API's first version.
  expect(versions).toEqual([
    null,
    { v1: "/loads-api/", v0: "/loads-api/v0/", beta: "/loads-api/beta/" },
    { v1: "/rates-api/", v0: "/rates-api/v0/", beta: "/rates-api/" },
  ]);
  expect(links.map(([, , attributes = ""]) => attributes.includes("aria-current"))).toEqual([false, false, true]);
});

test("the search finds all APIs from everywhere, and each result says which API it's from", async () => {
  const site = await build("# Home");
  const { indexes } = JSON.parse(site.read("search.json"));
  expect(indexes.map(({ root }: { readonly root: string }) => root)).toEqual(["/loads-api/", "/rates-api/"]);
  for (const { records, ends } of indexes) {
    const stored = records.flatMap((name: string) => JSON.parse(site.read(`assets/search/part-${name}.json`)));
    const trails: readonly string[] = stored.map(([title, trail]: readonly string[]) => `${title} | ${trail}`);
    expect(trails).toContain("List loads | GET /loads · Loads");
    expect(trails).toContain("List rates | GET /rates · Rates");
    expect(trails.findIndex((trail) => trail.startsWith("Item")) >= ends[2]).toBe(true);
  }
});

test("llms.txt lists each API separately", async () => {
  const site = await build("# Home");
  const sections = site.read("llms.txt").match(/^## .*$/gm);
  expect(sections).toEqual(["## Guides", "## Loads", "## Rates"]);
});

test("`api:` is written for all contracts or for none", async () => {
  const site = await build("# Home", contracts.replace(", api: Rates", ""));
  expect(site.diagnostics.map(({ message }) => message).join()).toContain("some have `api:` and some don't");
});

test("the sandbox settings apply to the first API of the site's settings", async () => {
  const site = await buildSite({
    ...files,
    "content/index.md": "# Home",
    "content/site.yaml": `${contracts}sandbox: openapi/sandbox.yaml\n`,
    "openapi/sandbox.yaml": "loads_list:\n  records: [{ id: a }]\n",
  });
  expect(format(site.diagnostics)).toBe("");
});

/** An API of two versions that have little in common, and a webhook. */
function version(field: string): string {
  return `openapi: 3.1.0
info: { title: Loads, version: "1" }
paths:
  /${field}s:
    post:
      operationId: create_${field}
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
      responses: { "200": { description: Ok } }
webhooks:
  changed:
    post:
      operationId: ${field}_changed
      summary: A load has changed
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
      responses: { "200": { description: Seen, content: { application/json: { schema: { type: object, required: [seen] } } } } }
components:
  schemas:
    Load: { type: object, required: [${field}, id], properties: { ${field}: { type: integer }, id: { type: string, readOnly: true } } }
`;
}

const twoVersions = {
  "openapi/new.yaml": version("grams"),
  "openapi/old.yaml": version("pounds"),
  "content/site.yaml": `contracts:
  - { id: v2, document: openapi/new.yaml, route: /api/ }
  - { id: v1, document: openapi/old.yaml, route: /api/v1/ }
`,
};

test("a block names the version that it's checked against, and links to its reference", async () => {
  const site = await buildSite({
    ...twoVersions,
    "content/index.md": `# Migrate

\`\`\`http op=create_pounds contract=v1
POST /poundss

{ "pounds": 2 }
\`\`\`

\`\`\`json op=create_grams request
{ "grams": 2 }
\`\`\`

\`\`\`json schema=Load contract=v1
{ "id": "a", "grams": 2 }
\`\`\`

::fields{schema=Load contract=v1}
`,
  });
  expect(site.diagnostics.map(({ position, message }) => [position?.line, message])).toEqual([
    [14, "`pounds` is missing"],
    [14, "Load has no field `grams` (at /grams)"],
  ]);
  expect(site.read("index.html")).toContain('href="/api/v1/#post-poundss"');
  expect(site.read("index.html")).toContain("schema-load.pounds");
  expect(site.read("index.md")).toContain("(/api/v1/#post-poundss)");
});

test("a page says which version its names are from, and names of another version are findings there", async () => {
  const site = await buildSite({
    ...twoVersions,
    "content/index.md": "---\ncontract: v1\n---\n\n# Old\n\n[](op:create_pounds) [](op:create_grams)\n",
  });
  expect(site.diagnostics.map(({ message }) => message)).toEqual(["the contract has no operation `create_grams`"]);
  expect(site.read("index.html")).toContain('href="/api/v1/#post-poundss"');
});

test("an unknown or ambiguous version is a finding that lists the available ones", async () => {
  const block = (name: string): string => `# Home\n\n\`\`\`http op=status contract=${name}\nGET /status\n\`\`\`\n`;
  const ofSeveral = await build(block("v1"));
  expect(format(ofSeveral.diagnostics)).toContain("write `Loads v1` or `Rates v1`");
  expect(format((await build(block('"Rates v1"'))).diagnostics)).toBe("");
  const misspelled = await build(block("Ratse"));
  expect(misspelled.diagnostics[0]).toMatchObject({ message: "there is no API or version `Ratse`" });
  expect(format(misspelled.diagnostics)).toContain("Rates");
});

test("a webhook can be linked, and its body and response are checked against the contract", async () => {
  const site = await buildSite({
    ...twoVersions,
    "content/index.md": `# Hooks

[](op:grams_changed)

\`\`\`json op=grams_changed request
{ "grams": 2, "id": "l1" }
\`\`\`

\`\`\`json op=grams_changed request
{ "grams": "two", "id": "l1" }
\`\`\`

\`\`\`json op=grams_changed response=200
{ "sen": true }
\`\`\`

\`\`\`http op=grams_changed
POST /hooks
\`\`\`
`,
  });
  expect(site.diagnostics.map(({ position, message, hint }) => [position?.line, message, hint])).toEqual([
    [10, expect.stringContaining("grams"), null],
    [14, expect.stringContaining("`seen`"), null],
    [17, "`grams_changed` is a webhook: the provider sends it", "show its body: json op=grams_changed request"],
  ]);
  expect(site.read("index.html")).toContain('href="/api/#webhook-post-changed"');
});
