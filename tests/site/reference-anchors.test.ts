import { expect, test } from "vitest";

import { readAnchorFile } from "#shared/contract/foreign-anchors.ts";

import { buildSite, format, type TestSite } from "../support/build-site.ts";
import { answers, call, listOf, object, ref } from "../support/contract-paths.ts";

const responses = { "200": { description: "Ok." } };
const stars = {
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
  webhooks: { exploded: { post: { summary: "A star exploded", responses } } },
  components: { schemas: { Star: { type: "object", properties: { mass: { type: "integer" } } } } },
};

const settings = (
  layout: string,
): string => `contracts: [{ id: v1, document: openapi/api.json, route: /api/, layout: ${layout} }]
navbar: [{ label: Stars, to: "/api/#get-stars" }]
`;

/** The reference in a given layout, next to a front page. */
async function build(layout: string, page = "# Home", document: object = stars): Promise<TestSite> {
  const sources = { "openapi/api.json": JSON.stringify(document), "content/index.md": page };
  return buildSite({ ...sources, "content/guide.md": "# Guide", "content/site.yaml": settings(layout) });
}

const guide = `# Home

[old](/api/#post-stars) [form](/api/#try-post-stars) [Redoc](/api/#operation/getPlanets) [Scalar](/api/#tag/stars/POST/stars)
[model](/api/#model/Star) [field](/api/#schema-star.mass) [tag](/api/#tag/planets) [schemas](/api/#schemas) [webhooks](/api/#webhooks) [own](/api/stars/#get-stars)
`;

const hrefsIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="(\/api\/[^"]*#[^"]*)"/g)].map(([, href]) => href ?? "");

test("links into the reference lead to the right page, however they are written", async () => {
  const site = await build("operations", guide);
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
      "/api/schemas/#schemas",
      "/api/webhooks/#webhooks",
      "/api/get-stars/#get-stars",
    ]
  `);
  // Links in their Markdown lead to Markdown.
  expect(site.read("api.md")).toContain("[planets](/api/get-planets.md)");
  const { hrefByAnchor } = readAnchorFile(JSON.parse(site.read("api/anchors.json")));
  expect(["schemas", "webhooks"].map((anchor) => hrefByAnchor.get(anchor))).toEqual([
    "/api/schemas/",
    "/api/webhooks/",
  ]);
  expect(hrefsIn(site.read("api/index.html")).filter((href) => href.endsWith("#get-planets"))).toHaveLength(2);
});

test("on a single-page reference they lead to that page", async () => {
  const site = await build("page", guide.replace("/api/stars/", "/api/"));
  expect(format(site.diagnostics)).toBe("");
  expect(new Set(hrefsIn(site.read("index.html")).map((href) => href.replace(/#.*/, "")))).toEqual(new Set(["/api/"]));
  expect(hrefsIn(site.read("index.html"))).toContain("/api/#get-planets");
});

test("an operation's own page names its API and version, and its tag's page lists it", async () => {
  const site = await build("operations");
  const html = site.read("api/get-stars/index.html");
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe("List stars | Stars | Docs");
  expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]).toBe("As hot as it gets. GET /stars, Stars 1.");
  expect(/<h1>(.*?)<\/h1>/.exec(html)?.[1]).toBe("List stars");
  const breadcrumbs = /<nav class="breadcrumbs".*?<\/nav>/s.exec(html)?.[0] ?? "";
  expect(breadcrumbs.match(/href="[^"]*"|aria-current="page">[^<]*/g)).toEqual([
    ...['href="/"', 'href="/api/"', 'href="/api/stars/"', 'aria-current="page">List stars'],
  ]);
  expect(html).toContain('href="/api/get-stars.md"');
  expect(site.read("api/stars/index.html")).toContain('<li id="get-stars"><a href="/api/get-stars/#get-stars"');
  expect(site.read("api/get-stars.md")).toContain("`GET /stars`");
  expect(site.read("api/stars.md")).toContain("(/api/get-stars.md)");
  expect(site.read("llms.txt").match(/\/api\/get-stars\.md/g)).toHaveLength(1);
});

test("a link to a missing nested field is reported at its line, with the field that was meant", async () => {
  const site = await buildSite({
    "openapi/api.yaml": `openapi: 3.1.0
info: { title: Stars, version: "1" }
paths: { /stars: { ${call("get", answers(ref("Page")))} } }
components: { schemas: { Star: ${object("mass: { type: integer }")}, Page: ${object(`results: ${listOf(ref("Star"))}`)} } }
`,
    "content/index.md": "# Home\n\n[is](/api/#get-stars~200~results~mass)\n[is not](/api/#get-stars~200~results~mas)\n",
  });
  expect(site.read("api/index.html")).toContain('data-anchor="get-stars~200"');
  expect(format(site.diagnostics)).toBe(
    "error content/index.md:4:1 link/broken-anchor (try /api#get-stars~200~results~mass)",
  );
});

test("all pages of a reference link to the previous and the next one, in the order of the menu", async () => {
  const site = await build("operations");
  const neighborsOf = (path: string): readonly (string | undefined)[] => {
    const [neighbors = ""] = /<nav class="pagination".*?<\/nav>/s.exec(site.read(`${path}index.html`)) ?? [];
    return ["Previous", "Next"].map((way) => new RegExp(`href="/([^"]*)"[^>]*><small>${way}<`).exec(neighbors)?.[1]);
  };
  const walk = (path: string | undefined): readonly string[] =>
    path === undefined ? [] : [path, ...walk(neighborsOf(path)[1])];
  const pages = walk("api/");
  expect(pages).toEqual([
    ..."api/ api/planets/ api/get-planets/ api/stars/ api/get-stars/ api/post-stars/".split(" "),
    ..."api/webhooks/ api/webhook-post-exploded/ api/schemas/".split(" "),
  ]);
  expect(pages.map((page) => neighborsOf(page)[0])).toEqual([undefined, ...pages.slice(0, -1)]);
});

