import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const files = {
  "content/site.yaml": [
    "title: Docs",
    "url: https://docs.example.com/",
    "description: All about it.",
    "sidebar:",
    "  - /",
    "  - to: /hooks",
    "    items:",
    "      - /hooks/status",
    "  - /last",
    "announcement:",
    "  id: one",
    "  text: Read [this](/last).",
  ].join("\n"),
  "content/index.md": "---\ntitle: Introduction\ndescription: The start.\n---\n\n## One\n\n### Two\n\n#### Three\n",
  "content/hooks/index.md": "# Webhooks",
  "content/hooks/status.md": "# Status",
  "content/last.md": "---\ntitle: Last page\nsidebar_label: Last\n---\n",
  "content/secret.md": "---\ntitle: Secret\nunlisted: true\n---\nText.",
};

test("titles are `Page | Site`, and every page has its metadata", async () => {
  const { read } = await buildSite(files);
  const html = read("index.html");
  expect(html).toContain("<title>Introduction | Docs</title>");
  expect(html).toContain('<meta name="description" content="The start."/>');
  expect(html).toContain('<link rel="canonical" href="https://docs.example.com/"/>');
  expect(html).toContain('<meta property="og:title" content="Introduction | Docs"/>');
  expect(html).toContain('<meta property="og:url" content="https://docs.example.com/"/>');
  expect(read("last/index.html")).toContain('<meta name="description" content="All about it."/>');
});

test("a guide links to where its source can be edited, if the settings say where", async () => {
  const settings = "editUrl: https://git.example.com/docs/edit/main";
  const { read } = await buildSite({ ...files, "content/site.yaml": `${files["content/site.yaml"]}\n${settings}` });
  expect(read("hooks/index.html")).toMatch(
    /href="https:\/\/git\.example\.com\/docs\/edit\/main\/content\/hooks\/index\.md"[^>]*>Edit this page</,
  );
  expect((await buildSite(files)).read("hooks/index.html")).not.toContain("Edit this page");
});

test("a site may follow the reader's color mode, and then its switch offers that", async () => {
  const settings = "colorMode: system";
  const { read } = await buildSite({ "content/site.yaml": settings, "content/index.md": "# Home" });
  expect(read("index.html")).toContain('data-theme="light" data-mode="system"');
  expect(read("index.html")).toContain("Follow the system");
  const light = await buildSite({ "content/index.md": "# Home" });
  expect(light.read("index.html")).not.toMatch(/data-mode|Follow the system/);
});

