import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: /v1 }]
paths:
  /trees/:
    get:
      operationId: trees_list
      summary: List trees
      responses: { "200": { description: Trees. } }
webhooks:
  planted:
    post:
      summary: A tree was planted
      responses: { "200": { description: Thanks. } }
`;

const files = { "content/index.md": "# Home\n", "openapi/api.yaml": contract };

test("every operation has an explorer with its own data file, and webhooks have none", async () => {
  const site = await buildSite(files, { baseUrl: "/docs/" });
  expect(format(site.diagnostics)).toBe("");
  const html = site.read("api/index.html");
  const sources = [...html.matchAll(/"source":"\/docs\/([^"]*)"/g)].map(([, path]) => path ?? "");
  expect(html.match(/data-island="explorer"/g)?.length).toBe(1);
  expect(sources.length).toBe(1);
  const data = JSON.parse(site.read(sources[0] ?? ""));
  expect(data.contract.operations).toMatchObject([
    { id: "trees_list", anchor: "get-trees", path: "/trees/", requestBody: null },
  ]);
  expect(data.servers).toMatchObject([{ name: "/v1", url: "/v1", kind: "production" }]);
});

test.each([
  ["{ type: integer }", false],
  ["{ type: object, properties: { paid: { type: array, items: { type: integer, x-unit: usd-cents } } } }", true],
])("explorers know whether the contract has money: %s", async (schema, hasMoney) => {
  const content = `{ description: Trees., content: { application/json: { schema: ${schema} } } }`;
  const site = await buildSite({ ...files, "openapi/api.yaml": contract.replace("{ description: Trees. }", content) });
  const path = site.paths.find((candidate) => candidate.startsWith("assets/try/")) ?? "";
  expect(JSON.parse(site.read(path))).toMatchObject({ hasMoney });
});

test("a request in a guide links to its operation, and with script to its prefilled form, below the base URL", async () => {
  const guide = "# Home\n\n```http op=trees_list\nGET /trees/?page=2\n```\n";
  const query = contract.replace(
    "      summary: List trees\n",
    "      summary: List trees\n      parameters: [{ name: page, in: query, schema: { type: integer } }]\n",
  );
  const site = await buildSite(
    { ...files, "content/index.md": guide, "openapi/api.yaml": query },
    { baseUrl: "/docs/" },
  );
  expect(format(site.diagnostics)).toBe("");
  const values = encodeURIComponent('{"query":{"page":"2"}}');
  const link = `href="/docs/api/#get-trees" data-action="try" data-try="${values}" data-explorer="/docs/assets/`;
  expect(site.read("index.html")).toContain(link);
});

test("versions with the same operation share the file of its explorer", async () => {
  const settings =
    "contracts:\n  - { id: v2, document: openapi/api.yaml, route: /api/ }\n  - { id: v1, document: openapi/old.yaml, route: /api/v1/ }\n";
  const site = await buildSite({ ...files, "openapi/old.yaml": contract, "content/site.yaml": settings });
  expect(format(site.diagnostics)).toBe("");
  const data = site.paths.filter((path) => path.startsWith("assets/try/"));
  expect(data.length).toBe(1);
  for (const page of ["api/index.html", "api/v1/index.html"]) expect(site.read(page)).toContain(`/${data[0]}`);
});

test("explorers load the in-page sandbox from one file, which `sandbox: none` leaves out", async () => {
  const site = await buildSite(files, { baseUrl: "/docs/" });
  const dataOf = ({ paths, read }: typeof site) =>
    JSON.parse(read(paths.find((path) => path.startsWith("assets/try/")) ?? ""));
  const path = site.paths.find((candidate) => candidate.startsWith("assets/sandbox-")) ?? "";
  expect(dataOf(site)).toMatchObject({ pageSandbox: `/docs/${path}` });
  expect(JSON.parse(site.read(path))).toMatchObject({ operations: [{ id: "trees_list", path: "/trees/" }] });
  const without = await buildSite({ ...files, "content/site.yaml": "sandbox: none\n" });
  expect(format(without.diagnostics)).toBe("");
  expect(without.paths.filter((candidate) => candidate.startsWith("assets/sandbox-"))).toEqual([]);
  expect(dataOf(without)).toMatchObject({ pageSandbox: null });
});
