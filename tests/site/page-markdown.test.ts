import { DomUtils, parseDocument } from "htmlparser2";
import type { Nodes } from "mdast";
import { toString } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { beforeAll, expect, test } from "vitest";

import { buildSite } from "../support/build-site.ts";
import { findInMain, textOf } from "../support/page-text.ts";
import { buildShippedSite, specifiedRoutes, unlistedRoutes } from "../support/shipped-site.ts";

/* Every page as Markdown, compared with the same page as HTML. */
const siteUrl = "https://docs.example.com";
let files: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  const site = await buildShippedSite({ siteUrl });
  files = new Map(site.files.map(({ path, content }) => [path, Buffer.from(content).toString("utf8")]));
});

const read = (path: string): string => files.get(path) ?? "";
const keyOf = (route: string): string => route.replace(/^\/|\/$/g, "");
const markdownOf = (route: string): string => read(`${keyOf(route) || "index"}.md`);
const htmlOf = (route: string): string => read(`${keyOf(route)}/index.html`.replace(/^\//, ""));
const guides = specifiedRoutes.filter((route) => route !== "/api/");

const parser = unified().use(remarkParse).use(remarkGfm);

interface MarkdownFacts {
  readonly headings: readonly string[];
  readonly links: readonly string[];
  readonly code: readonly string[];
  readonly types: ReadonlySet<string>;
}

/** What a reader of CommonMark and GFM finds in a file below its front matter. */
function factsOf(text: string): MarkdownFacts {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  const nodes = nodesIn(parser.parse(body));
  return {
    headings: nodes.filter(({ type }) => type === "heading").map((node) => toString(node).trim()),
    links: nodes.flatMap((node) => (node.type === "link" || node.type === "definition" ? [node.url] : [])),
    code: nodes.flatMap((node) => (node.type === "code" ? [node.value] : [])),
    types: new Set(nodes.map(({ type }) => type)),
  };
}

function nodesIn(node: Nodes): readonly Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap(nodesIn) : [])];
}

const words = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function elementsOf(route: string, names: readonly string[]) {
  const main = findInMain(htmlOf(route), null);
  return main === null ? [] : DomUtils.findAll(({ name }) => names.includes(name), [main]);
}

type Tagged = ReturnType<typeof elementsOf>[number];

/** A heading's words, without the link to it. */
const headingText = (heading: Tagged): string => words(textOf(heading)).replace(/ #$/, "");

/** The texts of all elements with a name, without their links and small print. */
function textsOf(within: Tagged, isWanted: (element: Tagged) => boolean): readonly string[] {
  return DomUtils.findAll(isWanted, [within]).map((element) =>
    element.name === "h4" ? words(DomUtils.textContent(element.children[0] ?? [])) : headingText(element),
  );
}

/** The absolute addresses of some elements' links. */
function linksIn(within: readonly Tagged[], here: string): readonly string[] {
  return within
    .flatMap((element) => DomUtils.getElementsByTagName("a", element))
    .map(({ attribs }) => attribs["href"] ?? "")
    .map((href) => (href.startsWith("#") ? here + href : href.startsWith("/") ? siteUrl + href : href));
}

test.each(guides)("%s has the headings of its page", (route) => {
  const headings = elementsOf(route, ["h1", "h2", "h3", "h4"])
    .map(headingText)
    .filter((heading) => heading !== "Footnotes" && heading !== "On this page");
  expect(headings.length).toBeGreaterThan(1);
  expect(factsOf(markdownOf(route)).headings.map(words)).toEqual(headings);
});

test.each(guides)("%s links wherever the text of its page links, with absolute addresses", (route) => {
  const prose = findInMain(htmlOf(route), null);
  const text = DomUtils.findAll(
    ({ attribs }) => /\bprose\b/.test(attribs["class"] ?? ""),
    prose === null ? [] : [prose],
  );
  const here = siteUrl + route;
  const anchors = text.flatMap((part) => DomUtils.getElementsByTagName("a", part));
  const expected = anchors
    .filter(
      ({ attribs }) =>
        attribs["class"] !== "anchor" &&
        // The forms that send a guide's requests aren't text.
        attribs["data-try"] === undefined &&
        attribs["data-footnote-ref"] === undefined &&
        attribs["data-footnote-backref"] === undefined,
    )
    .map(({ attribs }) => attribs["href"] ?? "")
    .map((href) => (href.startsWith("#") ? here + href : href.startsWith("/") ? siteUrl + href : href));
  const { links } = factsOf(markdownOf(route));
  expect([...new Set(links)].sort()).toEqual([...new Set(expected)].sort());
});

test.each(guides)("%s shows the code of its page, and the curl sample where there are many languages", (route) => {
  const shown = elementsOf(route, ["pre"]).map((pre) => DomUtils.textContent(pre).trim());
  const { code } = factsOf(markdownOf(route));
  expect(code.map((block) => block.trim()).filter((block) => !shown.includes(block))).toEqual([]);
  const curl = shown.filter((block) => block.startsWith("curl "));
  expect(curl.filter((block) => !code.map((own) => own.trim()).includes(block))).toEqual([]);
});

test("every file is free of HTML, directives and page-relative addresses", () => {
  const markdown = [...files].filter(([path]) => path.endsWith(".md"));
  expect(markdown.length).toBeGreaterThan(60);
  for (const [path, text] of markdown) {
    const { types, links } = factsOf(text);
    expect([
      path,
      types.has("html"),
      /^:::/m.test(text),
      links.filter((link) => !/^(?:https?|mailto):/.test(link)),
    ]).toEqual([path, false, false, []]);
  }
});

test("a file says in its front matter what page it is", () => {
  expect(read("broker-api.md")).toMatch(
    /^---\ntitle: "Broker API"\ndescription: ".+"\nurl: "https:\/\/docs\.example\.com\/broker-api"\n---\n\n# Broker API\n/,
  );
  expect(read("index.md")).toContain('\nurl: "https://docs.example.com/"\n');
});

test("each page links to its Markdown, except the not-found page", () => {
  for (const route of specifiedRoutes) {
    const [link] = DomUtils.findAll(
      ({ attribs }) => attribs["type"] === "text/markdown",
      parseDocument(htmlOf(route)).children,
    );
    expect(files.has((link?.attribs["href"] ?? "").slice(1))).toBe(true);
  }
  expect(read("404.html")).not.toContain("text/markdown");
});

test("if the site's address is known, a page's menu copies the command that connects an assistant to the site", async () => {
  const pages = { "content/index.md": "# Home", "content/a.md": "# A" };
  const commandIn = (html: string): string | undefined =>
    /<button type="button" class="copy" data-copy="([^"]*)"[^>]*>Connect an assistant</.exec(html)?.[1];
  for (const route of ["/broker-api", "/api/"])
    expect(commandIn(htmlOf(route))).toBe("docs-build mcp https://docs.example.com");
  const below = await buildSite(pages, { siteUrl, baseUrl: "/docs/" });
  expect(commandIn(below.read("a/index.html"))).toBe("docs-build mcp https://docs.example.com/docs");
  expect((await buildSite(pages)).read("a/index.html")).not.toContain("Connect an assistant");
});