test("the sidebar has the pages of the settings, in their order, with the current page marked", async () => {
  const { read } = await buildSite(files);
  const html = read("hooks/status/index.html");
  const start = html.indexOf('id="page:menu"');
  const menu = html.slice(start, html.indexOf("</nav>", start));
  const entries = [...menu.matchAll(/href="([^"]*)"[^>]*>([^<]+)</g)].map(([, href, label]) => `${href} ${label}`);
  expect(entries.slice(-4)).toEqual(["/ Introduction", "/hooks Webhooks", "/hooks/status Status", "/last Last"]);
  expect(menu).toMatch(/<details[^>]* open/);
  expect(html).toMatch(/href="\/hooks\/status"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/hooks\/status"/);
});

test("previous and next follow the sidebar; breadcrumbs lead home", async () => {
  const { read } = await buildSite(files);
  const html = read("hooks/status/index.html");
  expect(html).toMatch(/Previous[\s\S]*Webhooks[\s\S]*Next[\s\S]*Last/);
  expect(html).toMatch(/aria-label="Breadcrumbs"[\s\S]*href="\/hooks"[\s\S]*Status/);
});

test("README.md is the page of its folder if there is no other", async () => {
  const { read, diagnostics } = await buildSite({
    "content/readme.md": "[guide](guide/README.md)",
    "content/guide/README.md": "[home](../readme.md), [here](.)",
    "content/both/index.md": "# Both",
    "content/both/README.md": "# Beside [index](index.md)",
    "content/named.md": "# Named",
    "content/named/README.md": "# More",
  });
  expect(diagnostics).toEqual([]);
  expect(read("index.html")).toContain('href="/guide"');
  expect(read("guide/index.html")).toContain("<h1>Guide</h1>");
  expect(read("both/README/index.html")).toMatch(/<h1>Beside <a href="\/both"[^>]*>index<\/a><\/h1>/);
  expect(read("named/README/index.html")).toContain("<h1>More</h1>");
});

test("a file that only another tool reads is a warning that says what to do", async () => {
  const strange = ["guide/start.mdx", "old.markdown", "site.yml", "guide/_category_.json", "guide/package.json"];
  const meant = ["static/a.mdx", "static/package.json", "_programs/package.json", "data.json", "site.css"];
  const entries = [...strange, ...meant].map((file) => [`content/${file}`, "{}"]);
  const { diagnostics } = await buildSite({ "content/index.md": "# Home", ...Object.fromEntries(entries) });
  expect(diagnostics.map(({ position, message, hint }) => `${position?.file}: ${message} (${hint})`))
    .toMatchInlineSnapshot(`
    [
      "content/guide/_category_.json: nothing reads this file (write its group into \`sidebar:\` of content/site.yaml, and remove it)",
      "content/guide/package.json: a file of another tool is published as a download (move it out of content/, or into content/static/ where readers are to have it)",
      "content/guide/start.mdx: this is a download, not a page (rename it to content/guide/start.md)",
      "content/old.markdown: this is a download, not a page (rename it to content/old.md)",
      "content/site.yml: these settings aren't read (write them into content/site.yaml, as \`docs-build explain settings\` shows)",
    ]
  `);
});

test("the table of contents shows levels 2 to 3", async () => {
  const { read } = await buildSite(files);
  const html = read("index.html");
  const start = html.indexOf("On this page");
  const toc = html.slice(start, html.indexOf("</nav>", start));
  expect(toc).toContain('href="#one"');
  expect(toc).toContain('href="#two"');
  expect(toc).not.toContain('href="#three"');
});

test("an unlisted page stays out of the navigation even when the settings name it", async () => {
  const { read } = await buildSite({ ...files, "content/site.yaml": "sidebar:\n  - /\n  - /secret\n" });
  expect(read("index.html")).not.toContain("/secret");
});

test("a site without settings gets a sidebar of its folders, a navbar and a not-found page", async () => {
  const { read, diagnostics, paths } = await buildSite({
    "content/index.md": "# Home",
    "content/guides/first-steps.md": "Text without a heading.",
    "content/guides/second.md": "# Second",
  });
  expect(diagnostics).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(["404.html", "index.html", "guides/first-steps/index.html"]));
  expect(read("guides/first-steps/index.html")).toContain("<title>First steps | Docs</title>");
  expect(read("index.html")).toMatch(/Guides[\s\S]*First steps[\s\S]*Second/);
});

test("navigation doesn't grow with the site: a page of a large site shows its own branch", async () => {
  const folders = Array.from({ length: 20 }, (_, folder) => `area-${folder}`);
  const many = Object.fromEntries(
    folders.flatMap((folder) =>
      Array.from({ length: 10 }, (_, page) => [`content/${folder}/page-${page}.md`, "Text."]),
    ),
  );
  const { read } = await buildSite({ "content/index.md": "# Home", ...many });
  const html = read("area-3/page-2/index.html");
  expect(html.match(/area-3\/page-/g)?.length).toBeGreaterThan(9);
  expect(html.match(/area-4\/page-/g)?.length).toBeLessThan(3);
});