test("operations with the same title have their method and path in the page title", async () => {
  const alike = JSON.parse(JSON.stringify(stars).replace("List planets", "List stars"));
  const site = await build("operations", "# Home", alike);
  const titleOf = (path: string): string =>
    /<title>(.*?)<\/title>/.exec(site.read(`api/${path}/index.html`))?.[1] ?? "";
  expect(["get-stars", "get-planets", "post-stars"].map(titleOf)).toEqual([
    "List stars (GET /stars) | Stars | Docs",
    "List stars (GET /planets) | Stars | Docs",
    "Add a star | Stars | Docs",
  ]);
});

test("`layout: page` keeps a heavy reference on one page, and warns once", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`field_${index}`, { type: "string" }]),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [`Star${index}`, { type: "object", properties }]),
  );
  const { diagnostics, read, paths } = await build("page", "# Home", { ...stars, components: { schemas } });
  expect(paths.filter((path) => /^api\/.*html$/.test(path))).toEqual(["api/index.html"]);
  expect(read("api/index.html").length).toBeGreaterThan(300_000);
  expect(format(diagnostics)).toMatchInlineSnapshot(
    `"warning content/site.yaml:1:23 page/heavy (without \`layout: page\` it is spread over pages that have room)"`,
  );
});

test("relative links in a contract start from the page that shows it, and Redoc's #section links work", async () => {
  const description = `[up](../guide) [file](../guide.md) [own](get-stars/) [errors](#section/Rate-limits) [deep](#section/Usage/Rate%20limits)

[beside](guide) [gone](/guides/nope) [none](#section/None)

## Usage

### Rate limits

Words.
`;
  const linked = { ...stars, info: { ...stars.info, description } };
  for (const layout of ["operations", "page"]) {
    const site = await build(layout, "# Home\n\n[limits](/api/#section/Rate-limits)\n", linked);
    const lost = layout === "page" ? ["get-stars/"] : [];
    expect(site.diagnostics.map(({ message }) => /the link `(.*?)` leads to nothing/.exec(message)?.[1])).toEqual([
      ...[...lost, "guide", "/guides/nope", "#section/None"],
    ]);
    const html = site.read("api/index.html");
    for (const [words, href] of [
      ["up", "/guide"],
      ["file", "/guide"],
      ["errors", "/api/#section-rate-limits"],
      ["deep", "/api/#section-rate-limits"],
      ...(layout === "page" ? [] : [["own", "/api/get-stars/"]]),
    ])
      expect(html).toContain(`<a href="${href}">${words}</a>`);
    expect(html).toContain('<h3 id="section-rate-limits">');
    expect(site.read("index.html")).toContain('href="/api/#section-rate-limits"');
    expect(site.read("api.md")).toContain("[errors](/api.md#section-rate-limits)");
    const anchors = readAnchorFile(JSON.parse(site.read("api/anchors.json")));
    expect(anchors.hrefByAnchor.get("section-rate-limits")).toBe("/api/");
  }
});

test("a finding in a text that YAML folds is at the start of the text, and otherwise at its line", async () => {
  const info = `info:
  title: Stars
  version: "1"
  description: >
    Folded
    lines.

    [one](./one)
tags:
  - name: a
    description: |
      As written.

      [two](./two)
  - name: b
    description: "Quoted\\n\\n[three](./three)"
`;
  const site = await buildSite({
    "openapi/api.yaml": `openapi: 3.1.0\n${info}paths: {}\n`,
    "content/index.md": "# Home\n",
    "content/site.yaml": "title: Docs\n",
  });
  const positions = site.diagnostics.flatMap(({ message, position }) => {
    const [, link = null] = /the link `(.*?)` leads/.exec(message) ?? [];
    return link === null ? [] : [`${link} ${position?.line}:${position?.column}`];
  });
  expect(positions).toEqual(["./one 6:5", "./two 15:7", "./three 17:18"]);
});
