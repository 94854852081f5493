import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const siteUrl = "https://docs.example.com";
const pages = {
  "content/index.md": "# Home",
  "content/guide/start.md": "# Start\n\n## Part",
  "content/hidden.md": "---\ntitle: Hidden\nunlisted: true\naliases: [/was-hidden]\n---\n",
};

test("the sitemap lists exactly the listed pages, by their absolute addresses", async () => {
  const site = await buildSite(pages, { siteUrl });
  expect(site.read("sitemap.xml")).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>https://docs.example.com/</loc></url>
      <url><loc>https://docs.example.com/guide/start</loc></url>
    </urlset>
    "
  `);
  expect(site.read("robots.txt")).toBe("User-agent: *\nAllow: /\n\nSitemap: https://docs.example.com/sitemap.xml\n");
});

test("below a base URL, the sitemap, robots and redirects carry it", async () => {
  const files = { ...pages, "content/site.yaml": "redirects: [{ from: /old, to: /guide/start#part }]" };
  const site = await buildSite(files, { siteUrl, baseUrl: "/docs/" });
  expect(site.read("sitemap.xml")).toContain("<loc>https://docs.example.com/docs/guide/start</loc>");
  expect(site.read("robots.txt")).toContain("https://docs.example.com/docs/sitemap.xml");
  expect(site.read("_redirects")).toBe("/docs/old /docs/guide/start#part 301\n/docs/old/ /docs/guide/start#part 301\n");
  expect(site.read("_headers")).toContain("\n/docs/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n");
});

test("a site without a known address publishes no absolute URLs, sitemap or preview image", async () => {
  const site = await buildSite(pages, { baseUrl: "/docs/" });
  expect(site.paths.filter((path) => /sitemap|social/.test(path))).toEqual([]);
  expect(site.read("robots.txt")).toBe("User-agent: *\nAllow: /\n");
  expect(site.read("guide/start/index.html")).not.toMatch(/canonical|og:url|og:image/);
});

test("programs find what they need in site.json: title, contracts and the sandbox's settings", async () => {
  const contract =
    'openapi: "3.1.0"\ninfo: { title: API, version: "1" }\npaths: { /loads/: { get: { operationId: loads } } }';
  const settings = "title: Docs\ndescription: Of loads.\nsandbox: openapi/sandbox.yaml";
  const files = {
    ...pages,
    "content/site.yaml": settings,
    "openapi/api.yaml": contract,
    "openapi/sandbox.yaml": "loads: { records: [{ id: 12345678901234567890 }] }",
  };
  const site = await buildSite(files, { baseUrl: "/docs/" });
  expect(site.read("site.json")).toMatchInlineSnapshot(`
    "{"title":"Docs","description":"Of loads.","baseUrl":"/docs/","contracts":[{"api":"","id":"","folder":"api","document":"api/openapi.json","servers":[],"sandbox":{"loads":{"records":[{"id":12345678901234567890}]}}}],"authentication":{"header":null,"variable":"API_AUTH"}}
    "
  `);
  expect(site.paths).toContain("api/openapi.json");
});

test("an author's file in content/static/ replaces the generated one", async () => {
  const names = ["robots.txt", "site.json", "llms.txt"];
  const own = Object.fromEntries(names.map((name) => [`content/static/${name}`, `my ${name}`]));
  const { diagnostics, paths, read } = await buildSite({ ...pages, ...own });
  expect(diagnostics).toEqual([]);
  expect(paths.filter((path) => names.includes(path)).sort()).toEqual(names.toSorted());
  for (const name of names) expect(read(name)).toBe(`my ${name}`);
});

/** The attributes of the icons that a page names, in order. */
function iconsOf(html: string): string[] {
  return [...html.matchAll(/<link (rel="(?:icon|apple-touch-icon)"[^>]*)\/>/g)].map(
    ([, attributes = ""]) => attributes,
  );
}

test("a site has an icon for every browser: favicon.ico, an SVG, and one for home screens", async () => {
  const site = await buildSite(pages, { baseUrl: "/docs/" });
  expect(iconsOf(site.read("guide/start/index.html")).map((icon) => icon.replace(/-[0-9a-f]{8}\./, "-…."))).toEqual([
    'rel="icon" sizes="32x32" href="/docs/favicon.ico"',
    'rel="icon" type="image/svg+xml" sizes="any" href="/docs/assets/icon-….svg"',
    'rel="apple-touch-icon" href="/docs/assets/icon-180-….png"',
  ]);
  const ico = site.bytes("favicon.ico");
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const png = ico.subarray(ico.readUInt32LE(18));
  expect(png).toHaveLength(ico.readUInt32LE(14));
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 32, 32]);
});

test("a site's own icon replaces all of the package's", async () => {
  const own = { "content/static/favicon.svg": "<svg/>", "content/static/apple-touch-icon.png": "png" };
  const site = await buildSite({ ...pages, ...own });
  expect(iconsOf(site.read("index.html"))).toEqual([
    'rel="icon" type="image/svg+xml" sizes="any" href="/favicon.svg"',
    'rel="apple-touch-icon" href="/apple-touch-icon.png"',
  ]);
  expect(site.paths.filter((path) => /icon/.test(path))).toEqual(["apple-touch-icon.png", "favicon.svg"]);
  const ico = await buildSite({ ...pages, "content/static/favicon.ico": "ico" });
  expect(ico.read("favicon.ico")).toBe("ico");
  expect(iconsOf(ico.read("index.html"))).toEqual(['rel="icon" sizes="32x32" href="/favicon.ico"']);
});

test("an old address has a page that redirects with and without script", async () => {
  const site = await buildSite(
    { ...pages, "content/site.yaml": "redirects: [{ from: /old, to: /guide/start }]" },
    { siteUrl },
  );
  const html = site.read("old/index.html");
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="0; url=/guide/start"/></noscript>');
  expect(html).toContain('<link rel="canonical" href="https://docs.example.com/guide/start"/>');
  expect(html).toContain('<a href="/guide/start" data-moved="">/guide/start</a>');
  expect(html).toMatch(/<script type="module" src="\/assets\/redirect-[A-Z0-9]{8}\.js"><\/script>/);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("data-origin");
});

test("aliases in a page's front matter redirect to it; one that ends in .html is published under that name", async () => {
  const site = await buildSite({ "content/a.md": "---\naliases: [/b, /old/c.html]\n---\n# A" });
  expect(site.read("b/index.html")).toContain('href="/a"');
  expect(site.read("old/c.html")).toContain('href="/a"');
  expect(site.read("_redirects")).toBe("/b /a 301\n/b/ /a 301\n/old/c.html /a 301\n");
});

test("an unlisted page's old address leads to it, but every list leaves it out", async () => {
  const site = await buildSite(pages, { siteUrl });
  expect(site.read("was-hidden/index.html")).toContain('href="/hidden"');
  expect(site.paths).not.toContain("_redirects");
});

test("the target of a redirect is checked where it's written, with its anchor", async () => {
  const settings =
    "redirects:\n  - { from: /a, to: /guide/strat }\n  - { from: /b, to: /guide/start#prat }\n  - { from: /c, to: javascript:alert(1) }";
  const { diagnostics } = await buildSite({ ...pages, "content/site.yaml": settings });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/site.yaml:2:17 link/broken (try /guide/start)
    error content/site.yaml:3:17 link/broken-anchor (try /guide/start#part)
    warning content/site.yaml:4:17 link/unsafe (links may use http, https, mailto and tel)"
  `);
});