test("on a large site a closed group shows its name and links to its first page, and long lists are divided", async () => {
  const pages = (folder: string, count: number) =>
    Array.from({ length: count }, (_, page) => [`content/${folder}/page-${page}.md`, "Text."] as const);
  const { read } = await buildSite({
    "content/index.md": "# Home",
    ...Object.fromEntries([...pages("billing", 110), ...pages("API", 3)]),
    "content/API/page-0.md": "---\nsidebar: false\n---\nText.",
  });
  const menu = /<ul class="sidebar">.*?<\/nav>/s.exec(read("index.html"))?.[0];
  expect(menu).toContain(
    '<a href="/API/page-1" data-action="open-group">API</a><details data-open-at="/API/page-1"><summary',
  );
  expect(menu).toContain('<a href="/billing/page-0" data-action="open-group">Billing</a>');
  const inside = read("billing/page-60/index.html");
  expect(inside.match(/href="\/billing\/page-/g)?.length).toBeLessThan(70);
  expect(inside).toContain('data-action="open-group">Page 0 – Page 49</a>');
  expect(inside).toContain("<summary>Page 50 – Page 99</summary>");
});

test("pages and folders without an order are sorted naturally by number, ignoring case", async () => {
  const names = ["step-10", "step-2", "Zebra", "apple", "2-b/x", "10-a/x", "a-b", "a/c", "a/B"];
  const named = Object.fromEntries(names.map((name) => [`content/${name}.md`, `# ${name}`]));
  const { read } = await buildSite(named);
  const menu = /<ul class="sidebar">.*?<\/nav>/s.exec(read("apple/index.html"))?.[0] ?? "";
  expect([...menu.matchAll(/href="\/([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "2-b/x",
    "10-a/x",
    "a/B",
    "a/c",
    "a-b",
    "apple",
    "step-2",
    "step-10",
    "Zebra",
  ]);
  expect(read("index.html")).toContain('content="0; url=/2-b/x"');
});

test("an unknown setting is the first error, with a suggestion at its line, and the rest is still checked", async () => {
  const { diagnostics } = await buildSite({
    "content/site.yaml": "title: Docs\nanouncement:\n  id: x\n  text: y\n",
    "content/index.md": "[x](/gone)",
  });
  expect(diagnostics.map(({ code, position, hint }) => [code, position?.line, hint])).toEqual([
    ["config/unknown-key", 2, "did you mean `announcement`?"],
    ["link/broken", 1, null],
  ]);
});

test("one OpenAPI document in openapi/ is found automatically; without one there is no API page", async () => {
  const document =
    'openapi: 3.1.0\ninfo: { title: API, version: "1" }\npaths:\n  /x/:\n    get:\n      responses: { "200": { description: ok } }\n';
  const withContract = await buildSite({ "content/index.md": "# Home", "openapi/any-name.yml": document });
  expect(withContract.diagnostics).toEqual([]);
  expect(withContract.read("api/index.html")).toContain('id="get-x"');
  const without = await buildSite({ "content/index.md": "# Home" });
  expect(without.paths).not.toContain("api/index.html");
  expect(without.read("index.html")).not.toContain(">API<");
});

test("several documents without settings are one error that says what to write, whatever pages say about them", async () => {
  const document = 'openapi: 3.1.0\ninfo: { title: API, version: "1" }\npaths: {}\n';
  const { diagnostics } = await buildSite({
    "content/index.md":
      "[API](/api/), [a load](op:getLoad)\n\n```http op=getLoad\nGET /loads/1\n```\n\n::fields{schema=Load}\n",
    "openapi/a.yaml": document,
    "openapi/b.yaml": document,
  });
  expect(diagnostics.map(({ code, hint }) => `${code}: ${hint}`)).toEqual([
    "config/invalid: list them under `contracts:` in content/site.yaml",
  ]);
});

test("settings may name pages by their files, and use the pages' labels", async () => {
  const { read, diagnostics } = await buildSite({
    "content/site.yaml": "sidebar: [index.md, a/b.md]\nnavbar: [{ to: a/b }]\nfooter: { links: [{ to: ./a/b.md }] }\n",
    "content/index.md": "# Home\n",
    "content/a/b.md": "# Guide\n",
  });
  expect(diagnostics).toEqual([]);
  const links = [...read("a/b/index.html").matchAll(/<a href="\/a\/b"[^>]*>([^<]*)</g)];
  expect(links.map(([, label]) => label)).toEqual(["Guide", "Guide", "Guide", "Guide"]);
});

test("a page that a written sidebar leaves out is a warning with the line to add", async () => {
  const site = await buildSite({
    "content/site.yaml": "sidebar:\n  - label: Group\n    items: [/]\nnavbar:\n  - to: /in-navbar\n",
    "content/index.md": "# Home\n",
    "content/guides/new page.md": "# New\n",
    "content/in-navbar.md": "# Navbar\n",
    "content/secret.md": "---\nunlisted: true\n---\n# Secret\n",
    "content/alone.md": "---\nsidebar: false\n---\n# Alone\n",
    "content/404.md": "# Not found\n",
  });
  const hint = "add `- /guides/new%20page` to `sidebar:` in content/site.yaml, or `unlisted: true` to the page";
  expect(format(site.diagnostics)).toBe(`warning content/guides/new page.md:1:1 page/not-in-sidebar (${hint})`);
});

test("a navigation entry whose address leads nowhere is reported at its setting", async () => {
  const settings = "sidebar: [/, ./gone.md]\nnavbar: [{ label: Run, to: 'javascript:x' }]\n";
  const { diagnostics } = await buildSite({ "content/index.md": "# Home\n", "content/site.yaml": settings });
  expect(diagnostics.map(({ code, position }) => [code, position?.file, position?.line])).toEqual([
    ["link/markdown-file", "content/site.yaml", 1],
    ["link/unsafe", "content/site.yaml", 2],
  ]);
});

test("an automatic link to the front page doesn't count as an entry for it", async () => {
  const pages = { "content/index.md": "# Home\n", "content/guide.md": "# Guide\n" };
  const { diagnostics } = await buildSite({ ...pages, "content/site.yaml": "sidebar: [/guide]\n" });
  expect(diagnostics.map(({ code, position }) => [code, position?.file])).toEqual([
    ["page/not-in-sidebar", "content/index.md"],
  ]);
});

test.each([
  ["the automatic navbar", "", "/b", "API"],
  ["one entry for all versions", "navbar: [{ label: Docs, to: / }, { label: Loads, to: /a }]\n", "/b", "Loads"],
  ["an entry for each", "navbar: [{ label: Docs, to: / }, { label: A, to: /a }, { label: B, to: /b }]\n", "/b", "B"],
  ["an entry for each", "navbar: [{ label: Docs, to: / }, { label: A, to: /a }, { label: B, to: /b }]\n", "/a", "A"],
  ["an entry for each", "navbar: [{ label: Docs, to: / }, { label: A, to: /a }, { label: B, to: /b }]\n", "/", "Docs"],
])("with several contracts %s marks what a page belongs to: %j, %s is of %s", async (_name, navbar, route, label) => {
  const contract = JSON.stringify({ openapi: "3.1.0", info: { title: "Loads", version: "1" }, paths: {} });
  const site = await buildSite({
    "content/index.md": "# Home",
    "content/site.yaml": `${navbar}contracts:\n  - { id: v1, document: openapi/a.json, route: /a }\n  - { id: v2, document: openapi/b.json, route: /b }\n`,
    "openapi/a.json": contract,
    "openapi/b.json": contract,
  });
  const html = site.read(`${route}/index.html`.replace(/^\/+/, ""));
  const bar = html.slice(html.indexOf('class="navbar-links"'), html.indexOf("</nav>"));
  expect([...bar.matchAll(/<a [^>]*aria-current="true"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([label]);
  const menu = html.slice(html.indexOf('class="menu-head"'), html.indexOf("Close menu"));
  // If each version has its own entry, entries don't switch to the version that was read last.
  for (const links of [bar, menu])
    expect(links.match(/data-versions=/g)?.length ?? 0).toBe(navbar.includes("label: B") ? 0 : 1);
});
