import { expect, test } from "vitest";

import { buildFolder } from "../support/build-folder.ts";
import { buildSite, format } from "../support/build-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a link to a missing page fails the build and suggests the intended page", async () => {
  const { diagnostics } = await buildSite({
    "content/start.md": "See [auth](/auth), [us](www.a.example/x), [more](doc:more) and [half](/caf%C3).",
    "content/authentication.md": "# Authentication",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/start.md:1:5 link/broken (try /authentication)
    error content/start.md:1:20 link/broken (write https://www.a.example/x)
    warning content/start.md:1:43 link/unsafe (write the page's file, like ./page.md)
    error content/start.md:1:64 link/broken (write a literal % as %25)"
  `);
});

test("a missing anchor, image and file are errors at their positions, each with the nearest target", async () => {
  const { diagnostics } = await buildSite({
    "content/index.md": [
      "[anchor](/guide#setpu)",
      "![picture](./flw.svg)",
      "[own](#nowhere)",
      "[file](/files/spec.pdf)",
    ].join("\n\n"),
    "content/guide.md": "## Setup",
    "content/flow.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/index.md:1:1 link/broken-anchor (try /guide#setup)
    error content/index.md:3:1 link/broken-asset (try /flow.svg)
    error content/index.md:5:1 link/broken-anchor
    error content/index.md:7:1 link/broken"
  `);
});

test.each([
  ["content/encoding", "# Guide\n\n## Setup\0"],
  ["content/limit", `# Guide\n\n## Setup\n\n${"> ".repeat(300)}deep`],
  ["content/front-matter", "---\ntitle: [\n---\n\n# Guide\n\n## Setup"],
])("a page whose text can't be used is one finding, %s; links to it have none", async (code, guide) => {
  const { diagnostics } = await buildSite({
    "content/index.md": "[whole](/guide) [part](/guide#setup) [file](./guide.md#setup) [below](/guide/more)",
    "content/site.yaml": "sidebar: [/, /guide, /guide/more]",
    "content/guide.md": guide,
    "content/guide/more.md": "# More\n\n[up](../guide.md#setup)",
  });
  expect(diagnostics.map((found) => found.code)).toEqual([code]);
  const home = await buildSite({
    "content/index.md": guide,
    "content/more.md": "# More\n\n[home](/) [part](/#setup)",
  });
  expect(home.diagnostics.map((found) => found.code)).toEqual([code]);
});

test("a link to a missing Markdown file is one warning, and is published as plain text", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md": "See [the guide](./gide.md#part).",
    "content/guide.md": "# Guide",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(
    `"warning content/index.md:1:5 link/markdown-file (try /guide.md)"`,
  );
  expect(read("index.html")).toContain("<p>See <span>the guide</span>.</p>");
});

test("a page that shares only its folder with the missing one isn't suggested", async () => {
  const { diagnostics } = await buildSite({ "content/index.md": "[x](./gone.md)" });
  expect(format(diagnostics)).toBe("warning content/index.md:1:1 link/markdown-file (no such page in content/)");
});

test("a page whose name is part of the missing one's is suggested", async () => {
  const { diagnostics } = await buildSite({ "content/index.md": "[x](./pay-a-carrier.md)", "content/pay.md": "# Pay" });
  expect(format(diagnostics)).toBe("warning content/index.md:1:1 link/markdown-file (try /pay.md)");
});

test("every sensible form of a page link reaches its page", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md": "# Home",
    "content/guide.md": "## Deep part\n\n## Größe",
    "content/a b.md": "# With space",
    "content/caf\u00e9.md": "# Accent",
    "content/100% sure.md": "# Percent",
    "content/area/index.md": [
      "[file](../guide.md#deep-part)",
      "[file from the root](/guide.md)",
      "[route](/guide)",
      "[route with slash](/guide/)",
      "[query](/guide?x=1#deep-part)",
      "[encoded](/a%20b)",
      "[in angle brackets](<../a b.md>)",
      "[file, encoded](../a%20b.md)",
      "[in two characters](../cafe\u0301.md)",
      "[in two, encoded](/cafe%CC%81)",
      "[a percent sign](../100%25%20sure.md)",
      "[encoded anchor](/guide#gr%C3%B6%C3%9Fe)",
      "[up](../guide)",
      "[sibling](./inner)",
      "[bare](inner)",
      "[folder](.)",
      "[self](#top)",
      "[home](/)",
    ].join("\n"),
    "content/area/inner.md": "# Inner\n\n[own query](?x=1#top)",
  });
  expect(format(diagnostics)).toBe("");
  expect(read("area/inner/index.html")).toContain('<a href="/area/inner?x=1#top">own query</a>');
  const hrefs = [...read("area/index.html").matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
  expect(hrefs).toMatchInlineSnapshot(`
    [
      "/",
      "/100%25%20sure",
      "/a%20b",
      "/area/inner",
      "/caf%C3%A9",
      "/guide",
      "/guide#deep-part",
      "/guide",
      "/guide",
      "/guide/",
      "/guide?x=1#deep-part",
      "/a%20b",
      "/a%20b",
      "/a%20b",
      "/caf%C3%A9",
      "/caf%C3%A9",
      "/100%25%20sure",
      "/guide#gr%C3%B6%C3%9Fe",
      "/guide",
      "/area/inner",
      "/area/inner",
      "/area",
      "#top",
      "/",
    ]
  `);
});