test("each operation has a file with the headings, statuses, samples and links of its section", () => {
  const main = findInMain(htmlOf("/api/"), null);
  const sections = DomUtils.findAll(({ attribs }) => attribs["class"] === "op op-columns", main === null ? [] : [main]);
  expect(sections.length).toBeGreaterThan(20);
  // Fields are nested deeper in the file than on the page, and link to their schemas.
  const hrefs = linksIn(main === null ? [] : [main], `${siteUrl}/api/`);
  for (const section of sections) {
    const anchor = section.attribs["id"] ?? "";
    const file = read(`api/${anchor}.md`);
    const { headings, code, links } = factsOf(file);
    expect(file, anchor).toContain(`url: "${siteUrl}/api/#${anchor}"`);
    const [title = ""] = textsOf(section, ({ name }) => name === "h3");
    const parts = textsOf(section, ({ name }) => name === "h4");
    const statuses = textsOf(
      section,
      ({ name, attribs }) => name === "b" && (attribs["class"] ?? "").startsWith("status-"),
    );
    const plain = headings.filter((heading) => heading !== "Request sample").map((heading) => heading.split(" (")[0]);
    expect(plain, anchor).toEqual([title, ...parts, ...statuses]);
    const shown = textsOf(section, ({ name }) => name === "pre");
    expect(code[0], anchor).toMatch(/^curl /);
    for (const block of code) expect(shown, anchor).toContain(words(block));
    for (const link of links) expect(hrefs, anchor).toContain(link);
    const text = DomUtils.findAll(({ attribs }) => /\bop-words\b/.test(attribs["class"] ?? ""), [section]);
    for (const link of linksIn(text, `${siteUrl}/api/`)) expect(links, anchor).toContain(link);
  }
  expect(read("api/post-loads.md")).toContain("| `origin_locations[].city` | string, 1 to 256 characters | yes |");
});