test("an old address already used by a page, another redirect or a target is refused", async () => {
  const settings = ["/guide/start", "/Guide/START", "/x", "/x/", "/../etc", "/q?a"].map(
    (from) => `  - { from: "${from}", to: / }`,
  );
  const loop = ["  - { from: /l1, to: /l2 }", "  - { from: /l2, to: /l1 }"];
  const { diagnostics } = await buildSite({
    ...pages,
    "content/site.yaml": ["redirects:", ...settings, ...loop].join("\n"),
  });
  expect(diagnostics.map(({ message }) => message)).toMatchInlineSnapshot(`
    [
      "the old address \`/guide/start\` belongs to the page \`/guide/start\`",
      "the old address \`/Guide/START\` belongs to the page \`/guide/start\`",
      "the old address \`/x/\` belongs to another redirect, in content/site.yaml:4",
      "the route \`/../etc\` leaves the site",
      "the route "/q?a" holds a character no address can hold",
      "the redirect from \`/l1\` leads to another old address",
      "the redirect from \`/l2\` leads to another old address",
    ]
  `);
});

test("two sources for one output file are refused, and so is a file where a folder is needed", async () => {
  const { diagnostics } = await buildSite({
    ...pages,
    "content/static/guide": "a file",
    "content/static/index.html": "mine",
    "content/a.png": "1",
    "content/static/A.png": "2",
    "content/assets/logo.png": "3",
  });
  expect(diagnostics.map(({ position, message }) => `${position?.file}: ${message}`)).toMatchInlineSnapshot(`
    [
      "content/assets/logo.png: the site's \`assets/\` holds files that never change and are cached forever; this one may change",
      "content/guide/start.md: two files of the site can't both be there: \`guide\` (content/static/guide) and \`guide/start/index.html\` (content/guide/start.md)",
      "content/static/A.png: two files of the site can't both be there: \`a.png\` (content/a.png) and \`A.png\` (content/static/A.png)",
      "content/static/guide: two files of the site can't both be there: \`guide/start.md\` and \`guide\` (content/static/guide)",
      "content/static/index.html: two files of the site can't both be there: \`index.html\` (content/index.md) and \`index.html\` (content/static/index.html)",
    ]
  `);
});

test("every page's policy allows only its own files, one inline script and the configured servers", async () => {
  const settings =
    "servers:\n  - { name: A, url: https://api.example.com/v1, kind: production }\n  - { name: B, url: http://localhost:4010/v1, kind: sandbox }";
  const site = await buildSite({ ...pages, "content/site.yaml": `${settings}\nredirects: [{ from: /old, to: / }]` });
  const policies = site.paths
    .filter((path) => path.endsWith(".html"))
    .map((path) =>
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(site.read(path))?.[1]?.replaceAll("&#x27;", "'"),
    );
  expect(new Set(policies).size).toBe(1);
  expect(policies[0]?.replace(/sha256-[^']*/, "sha256-…").split("; ")).toMatchInlineSnapshot(`
    [
      "default-src 'none'",
      "script-src 'self' 'sha256-…'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self' https://api.example.com http://localhost:4010",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
    ]
  `);
  expect(site.read("_headers")).toContain(`  Content-Security-Policy: ${policies[0]}; frame-ancestors 'none'\n`);
});

test("an image from another host is replaced by its description, as a link unless it's already inside one", async () => {
  const site = await buildSite({
    "content/index.md": "![Logo](https://cdn.example.com/a.png) [![Badge](//b.example.com/c.svg)](/)",
  });
  expect(format(site.diagnostics)).toMatchInlineSnapshot(`
    "warning content/index.md:1:1 link/external-image (put the file beside the page)
    warning content/index.md:1:41 link/external-image (put the file beside the page)"
  `);
  const html = site.read("index.html");
  expect(html).toContain(
    '<a href="https://cdn.example.com/a.png" rel="noopener">Logo</a> <a href="/"><span>Badge</span></a>',
  );
  expect(html).not.toContain("<img");
});
