import { expect, test } from "vitest";

import { buildSite, format, type TestSite } from "../support/build-site.ts";

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: "https://api.example.com/v1" }]
security: [{ key: [] }]
paths:
  /loads: { get: { responses: { "200": { description: Ok. } } } }
  /files:
    servers: [{ url: "https://files.example.com/" }]
    get: { responses: { "200": { description: Ok. } } }
    post:
      servers:
        - url: "https://{region}.upload.example.com/{stage}"
          description: Close to you.
          variables: { region: { default: eu, enum: [eu, us] }, stage: { default: v2 } }
      responses: { "200": { description: Ok. } }
    put: { servers: [{ url: /v3 }], responses: { "200": { description: Ok. } } }
    delete: { servers: [{ url: "http://localhost:4010/v1" }], responses: { "200": { description: Ok. } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;

interface Facts {
  readonly curl: string;
  readonly offered: readonly { readonly name: string; readonly url: string; readonly kind: string }[];
}

/** What the page and the explorer's data say about an operation. */
function factsOf(site: TestSite, anchor: string): Facts {
  const [, section = ""] = site.read("api/index.html").split(`<section class="op op-columns" id="${anchor}"`);
  const [, curl = ""] = /<pre tabindex="0"><code>([^]*?)<\/code>/i.exec(section) ?? [];
  const [, path = ""] = /"source":"\/([^"]*)"/.exec(section.replaceAll("&quot;", '"')) ?? [];
  const data: { readonly servers: Facts["offered"] } = JSON.parse(site.read(path));
  return { curl: toText(curl), offered: data.servers };
}

function toText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();
}

test("the settings' servers replace the contract's, but never an operation's own", async () => {
  const settings = "servers:\n  - { name: Test, kind: staging, url: 'https://test.example/v1' }\n";
  const site = await buildSite({
    "content/site.yaml": settings,
    "content/index.md": "# Home\n\n```http op=post-files\nPOST /files\n```\n",
    "openapi/api.yaml": contract,
  });
  expect(format(site.diagnostics)).toBe("");
  expect(toText(site.read("index.html"))).toContain(
    "curl 'https://eu.upload.example.com/v2/files' \\ --fail-with-body -i -X POST \\",
  );
  expect(factsOf(site, "get-loads").offered).toMatchObject([{ name: "Test", url: "https://test.example/v1" }]);
  expect(factsOf(site, "get-files").offered).toMatchObject([{ url: "https://files.example.com/", kind: "production" }]);
  expect(factsOf(site, "put-files").offered).toMatchObject([
    { name: "Test", kind: "staging", url: "https://test.example/v3" },
  ]);
  expect(factsOf(site, "delete-files").offered).toMatchObject([{ kind: "local" }]);
});

test("a server address relative to the reader's host is resolved to that host", async () => {
  const site = await buildSite({
    "content/index.md": "# Home\n",
    "openapi/api.yaml": contract.replace("https://api.example.com/v1", "/v1"),
  });
  expect(factsOf(site, "put-files").curl).toContain('"$API_ORIGIN/v3/files"');
});