test("the reference has a file with its headings and links, and every operation by its name", () => {
  const main = findInMain(htmlOf("/api/"), null);
  const { headings, links } = factsOf(read("api.md"));
  const isOfOperation = ({ attribs }: Tagged): boolean => attribs["class"] === "op-title";
  const all = elementsOf("/api/", ["h1", "h2", "h3"]);
  expect(headings.filter((heading) => !/^(?:Servers|Authentication)$/.test(heading))).toEqual(
    all.filter((heading) => !isOfOperation(heading)).map(headingText),
  );
  const operations = all.filter(isOfOperation).map(headingText);
  expect([...read("api.md").matchAll(/^- \[`[A-Z]+ \/.*\.md\): (.*)$/gm)].map(([, summary]) => summary)).toEqual(
    operations,
  );
  const hrefs = linksIn(main === null ? [] : [main], `${siteUrl}/api/`);
  for (const link of links) expect(hrefs).toContain(link);
});

test("the reference names each tag's group, on one page and in the list of several", async () => {
  const groups = [...read("api.md").matchAll(/^## (.*)\n\nGroup: (.*)\.$/gm)].map(([, tag, group]) => [tag, group]);
  expect(groups).toContainEqual(["Carriers", "Parties"]);
  expect(groups).toHaveLength(11);
  const operation = (tag: string) => ({ tags: [tag], responses: { "200": { description: "Ok." } } });
  const tags = ["loads", "bills", "notes"];
  const paths = tags.flatMap((tag) =>
    ["a", "b", "c", "d", "e"].map((name) => [`/${tag}/${name}`, { get: operation(tag) }]),
  );
  const document = {
    ...{ openapi: "3.1.0", info: { title: "API", version: "1" }, paths: Object.fromEntries(paths) },
    "x-tagGroups": [{ name: "*Money*", tags: ["bills"] }],
  };
  const sources = { "content/index.md": "# Home", "openapi/api.json": JSON.stringify(document) };
  const site = await buildSite(sources, { budget: { fields: 100, listLength: 500 } });
  expect(site.read("api.md")).toContain(
    "## Pages\n\n- \\*Money\\*\n  - [Bills](/api/bills/)\n- [Loads](/api/loads/)\n- [Notes](/api/notes/)\n",
  );
});

test("an operation's own Markdown names its base URL, and what its samples read from the environment", () => {
  const text = read("api/post-loads.md");
  expect(text).toContain(
    "Base URL: the host you were given, then `/v1/external_api`; samples read it from `$API_BASE`. `staging.example.com` (Staging) and `api.example.com` (Production) are placeholders.",
  );
  expect(read("api.md")).toContain(
    "- `https://staging.example.com/v1/external_api` Staging (a placeholder: use the host you were given)\n",
  );
  expect(text).toContain("Authentication: `ApiAuth`, sent as `Authorization: $API_AUTH`.");
});

test("lists for assistants leave out unlisted pages and operations repeated in another version", () => {
  const { links, headings } = factsOf(read("llms.txt"));
  const listed = links.map((link) => link.replace(`${siteUrl}/`, ""));
  const all = [...files.keys()].filter((path) => path.endsWith(".md"));
  const unlisted = unlistedRoutes.map((route) => `${keyOf(route)}.md`);
  expect(headings.slice(0, 2)).toEqual(["Docs", "Guides"]);
  const twins = all.filter((path) => path.startsWith("api/v1/"));
  expect(twins).toHaveLength(32);
  expect([...listed].sort()).toEqual(all.filter((path) => ![...unlisted, ...twins].includes(path)).sort());
  expect(listed).toContain("api/v1.md");
  expect(read("llms-full.txt")).not.toContain(`${siteUrl}/api/v1/#post-loads`);
  expect(unlisted.every((path) => files.has(path))).toBe(true);
  for (const path of listed) expect(read("llms-full.txt")).toContain(read(path));
  for (const path of unlisted) expect(read("llms-full.txt")).not.toContain(read(path).slice(0, 60));
});

test("hosts get headers that serve Markdown as Markdown and keep it out of search engines", () => {
  expect(read("_headers")).toContain(
    "\n/*.md\n  Cache-Control: public, max-age=0, must-revalidate\n  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n",
  );
});

test("components become plain Markdown, and an author's comments, tags and scripts are left out", async () => {
  const page = `# Title

<!-- not for readers -->
Press <kbd>Ctrl</kbd> & see [the part](#part), <a href="a.md#part" download>by *HTML*</a>.

:::warning[Mind *this*]
- one
:::

::::tabs
:::tab[Go]
\`\`\`go
x := \`a\`
\`\`\`
:::
::::

## Part {#part}

<details>
<summary>More</summary>

Inside.

</details>

<script>alert(1)</script>
`;
  const site = await buildSite({ "content/index.md": "# Home", "content/a.md": page }, { baseUrl: "/docs/" });
  expect(site.read("a.md")).toMatchInlineSnapshot(`
    "---
    title: "Title"
    url: "/docs/a"
    ---

    # Title

    Press \`Ctrl\` & see [the part](/docs/a#part), [by _HTML_](/docs/a#part).

    > **Mind _this_**
    >
    > - one

    **Go**

    \`\`\`go
    x := \`a\`
    \`\`\`

    ## Part

    **More**

    Inside.
    "
  `);
});

test("an author's HTML becomes Markdown: links, lists, tables and code, with footnotes and labels before it", async () => {
  const page = [
    "# Title",
    "",
    "<p>See <a href='a.md'>A</a>, in <b>bold</b>.</p>",
    "<ul><li>One</li><li>Two <code>x_y</code></li></ul>",
    "",
    "<table><caption>Sizes</caption><tr><th>Size</th><th>Note</th></tr><tr><td>XL</td><td><ul><li>wide</li><li>a | b</li></ul></td></tr></table>",
    "",
    "<dl><dt>Load</dt><dd>What moves.</dd><dt>Rate</dt><dd><pre><code class='language-sh'>a\nb</code></pre></dd></dl>",
    "",
    "[^n]: A *note*.",
    "",
    "The [ref], and [the same](a.md 'Named')[^n].",
    "",
    "[ref]: a.md",
  ];
  const site = await buildSite({ "content/index.md": page.join("\n"), "content/a.md": "# A" }, { siteUrl });
  expect(site.read("index.md").replace(/^---[^]*?---\n/, "")).toMatchInlineSnapshot(`
    "
    # Title

    See [A](https://docs.example.com/a), in **bold**.

    - One
    - Two \`x_y\`

    **Sizes**

    | Size | Note |
    | --- | --- |
    | XL | wide<br>a \\| b |

    **Load:** What moves.

    **Rate:**

    \`\`\`sh
    a
    b
    \`\`\`

    The [ref](https://docs.example.com/a), and [the same](https://docs.example.com/a "Named")[^n].

    [^n]: A _note_.
    "
  `);
});

test("llms.txt lists pages in the order of the sidebar, then the others", async () => {
  const site = await buildSite({
    "content/site.yaml": "sidebar: [/, { label: More, items: [/c] }, /b]",
    ...{ "content/index.md": "# Home", "content/a.md": "# A", "content/b.md": "# B", "content/c.md": "# C" },
  });
  expect([...site.read("llms.txt").matchAll(/^- \[(\w+)\]/gm)].map(([, title]) => title)).toEqual([
    "Home",
    "C",
    "B",
    "A",
  ]);
});

test("a line break stays a line break, in a table and in text", async () => {
  const site = await buildSite({
    "content/index.md":
      "# Home\n\n| A | B |\n| - | - |\n| one<br>two | **three<BR/>four** |\n\nfive<br>six\n\n<br>\n\n## seven<br>eight\n\n:::fields{schema=Load}\n| Field | Note |\n| - | - |\n| a | nine<br>ten |\n:::\n",
    "openapi/api.yaml": `openapi: 3.1.0
info: { title: API, version: "1" }
paths: {}
components: { schemas: { Load: { type: object, properties: { a: { type: string, description: "eleven<br>twelve" } } } } }
`,
  });
  const text = site.read("index.md");
  for (const part of ["| one<br>two | **three<br>four** |", "five\\\nsix", "## seven eight", "| nine<br>ten |"])
    expect(text).toContain(part);
  expect(site.read("api.md")).toContain("| eleven<br>twelve |");
});

test("a superscript or subscript number stays one", async () => {
  const text = "About 10<sup>6</sup> and 10<sup>-6</sup>, H<sub>2</sub>O, 1<sup>st</sup>[^1].\n\n[^1]: One.\n";
  const site = await buildSite({ "content/index.md": text });
  expect(site.read("index.md")).toContain("About 10⁶ and 10⁻⁶, H₂O, 1st[^1].");
});

test("a link in a quoted text of the contract leads where it leads in the reference", async () => {
  const meaning = "As [the loads](#get-loads) say";
  const site = await buildSite({
    "openapi/api.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "API", version: "1" },
      paths: { "/loads": { get: { responses: { 200: { description: "Loads." } } } } },
      components: { schemas: { Kind: { type: "string", enum: ["A"], "x-enum-descriptions": [meaning] } } },
    }),
    "content/index.md": "# Home\n\n::enum{schema=Kind}",
  });
  expect(site.read("index.html")).toContain('<a href="/api/#get-loads">the loads</a>');
  expect(site.read("index.md")).toContain("[the loads](/api/#get-loads)");
});

test("the list for assistants has the title of each of several contracts once", async () => {
  const contract = (title: string) => JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });
  const site = await buildSite({
    "content/index.md": "# Home",
    "content/site.yaml":
      "contracts:\n  - { id: v1, document: openapi/a.json, route: /a }\n  - { id: v2, document: openapi/b.json, route: /b }\n",
    "openapi/a.json": contract("Loads v1"),
    "openapi/b.json": contract("Loads"),
  });
  expect(site.read("llms.txt")).toContain("## Loads v1\n\n- [Overview](/a.md)\n\n## Loads v2\n\n- [Overview](/b.md)\n");
  expect(site.read("a.md")).toContain("# Loads v1");
});
