import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const contract = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "API", version: "1" },
  paths: { "/x": { get: { operationId: "x", responses: { 200: { description: "d" } } } } },
});

test("with only a contract, / leads to the reference on any host, and no text mentions guides", async () => {
  const site = await buildSite({ "openapi/api.json": contract }, { baseUrl: "/docs/", siteUrl: "https://a.example" });
  expect(format(site.diagnostics)).toBe("");
  const start = site.read("index.html");
  expect(start).toContain('<meta http-equiv="refresh" content="0; url=/docs/api/"/>');
  expect(start).toContain('<link rel="canonical" href="https://a.example/docs/api/"/>');
  const page = site.read("api/index.html");
  expect(page).not.toContain(">Docs</a></li>");
  expect(page).not.toContain("/docs/404");
  expect(site.paths).not.toContain("_redirects");
  expect(site.read("sitemap.xml").match(/<loc>/g)).toHaveLength(1);
});

test("without a front page, the site starts at the first page of the sidebar", async () => {
  const files = { "content/a.md": "# A\n\n[home](/)", "content/b.md": "# B" };
  expect((await buildSite(files)).read("index.html")).toContain('href="/a"');
  const site = await buildSite({ ...files, "content/site.yaml": "sidebar: [{ label: G, items: [/b, /a] }]" });
  expect(format(site.diagnostics)).toBe("");
  expect(site.read("index.html")).toContain('href="/b"');
  expect(site.read("a/index.html")).toContain('class="brand brand-quiet"');
});

test.each([
  ["a page", { "content/home.md": "---\nslug: /\n---\n# Home" }, "<h1>Home</h1>"],
  ["a redirect", { "content/site.yaml": "redirects: [{ from: /, to: /b }]" }, 'href="/b"'],
  ["a file of the site's own", { "content/static/index.html": "<!doctype html><title>Mine</title>" }, "<title>Mine"],
])("%s at / is left as it is", async (_, files, shown) => {
  const site = await buildSite({ "content/a.md": "# A", "content/b.md": "# B", ...files });
  expect(format(site.diagnostics)).toBe("");
  expect(site.read("index.html")).toContain(shown);
});

test("a site with only unlisted pages has no front page, since nothing may link to them", async () => {
  const site = await buildSite({ "content/a.md": "---\nunlisted: true\n---\n# A" });
  expect(site.paths).not.toContain("index.html");
});