function apiAt(name: string, base: string): string {
  return `openapi: 3.1.0
info: { title: ${name}, version: "1" }
servers: [{ url: "${base}" }]
security: [{ key: [] }]
paths:
  /bills/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: b1 }]
      responses: { "200": { description: Ok. } }
    put:
      servers: [{ url: /v9 }]
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: b1 }]
      responses: { "200": { description: Ok. } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;
}

const staging = (name: string): string =>
  `servers: [{ name: Staging, url: "https://${name}-staging.internal/v1", kind: staging }]`;

const twoApis = {
  "content/index.md": "# Home\n",
  "openapi/orders.yaml": apiAt("Orders", "https://orders.internal/v1"),
  "openapi/billing.yaml": apiAt("Billing", "https://billing.internal/v1"),
};

test("one API's servers reach its own pages, samples, Markdown and data, and those of no other API", async () => {
  const site = await buildSite({
    ...twoApis,
    "content/site.yaml": `contracts:
  - { id: v1, api: Orders, document: openapi/orders.yaml, route: /orders/, ${staging("orders")} }
  - { id: v1, api: Billing, document: openapi/billing.yaml, route: /billing/, ${staging("billing")} }
`,
  });
  expect(format(site.diagnostics)).toBe("");
  const explorers = site.paths.filter((path) => /\/try\//.test(path)).map((path) => site.read(path));
  for (const [own, other] of [
    ["orders", "billing"],
    ["billing", "orders"],
  ] as const) {
    const host = `https://${own}-staging.internal`;
    const title = `"title":"${own === "orders" ? "Orders" : "Billing"}"`;
    const offered = explorers.filter((text) => text.includes(title));
    const pages = [`${own}/index.html`, `${own}.md`, `${own}/get-bills-id.md`].map((path) => site.read(path));
    expect(offered).toHaveLength(2);
    for (const text of [...pages.map((page) => page.replace(/<meta http-equiv[^>]*>/, "")), ...offered]) {
      expect(text).toContain(`${host}/v`);
      expect(text).not.toContain(`${other}-staging.internal`);
      expect(text).not.toContain(`https://${other}.example`);
    }
    expect(site.read(`${own}/put-bills-id.md`)).toContain(`'${host}/v9/bills/b1'`);
    expect(site.read(`${own}/put-bills-id.md`)).toContain(`Base URL: \`${host}/v9\``);
    expect(site.read("skill.md")).toContain(`Base URL: \`${host}/v1\``);
  }
  const { contracts } = JSON.parse(site.read("site.json"));
  expect(contracts).toMatchObject([
    { api: "Orders", servers: [{ url: "https://orders-staging.internal/v1" }] },
    { api: "Billing", servers: [{ url: "https://billing-staging.internal/v1" }] },
  ]);
});

test("site-wide servers with several APIs are an error that shows where they belong, and have no effect", async () => {
  const site = await buildSite({
    ...twoApis,
    "content/site.yaml": `contracts:
  - { id: v1, api: Orders, document: openapi/orders.yaml, route: /orders/ }
  - { id: v1, api: Billing, document: openapi/billing.yaml, route: /billing/ }
${staging("orders")}
`,
  });
  expect(format(site.diagnostics)).toMatchInlineSnapshot(
    `"error content/site.yaml:4:1 config/invalid (write them where they belong, under \`contracts:\`: \`- { id: v1, api: Orders, document: openapi/orders.yaml, route: /orders/, servers: [{ name: Staging, url: https://orders-staging.internal/v1, kind: staging }] }\`)"`,
  );
  expect(site.read("billing/get-bills-id.md")).toContain("Base URL: `https://billing.internal/v1`");
  expect(site.paths.filter((path) => /orders-staging/.test(site.read(path)))).toEqual([]);
});

test.each([
  ["another path", "https://orders.internal/v2"],
  ["another host", "https://old.internal/v1"],
])(
  "site-wide servers are an error if versions are served at %s, and apply to versions at one address",
  async (_, url) => {
    const build = async (base: string, own = ""): Promise<TestSite> =>
      buildSite({
        "content/index.md": "# Home\n",
        "openapi/new.yaml": apiAt("Orders", "https://orders.internal/v1"),
        "openapi/old.yaml": apiAt("Orders", base),
        "content/site.yaml": `contracts:
  - { id: new, document: openapi/new.yaml, route: /new/ }
  - { id: old, document: openapi/old.yaml, route: /old/${own} }
${staging("orders")}
`,
      });
    const apart = await build(url);
    expect(apart.diagnostics.map(({ message }) => message)).toEqual([
      `\`servers\` at the top level is for versions that share a base path; new has \`https://orders.internal/v1\`, old has \`${url}\``,
    ]);
    expect(apart.read("old/get-bills-id.md")).toContain(`Base URL: \`${url}\``);
    const stated = await build(url, `, servers: [{ name: Old, url: "${url}", kind: production }]`);
    expect(format(stated.diagnostics)).toBe("");
    expect(stated.read("old/get-bills-id.md")).toContain(`Base URL: \`${url}\` (Old)`);
    for (const base of ["https://orders.internal/v1", "/v1"]) {
      const together = await build(base);
      expect(format(together.diagnostics)).toBe("");
      expect(together.read("old/get-bills-id.md")).toContain(
        "Base URL: `https://orders-staging.internal/v1` (Staging)",
      );
    }
  },
);
