import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const responses = { "200": { description: "Ok." } };
const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Stars", version: "1", description: "Begin with [planets](#tag/planets/GET/planets)." },
  servers: [{ url: "https://api.example.com" }],
  tags: [{ name: "planets" }, { name: "stars" }],
  paths: {
    "/planets": { get: { tags: ["planets"], operationId: "getPlanets", summary: "List planets", responses } },
    "/stars": {
      get: {
        tags: ["stars"],
        operationId: "getStars",
        summary: "List stars",
        description: "As hot as it gets. More.",
        responses,
      },
      post: { tags: ["stars"], operationId: "addStar", summary: "Add a star", responses },
    },
  },
  components: { schemas: { Star: { type: "object", properties: { mass: { type: "integer" } } } } },
});

const settings = (
  layout: string,
): string => `contracts: [{ id: v1, document: openapi/api.json, route: /api/, layout: ${layout} }]
navbar: [{ label: Stars, to: "/api/#get-stars" }]
`;

const guide = `# Home

[old](/api/#post-stars) [form](/api/#try-post-stars) [Redoc](/api/#operation/getPlanets) [Scalar](/api/#tag/stars/POST/stars)
[model](/api/#model/Star) [field](/api/#schema-star.mass) [tag](/api/#tag/planets) [own](/api/stars/#get-stars)
`;

const hrefsIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="(\/api\/[^"]*#[^"]*)"/g)].map(([, href]) => href ?? "");

test("links to places of the reference lead to the page that has them, however they are written", async () => {
  const site = await buildSite({
    "openapi/api.json": document,
    "content/index.md": guide,
    "content/site.yaml": settings("operations"),
  });
  expect(format(site.diagnostics)).toBe("");
  expect(hrefsIn(site.read("index.html"))).toMatchInlineSnapshot(`
    [
      "/api/get-stars/#get-stars",
      "/api/get-stars/#get-stars",
      "/api/post-stars/#post-stars",
      "/api/post-stars/#try-post-stars",
      "/api/get-planets/#get-planets",
      "/api/post-stars/#post-stars",
      "/api/schemas/#schema-star",
      "/api/schemas/#schema-star.mass",
      "/api/planets/#tag-planets",
      "/api/get-stars/#get-stars",
    ]
  `);
  expect(hrefsIn(site.read("api/index.html")).filter((href) => href.endsWith("#get-planets"))).toHaveLength(2);
});

test("on one page they lead to the page itself", async () => {
  const site = await buildSite({
    "openapi/api.json": document,
    "content/index.md": guide.replace("/api/stars/", "/api/"),
    "content/site.yaml": settings("page"),
  });
  expect(format(site.diagnostics)).toBe("");
  expect(new Set(hrefsIn(site.read("index.html")).map((href) => href.replace(/#.*/, "")))).toEqual(new Set(["/api/"]));
  expect(hrefsIn(site.read("index.html"))).toContain("/api/#get-planets");
});

test("an operation's own page says what it is, and has the pages before and after it", async () => {
  const site = await buildSite({
    "openapi/api.json": document,
    "content/index.md": "# Home",
    "content/site.yaml": settings("operations"),
  });
  const html = site.read("api/get-stars/index.html");
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe("List stars | Stars | Docs");
  expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]).toBe("As hot as it gets. GET /stars, Stars 1.");
  expect(/<h1>(.*?)<\/h1>/.exec(html)?.[1]).toBe("List stars");
  const breadcrumbs = /<nav class="breadcrumbs".*?<\/nav>/s.exec(html)?.[0] ?? "";
  expect(breadcrumbs.match(/href="[^"]*"|aria-current="page">[^<]*/g)).toEqual([
    ...['href="/"', 'href="/api/"', 'href="/api/stars/"', 'aria-current="page">List stars'],
  ]);
  const neighbors = /<nav class="pagination".*?<\/nav>/s.exec(html)?.[0] ?? "";
  expect(neighbors.match(/href="[^"]*"/g)).toEqual(['href="/api/get-planets/"', 'href="/api/post-stars/"']);
  expect(html).toContain('href="/api/get-stars.md"');
  expect(site.read("api/get-stars.md")).toContain("`GET /stars`");
  expect(site.read("api/stars.md")).toContain("(/api/get-stars.md)");
  expect(site.read("llms.txt").match(/\/api\/get-stars\.md/g)).toHaveLength(1);
});

test("operations that are called alike are told apart by their calls in tabs and by search engines", async () => {
  const site = await buildSite({
    "openapi/api.json": document.replace("List planets", "List stars"),
    "content/index.md": "# Home",
    "content/site.yaml": settings("operations"),
  });
  const titleOf = (path: string): string =>
    /<title>(.*?)<\/title>/.exec(site.read(`api/${path}/index.html`))?.[1] ?? "";
  expect(["get-stars", "get-planets", "post-stars"].map(titleOf)).toEqual([
    "List stars (GET /stars) | Stars | Docs",
    "List stars (GET /planets) | Stars | Docs",
    "Add a star | Stars | Docs",
  ]);
});

test("`layout: page` keeps a heavy reference on one page, and says so once", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`field_${index}`, { type: "string" }]),
  );
  const heavy = { ...JSON.parse(document), components: { schemas: { Star: { type: "object", properties } } } };
  const files = { "openapi/api.json": JSON.stringify(heavy), "content/site.yaml": settings("page") };
  const { diagnostics, read, paths } = await buildSite(files);
  expect(paths.filter((path) => /^api\/.*html$/.test(path))).toEqual(["api/index.html"]);
  expect(read("api/index.html").length).toBeGreaterThan(300_000);
  expect(format(diagnostics)).toMatchInlineSnapshot(
    `"warning content/site.yaml:1:23 page/heavy (without \`layout: page\` it is spread over pages that have room)"`,
  );
});