test("a wrong link in the navbar is one finding at its line of site.yaml, however many pages show it", async () => {
  const { diagnostics } = await buildSite({
    "content/site.yaml": "navbar:\n  - label: API\n    to: /apy\n",
    "content/index.md": "# Home",
    "content/two.md": "# Two",
    "content/three.md": "# Three",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`"error content/site.yaml:3:5 link/broken"`);
});

test("a wrong link in the sidebar and the footer is found too", async () => {
  const { diagnostics } = await buildSite({
    "content/site.yaml": "sidebar:\n  - /\n  - /gone\nfooter:\n  links:\n    - label: Terms\n      to: /terms\n",
    "content/index.md": "# Home",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/site.yaml:3:5 link/broken
    error content/site.yaml:7:7 link/broken"
  `);
});

test("links inside code and comments are ignored; external and mail links stay unchanged", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md":
      "`[x](/gone)`\n\n```text\n[y](/gone)\n```\n\n<!-- [z](/gone) -->\n\n[e](https://example.com/x) [m](mailto:a@example.com)",
  });
  expect(format(diagnostics)).toBe("");
  expect(read("index.html")).toContain('<a href="https://example.com/x" rel="noopener">e</a>');
});

test("an unsafe scheme never reaches an address, however it is disguised", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md":
      '[a](javascript:alert(1)) [b](jAva&#115;cript:alert(1)) <a href="java\tscript:alert(1)">c</a> [d](data:text/html,x)',
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(["link/unsafe", "link/unsafe", "link/unsafe", "link/unsafe"]);
  expect(read("index.html")).not.toMatch(/(script|data):[^"]*alert|data:text/i);
});

test("links that climb above content/ are reported and published as plain text", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md": "# Home",
    "content/target.md": "# Target",
    "content/area/page.md": "[up](../../target) [rooted](/../target) ![i](../../i.svg) [file](../../target.md)",
    "content/static/i.svg": "<svg/>",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/area/page.md:1:1 link/broken (a path that starts with / begins at the root)
    error content/area/page.md:1:20 link/broken (a path that starts with / begins at the root)
    error content/area/page.md:1:41 link/broken (a path that starts with / begins at the root)
    warning content/area/page.md:1:59 link/markdown-file (try /target.md)"
  `);
  expect(read("area/page/index.html")).toContain(
    "<p><span>up</span> <span>rooted</span> <span>i</span> <span>file</span></p>",
  );
});

test("a page and a contract with the same route are one finding, without findings for links to either", async () => {
  const { diagnostics } = await buildSite({
    "content/index.md": "# Home\n\n[a heading](/api#own) [an operation](/api/#get-trees) [both](/api)",
    "content/api.md": "# API\n\n## Own",
    "openapi/api.yaml": `openapi: 3.1.0
info: { title: Trees, version: "1" }
paths: { /trees: { get: { responses: { "200": { description: Ok. } } } } }`,
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(
    `"error content/api.md:1:1 route/collision (rename one of them or give it another slug)"`,
  );
});

test("two sources for one route are an error naming both, also when they differ only by case", async () => {
  const { diagnostics } = await buildSite({
    "content/index.md": "# Home",
    "content/guide.md": "# Guide",
    "content/other.md": "---\nslug: /guide\n---\n",
    "content/Tai.md": "# A",
    "content/tai.md": "# B",
  });
  expect(diagnostics.map(({ message }) => message)).toMatchInlineSnapshot(`
    [
      "two sources for the route \`/guide\`: content/guide.md and content/other.md",
      "the routes \`/Tai\` (content/Tai.md) and \`/tai\` (content/tai.md) differ only by case or Unicode form",
    ]
  `);
});

test.each(["dup", "zeta"])(
  "when a slug claims another page's route, the finding is at the slug, as in %s.md",
  async (name) => {
    const { diagnostics } = await buildSite({
      "content/index.md": "# Home",
      "content/guides/pagination.md": "# Pagination",
      [`content/guides/${name}.md`]: "---\ntitle: Copy\nslug: /guides/pagination\n---\n",
    });
    expect(diagnostics.map(({ position, message }) => [position, message])).toEqual([
      [
        { file: `content/guides/${name}.md`, line: 3, column: 1 },
        `two sources for the route \`/guides/pagination\`: content/guides/pagination.md and content/guides/${name}.md`,
      ],
    ]);
  },
);

test("below a base URL, links and images carry it", async () => {
  const site = {
    "content/index.md": "[g](/guide)",
    "content/guide.md": "![i](/i.svg)",
    "content/static/i.svg": "<svg/>",
  };
  const { diagnostics, read } = await buildSite(site, { baseUrl: "/docs/" });
  expect(format(diagnostics)).toBe("");
  expect(read("index.html")).toContain('<a href="/docs/guide">g</a>');
  expect(read("guide/index.html")).toContain('src="/docs/i.svg"');
});

test("a link of a site's own template has to begin with the base URL", async () => {
  await using site = await temporaryFolder({
    "content/index.md": "# Home",
    "content/guide.md": "# Guide",
    "templates/footer.tsx": "export const Footer = () => <p><a href='/guide'>a</a> <a href='/docs/guide'>b</a></p>;",
  });
  const { found } = await buildFolder(site.path, { flags: { baseUrl: "/docs/" } });
  const what = "`/guide` is outside the base URL — addresses of this site start with /docs/";
  expect(found).toEqual(["404", "guide", "index"].map((page) => `error link/broken content/${page}.md:1:1 ${what}`));
});

test("internal origin marks are removed from the output, and the same characters in text stay", async () => {
  const { read } = await buildSite({ "content/index.md": 'The text ` data-origin="x"` and [home](/).' });
  expect(read("index.html").match(/data-origin/g)).toHaveLength(1);
});

test("suggestions leave out a page whose own route is invalid", async () => {
  const { diagnostics } = await buildSite({
    "content/index.md": "[x](/valid-name/content/odd)",
    "content/odd.md": "---\ntitle: Odd\nslug: /../odd\n---\n",
    "content/site.yaml": "sidebar: [/]\n",
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(["link/broken", "route/invalid"]);
  expect(JSON.stringify(diagnostics)).not.toContain("/invalid-name/");
});

test("pages, settings and a contract may link to published Markdown, static files and static folders", async () => {
  const links =
    "[a](/template.md) [b](/skill.md) [c](/api.md) [d](/tool/) [e](/tool#x) [f](/api/get-pets.md) [g](/home.md)";
  const own = "[a](/template.md), [b](/skill.md), [c](/api.md) and [d](/tool/)";
  const { diagnostics, read } = await buildSite({
    "content/index.md": `# Home\n\n${links} [h](./template.md)\n`,
    "content/home.md": "---\nslug: /start\n---\n# Start\n",
    "content/site.yaml": "redirects: [{ from: /old, to: /tool/ }]\nnavbar: [{ label: Tool, to: /tool }]\n",
    "content/static/template.md": "# Yours\n",
    "content/static/tool/index.html": "<!doctype html><title>Tool</title>",
    "openapi/api.yaml": `openapi: 3.1.0
info: { title: Pets, version: "1", description: "See ${own}." }
externalDocs: { url: https://elsewhere.example }
paths:
  /pets: { get: { operationId: listPets, responses: { "200": { description: Pets. } } } }
`,
  });
  expect(format(diagnostics)).toBe("");
  const hrefsOf = (html: string): readonly string[] =>
    [...html.matchAll(/<a href="([^"]*)">[a-h]<\/a>/g)].map(([, href]) => href ?? "");
  expect(hrefsOf(read("index.html"))).toEqual([
    ...["/template.md", "/skill.md", "/api.md", "/tool/", "/tool#x", "/api/get-pets.md", "/start", "/template.md"],
  ]);
  expect(hrefsOf(read("api/index.html"))).toEqual(["/template.md", "/skill.md", "/api.md", "/tool/"]);
});

test("a link to a page's published Markdown by a path relative to its source file is reported", async () => {
  const { diagnostics } = await buildSite({
    "content/index.md": "[x](./start.md)\n\n![y](/tool/)",
    "content/home.md": "---\nslug: /start\n---\n",
    "content/static/tool/index.html": "<!doctype html>",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "warning content/index.md:1:1 link/markdown-file (no such page in content/)
    error content/index.md:3:1 link/broken-asset (try /tool/index.html)"
  `);
});

test("a link to the site's own absolute address is checked like a link from its root", async () => {
  const { diagnostics, read } = await buildSite(
    {
      "content/index.md": [
        "[a](https://docs.example/v2/guide#deep) [b](https://docs.example/v2)",
        "[c](https://docs.example/v2/guide.md) <https://DOCS.example/v2/guide>",
        "[d](https://docs.example/v1/guide) [e](http://docs.example/v2/nope)",
        "[f](https://docs.example/v2/nope)",
        "[g](https://docs.example/v2/guide#shallow)",
        "![h](https://docs.example/v2/flow.svg)",
      ].join("\n\n"),
      "content/guide.md": "# Guide\n\n## Deep\n",
      "content/static/flow.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    },
    { siteUrl: "https://docs.example/v2/" },
  );
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/index.md:7:1 link/broken
    error content/index.md:9:1 link/broken-anchor"
  `);
  const html = read("index.html");
  for (const href of ["/v2/guide#deep", "/v2/", "https://docs.example/v1/guide", "http://docs.example/v2/nope"])
    expect(html).toContain(`<a href="${href}"`);
  expect(html).toContain('src="/v2/flow.svg"');
});
