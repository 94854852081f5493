import { expect, test } from "vitest";
import { parse } from "yaml";

import { readModule } from "#migrate/module/read-module.ts";
import { planFromDocusaurus } from "#migrate/plan-from-docusaurus.ts";

import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/** The site that a Docusaurus site becomes, and the findings. */
async function importSite(files: Readonly<Record<string, string>>) {
  const old = { "docusaurus.config.js": "export default { title: 'Freight' };", "docs/intro.md": "# Intro", ...files };
  await using folder = await temporaryFolder(old);
  return await planOf(folder);
}

async function planOf({ path: root }: TemporaryFolder) {
  const { value, diagnostics } = await planFromDocusaurus(root);
  const written = new Map((value ?? []).map(({ path, content }) => [path, String(content)]));
  const settings: unknown = parse(written.get("content/site.yaml") ?? "");
  return {
    files: [...written.keys()].filter((path) => path !== "content/site.yaml" && path !== "content/docs/intro.md"),
    page: written.get("content/docs/page.md"),
    read: (path: string) => written.get(path),
    settings,
    findings: diagnostics.map(({ message, position }) => `${position?.file}:${position?.line} ${message}`),
  };
}

const config = (text: string) => ({ "docusaurus.config.js": `export default { title: "Freight",\n${text} };` });

test.each([
  ["false", "/docs/c", "/docs/a/c"],
  ["true", "/docs/page/c", "/docs/a/c"],
])("a relative address starts at its page's address: trailingSlash %s", async (slash, fromPage, fromIndex) => {
  const link = "[c](c)\n";
  const site = await importSite({
    ...config(`trailingSlash: ${slash}`),
    "docs/page.md": link,
    "docs/a/index.md": link,
    ...Object.fromEntries(["a", "page", "."].map((folder) => [`docs/${folder}/c.md`, "# C"])),
  });
  expect(site.page).toBe(`[c](${fromPage})\n`);
  expect(site.read("content/docs/a/index.md")).toBe(`[c](${fromIndex})\n`);
});

test("a navbar icon gets its aria-label as its label, else the host of its link", async () => {
  const site = await importSite({
    ...config(`themeConfig: { navbar: { items: [
      { href: "https://git.example.com/a/b", className: "icon", "aria-label": "Source code" },
      { href: "https://chat.example.com/room/1" } ] } }`),
  });
  const source = { label: "Source code", to: "https://git.example.com/a/b" };
  const chat = { label: "chat.example.com", to: "https://chat.example.com/room/1" };
  expect(site.settings).toMatchObject({ navbar: [source, chat] });
});

test("links may include the base path; the language is kept, and HTML in the footer is reported", async () => {
  const site = await importSite({
    ...config(`baseUrl: "/help/", i18n: { defaultLocale: "pt-BR" },
      presets: [["classic", { docs: { sidebarPath: "sidebars.json" } }]], themeConfig: {
      navbar: { items: [{ to: "/help/docs/intro", label: "Start" }] },
      footer: { links: [{ title: "More", items: [{ html: "<b>Us</b>" }, { to: "/help/docs/page/#a", label: "Page" }] }] } }`),
    "sidebars.json": JSON.stringify({
      main: [
        "page",
        ...["/help/docs/intro", "pathname:///a.yaml", "/blog"].map((href) => ({ type: "link", label: "A", href })),
      ],
    }),
    "static/a.yaml": "x",
    "docs/page.md": "# Page\n\n[a](/help/docs/intro) [b](/docs/intro)\n",
  });
  expect(site.page).toBe("# Page\n\n[a](/docs/intro) [b](/docs/intro)\n");
  expect(site.settings).toMatchObject({
    language: "pt-BR",
    sidebar: ["/docs/page", { to: "/docs/intro" }, { to: "/a.yaml" }],
    navbar: [{ to: "/docs/intro" }],
    footer: { columns: [{ links: [{ to: "/docs/page/#a" }] }] },
  });
  expect(site.findings).toEqual([
    "docusaurus.config.js:5 `html` in the footer is left out",
    "docusaurus.config.js:1 a link of the sidebar leads to what wasn't taken: A (/blog)",
  ]);
});

test("a navbar link to a page or sidebar belongs to its plugin", async () => {
  const site = await importSite({
    ...config(`plugins: [["content-docs", { id: "api", path: "api", routeBasePath: "api" }], ["content-docs", {}]],
      themeConfig: { navbar: { items: [{ type: "doc", docId: "intro", docsPluginId: "api" }, { type: "doc", docId: "intro" }] } }`),
    "api/intro.md": "# API",
  });
  expect(site.settings).toMatchObject({ navbar: [{ to: "/api/intro" }, { to: "/docs/intro" }] });
});

test("an index page gets its folder's address, whatever its id", async () => {
  const site = await importSite({
    ...config(`themeConfig: { footer: { links: [{ label: "Usage", to: "docs/usage" }] } }`),
    "docs/usage/index.md": "---\nid: index\n---\n\n# Usage\n",
  });
  expect(site.read("content/docs/usage/index.md")).toBe("# Usage\n");
  expect(site.settings).toMatchObject({ footer: { links: [{ label: "Usage", to: "/docs/usage" }] } });
  expect(site.findings).toEqual([]);
});

test("excluded files aren't pages but may be imported, and a version's path is part of addresses", async () => {
  const docs = 'exclude: ["README.md", "**/parts/**", "**/*.{draft,test}.md"], versions: { current: { path: "2.x" } }';
  const redirects = '[["client-redirects", { redirects: [{ from: ["/old", "/old/"], to: "/docs/2.x/page" }] }]]';
  const site = await importSite({
    ...config(`presets: [["classic", { docs: { ${docs} } }]], plugins: ${redirects}`),
    "docs/index.md": "# Start\n",
    "docs/README.md": "# Of the repository\n",
    "docs/page.mdx": 'import Part from "./a/parts/part.mdx";\n\n# Page\n\n<Part />\n\n[Start](/docs/2.x)\n',
    "docs/a/parts/part.mdx": "Words.\n",
    "docs/a/b.draft.md": "# Draft\n",
  });
  expect(site.read("content/docs/2.x/page.md")).toBe(
    "# Page\n\n::include{file=docs/2.x/a/parts/_part.md}\n\n[Start](/docs/2.x)\n",
  );
  expect(site.read("content/docs/2.x/index.md")).toBe("# Start\n");
  expect(site.read("content/docs/2.x/a/_b.draft.md")).toBe("# Draft\n");
  expect(site.settings).toMatchObject({ redirects: [{ from: "/old", to: "/docs/2.x/page" }] });
  expect(site.findings).toEqual([]);
});

test("an imported part may be anywhere in the site, and images and links have several forms", async () => {
  const text = `import Part, { toc as partToc } from "@site/src/parts/_part.mdx";
import Other from "/src/other.md";

# Page

<Part />

<Other />

<img src={useBaseUrl("img/a.png")} />

<Image img={require("./b.png")} alt="B" />

<ThemedImage alt="C" sources={{ light: useBaseUrl("/img/a.png"), dark: useBaseUrl("/img/d.png") }} />

A <a href={home}>link</a>

<Link className="button" to="./intro">
  Start
</Link>

<p>To the <Link to="./intro">start</Link></p>
`;
  const site = await importSite({
    "docs/page.mdx": text,
    "src/parts/_part.mdx": 'import Inner from "./inner.mdx";\n\n<Inner />\n',
    "src/parts/inner.mdx": "Words.\n",
    "src/other.md": "More.\n",
    "docs/b.png": "x",
    "static/img/a.png": "x",
  });
  expect(site.page).toBe(`# Page

::include{file=_imported/src/parts/_part.md}

::include{file=_imported/src/other.md}

<img src="/img/a.png">

<img src="./b.png" alt="B">

<img src="/img/a.png" alt="C">

A <a>link</a>

[Start](/docs/intro)

<p>To the <a href="/docs/intro">start</a></p>
`);
  expect(site.read("content/_imported/src/parts/_part.md")).toBe("::include{file=_imported/src/parts/inner.md}\n");
  expect(site.read("content/_imported/src/parts/inner.md")).toBe("Words.\n");
  expect(site.findings).toEqual([
    "docs/page.mdx:14 the picture for dark pages is left out",
    "docs/page.mdx:16 the address of `<a>` is left out: only running the page would tell",
  ]);
});

test("a list of cards names the pages below its own in the sidebar", async () => {
  const list = "<DocCardList items={useCurrentSidebarCategory().items} />\n";
  const site = await importSite({
    "docs/usage/index.mdx": `import DocCardList from "@theme/DocCardList";\n\n# Usage\n\n${list}`,
    "docs/usage/a.md": "# [A]",
    "docs/usage/b/c.md": "# C",
    "docs/page.mdx": `# Page\n\n${list}`,
  });
  expect(site.read("content/docs/usage/index.md")).toBe(
    "# Usage\n\n:::cards\n- [\\[A\\]](/docs/usage/a)\n- [b](/docs/usage/b/c)\n:::\n",
  );
  expect(site.findings).toEqual(["docs/page.mdx:3 `<DocCardList>` is left out"]);
});

test("a title after spaces that only moved it down is the page's title", async () => {
  const site = await importSite({
    "docs/page.md": "---\ntitle: create\nhide_title: true\n---\n\n&nbsp;\n\n# `create(…options)`\n\n&nbsp;\n\nText.\n",
  });
  expect(site.page).toBe("---\nsidebar_label: create\n---\n\n# `create(…options)`\n\n&nbsp;\n\nText.\n");
  expect(site.findings).toEqual([]);
});

test("a page with its head before its heading uses the heading as title", async () => {
  const text = "---\ntitle: Short\n---\n\n<head>\n<meta name='a' />\n</head>\n\n# Long\n";
  const site = await importSite({ "docs/page.mdx": text });
  expect(site.page).toBe("---\nsidebar_label: Short\n---\n\n# Long\n");
});

test("lines may have Windows endings", async () => {
  const site = await importSite({ "docs/page.md": "# Page\r\n\r\n:::caution Title\r\nText.\r\n:::\r\n" });
  expect(site.page).toBe("# Page\n\n:::warning[Title]\nText.\n:::\n");
});

test("a comment in code isn't a title", async () => {
  const site = await importSite({ "docs/page.md": "---\ntitle: Install\n---\n\n```bash\n# first\n```\n" });
  expect(site.page).toBe("---\ntitle: Install\n---\n\n```bash\n# first\n```\n");
});

test("an mdx-code-block becomes part of the page, and findings keep their line numbers", async () => {
  const code = (text: string): string => `\`\`\`mdx-code-block\n${text}\n\`\`\`\n`;
  const opening = code("import Tabs from '@theme/Tabs'\n\n<Tabs>\n<TabItem value='a'>");
  const text = ["# Page\n", opening, "Text {x}\n", code("</TabItem>\n</Tabs>")].join("\n");
  const site = await importSite({ "docs/page.md": text });
  expect(site.page).toBe("# Page\n\n::::tabs\n\n:::tab[a]\n\nText\n\n:::\n\n::::\n");
  expect(site.findings).toEqual(["docs/page.md:10 an expression is left out"]);
});

test("text is unchanged letter by letter, apart from links", async () => {
  const text = `# Page

* a list_item with __strong__ and \\_escapes\\_
+ another


| a|b |
|-|:-:|
| [x](./intro.md)| \`{y}\` |

Setext
------

[^1] and <https://a.example>, ~~gone~~, **[./intro.md](./intro.md "T")**, ![a [b]](/c_d.png)

[^1]: word

~~~js

let x = {};


~~~
`;
  const mdx = text.replace("<https://a.example>", "https://a.example");
  expect((await importSite({ "docs/page.mdx": mdx })).page).toBe(mdx);
  const moved = await importSite({ "docs/page.md": text, "docs/intro.md": "---\nid: start\n---\n# Intro" });
  expect(moved.page).toBe(text);
  const numbered = await importSite({
    "docs/page.md": text.replaceAll("./intro.md", "01-a.md"),
    "docs/01-a.md": "# A",
  });
  expect(numbered.page).toBe(text.replaceAll("(./intro.md", "(./a.md").replaceAll("[./intro.md]", "[01-a.md]"));
});

test("a page that isn't MDX becomes Markdown with a finding, unless it is declared as Markdown", async () => {
  const text = "# Page\n\nStray < and {open and [x](01-a.md)\n\n:::caution Take [care](01-a.md)\n\nText.\n\n:::\n";
  const converted = "# Page\n\nStray < and {open and [x](./a.md)\n\n:::warning[Take [care](./a.md)]\n\nText.\n\n:::\n";
  const files = { "docs/page.md": text, "docs/01-a.md": "# A" };
  const broken = await importSite(files);
  expect(broken.page).toBe(converted);
  expect(broken.findings).toEqual([
    expect.stringMatching(/^docs\/page\.md:3 this isn't MDX, and is taken as plain Markdown: /),
  ]);
  const detect = config('markdown: { format: "detect" }');
  const detected = await importSite({ ...files, ...detect, "docs/x.mdx": "# X\n\n{1}" });
  expect(detected.findings).toEqual([]);
  expect(detected.page).toBe(converted);
  expect(detected.read("content/docs/x.md")).toBe("# X\n\n1\n");
  const own = await importSite({ ...files, "docs/page.md": `---\nmdx: { format: md }\n---\n\n${text}` });
  expect(own.findings).toEqual([]);
});

const opened = "<Tabs>\n\n<TabItem>\n\n</Tabs>";

test.each(["<b>never closed", "</b> never opened", opened, "export const x = ;", "{a b}", "<A x={}/>", "2 <3"])(
  "`%s` isn't MDX: the page stays, with a finding",
  async (fault) => {
    const site = await importSite({ "docs/page.md": `# Page\n\nBefore.\n\n${fault}\n\nAfter.\n` });
    expect(site.page).toBe(`# Page\n\nBefore.\n\n${fault}\n\nAfter.\n`);
    expect(site.findings).toEqual([expect.stringMatching(/^docs\/page\.md:[5-9] this isn't MDX/)]);
  },
);

test("words inside HTML blocks are HTML, and an expression's characters aren't Markdown", async () => {
  const text = `import Code from "!!raw-loader!./code/a.txt";

export const rate = 3;

# Page

<p align="center">
  Words *here* and {"<id>"}
</p>

<tr><td>**b** \`c\`</td><td>[x](intro.md) \\{y\\}</td></tr>

<pre><code>{\`a <T>
  b\`}</code></pre>

List{"<"}T{">"} and {"*"}, {rate} %

<CodeBlock className="language-js">{Code}</CodeBlock>

<Request>
{\`<a>
  <!-- b -->
</a>\`}
</Request>
`;
  const site = await importSite({ "docs/page.mdx": text, "docs/code/a.txt": "let a;\n" });
  expect(site.page).toBe(`# Page

<p align="center">Words <em>here</em> and &lt;id&gt;</p>

<tr><td><strong>b</strong> <code>c</code></td><td><a href="./intro.md">x</a> {y}</td></tr>

<pre><code>a &lt;T&gt;
  b</code></pre>

List&lt;T> and \\*, 3 %

\`\`\`js
let a;
\`\`\`

\`\`\`
<a>
  <!-- b -->
</a>
\`\`\`
`);
  expect(site.findings).toEqual(["docs/page.mdx:20 `<Request>` became a code block"]);
});

test("frames and images of other sites stay, with the policy that they need", async () => {
  const site = await importSite({
    "docs/page.mdx": `# Page

<iframe
  src="https://video.example.com/1?a=b&c=d"
  className="wide"
  style={{ width: "100%" }}
  allow="fullscreen"
  allowFullScreen
></iframe>

<iframe src="https://a_b.example/1" sandbox="allow-scripts" />

![](https://pictures.example.com/a_b.png) <img src="https://more.example.com/a.png" alt="A"/>
`,
  });
  expect(site.page).toBe(`# Page

<iframe src="https://video.example.com/1?a=b&c=d" allow="fullscreen" allowfullscreen></iframe>

<iframe src="https://a_b.example/1"></iframe>

![](https://pictures.example.com/a_b.png) <img src="https://more.example.com/a.png" alt="A">
`);
  const pictures = ["https://more.example.com", "https://pictures.example.com"];
  const policy = { "frame-src": ["https://video.example.com"], "img-src": pictures };
  expect(site.settings).toMatchObject({ policy });
  expect(site.findings).toEqual(["docs/page.mdx:11 `sandbox` of an `<iframe>` is left out: the frame may do more"]);
});

test("a component with a title becomes a fold, or its text within a sentence", async () => {
  const site = await importSite({
    "docs/page.mdx": `# Page

<Explanation title="Why [so]?">

:::note
- a
  - b
:::

</Explanation>

> <Card title="Quoted">
>
> text
>
> </Card>

- <Card title="Listed">text</Card>

A <Tip title="x">word</Tip> here.
`,
  });
  expect(site.page).toBe(`# Page

::::details[Why \\[so\\]?]

:::note
- a
  - b
:::

::::

> :::details[Quoted]
>
> text
>
> :::

- :::details[Listed]

  text

  :::

A word here.
`);
  expect(site.findings).toEqual([
    "docs/page.mdx:3 `<Explanation>` became `:::details`",
    "docs/page.mdx:12 `<Card>` became `:::details`",
    "docs/page.mdx:18 `<Card>` became `:::details`",
    "docs/page.mdx:20 `<Tip>` became its text",
  ]);
});

test("a page's head and its default tab are reported", async () => {
  const site = await importSite({
    "docs/page.mdx": `# Page

<head>
  <meta name="robots" content="noindex" />
</head>

<Tabs defaultValue="b">
  <TabItem value="a">A</TabItem>
  <TabItem value="b">B</TabItem>
</Tabs>

<Tabs>
  between
  <TabItem value="a">A</TabItem>
  {/* nothing */}
  <TabItem value="b" default>B</TabItem>
</Tabs>

<Tabs defaultValue="a"><TabItem value="a" label={<b>A</b>} default>A</TabItem></Tabs>
`,
  });
  expect(site.findings).toEqual([
    "docs/page.mdx:3 `<head>` is left out: tags of the page's head",
    "docs/page.mdx:7 `b` isn't the tab that's open at first: the first one is",
    "docs/page.mdx:13 text between tabs is left out",
    "docs/page.mdx:12 `b` isn't the tab that's open at first: the first one is",
    "docs/page.mdx:19 the label of a tab is `a`: only running the page would tell",
  ]);
  expect(site.page).not.toContain("robots");
});

test("each unsupported plugin, theme and setting is reported at its line, with what readers lose", async () => {
  const site = await importSite({
    ...config(`favicon: "f.ico",
scripts: ["/a.js"],
stylesheets: ["/a.css"],
headTags: [{ tagName: "meta" }],
clientModules: ["./c.js"],
plugins: [
"@docusaurus/plugin-sitemap",
"@acme/docusaurus-plugin-umami",
"./my-plugin",
[require.resolve("@acme/docusaurus-search-local"), { hashed: true }],
["@docusaurus/plugin-content-docs", { id: "more", path: "more", routeBasePath: "more" }],
],
themes: ["@docusaurus/theme-mermaid"],
markdown: {
mermaid: true },
presets: [["classic", {
gtag: { trackingID: "G" },
googleAnalytics: { trackingID: "U" },
googleTagManager: { containerId: "T" },
docs: {
remarkPlugins: [require("npm2yarn")] } }]],
themeConfig: {
algolia: { appId: "A" },
image: "i.png",
metadata: [{ name: "keywords" }],
tableOfContents: {
maxHeadingLevel: 4 },
navbar: {
logo: { src: "l.svg" } },
footer: {
logo: { src: "l.svg" } } }`),
    "more/a.md": "# A",
  });
  expect(site.files).toEqual(["content/more/a.md"]);
  expect(site.findings.filter((finding) => finding.includes("left out")).sort()).toEqual([
    "docusaurus.config.js:10 `./my-plugin` is left out",
    "docusaurus.config.js:11 `@acme/docusaurus-search-local` is left out: its search",
    "docusaurus.config.js:14 `@docusaurus/theme-mermaid` is left out: its diagrams",
    "docusaurus.config.js:16 `mermaid` is left out: its diagrams",
    "docusaurus.config.js:18 `gtag` is left out: its analytics",
    "docusaurus.config.js:19 `googleAnalytics` is left out: its analytics",
    "docusaurus.config.js:2 `favicon` is left out: the icon of its tabs isn't a file of the site",
    "docusaurus.config.js:20 `googleTagManager` is left out: its analytics",
    "docusaurus.config.js:22 `remarkPlugins` is left out: its plugins for Markdown",
    "docusaurus.config.js:24 `algolia` is left out: its search by Algolia",
    "docusaurus.config.js:25 `image` is left out: the image of its link previews",
    "docusaurus.config.js:26 `metadata` is left out: its tags of the head, keywords among them",
    "docusaurus.config.js:28 `maxHeadingLevel` is left out: the lowest level in its tables of contents",
    "docusaurus.config.js:3 `scripts` is left out: its scripts",
    "docusaurus.config.js:30 `src` is left out: its logo isn't a file of the site",
    "docusaurus.config.js:32 `logo` is left out: the logo of its footer",
    "docusaurus.config.js:4 `stylesheets` is left out: its style sheets",
    "docusaurus.config.js:5 `headTags` is left out: its tags of the head",
    "docusaurus.config.js:6 `clientModules` is left out: its programs for the browser",
    "docusaurus.config.js:9 `@acme/docusaurus-plugin-umami` is left out: its analytics",
  ]);
});

test("front matter is converted; drafts and unsupported keys are reported", async () => {
  const site = await importSite({
    "docs/page.md":
      "---\ntitle: T\nsidebar_label: L\ndescription: D\nunlisted: true\nhide_title: true\nkeywords: [x]\n---\n\nA",
    "docs/b.md": "---\ntitle: Short\nsidebar_position: 1\n---\n\n# A longer heading",
    "docs/draft.md": "---\ndraft: true\n---\n# Draft",
  });
  expect(site.page).toBe("---\ntitle: T\nsidebar_label: L\ndescription: D\nunlisted: true\n---\n\nA\n");
  expect(site.read("content/docs/b.md")).toBe("---\nsidebar_label: Short\n---\n\n# A longer heading\n");
  expect(site.settings).toMatchObject({ sidebar: ["/docs/b", "/docs/intro"] });
  expect(site.findings).toEqual([
    "docs/draft.md:2 a draft is left out",
    "docs/page.md:7 `keywords` of the front matter is left out",
    "docs/page.md:6 `hide_title` of the front matter is left out",
  ]);
});

test("files that end up at the same path, in any letter case, are reported", async () => {
  const site = await importSite({
    ...config('staticDirectories: ["static", "more"]'),
    "static/terms.txt": "first",
    "more/terms.txt": "second",
    "more/Terms.txt": "third",
  });
  expect(site.read("content/static/terms.txt")).toBe("first");
  expect(site.findings).toEqual([
    "more/Terms.txt:1 a file is left out: another one comes to `content/static/terms.txt`",
    "more/terms.txt:1 a file is left out: another one comes to `content/static/terms.txt`",
  ]);
});

test("without a next version, the newest one is used, with its addresses", async () => {
  await using folder = await temporaryFolder({
    "docusaurus.config.js": "module.exports = { title: 'A', presets: ['classic'] };",
    "versions.json": '["2.0", "1.0"]',
    "versioned_docs/version-2.0/intro.md": "# Two\n\n[b](b.md)",
    "versioned_docs/version-2.0/b.md": "# B",
    "versioned_docs/version-1.0/intro.md": "# One",
    "versioned_sidebars/version-2.0-sidebars.json": '{ "docs": ["b", "intro"] }',
  });
  const site = await planOf(folder);
  expect(site.read("content/docs/intro.md")).toBe("# Two\n\n[b](./b.md)\n");
  expect(site.settings).toMatchObject({ sidebar: ["/docs/b", "/docs/intro"] });
  expect(site.findings).toEqual([
    "docusaurus.config.js:1 the versions in versioned_docs/ are left out: one version is taken",
  ]);
});

test("a missing sidebars file is reported differently from one that would have to be run", async () => {
  const site = await importSite(config('presets: [["classic", { docs: { sidebarPath: "./sidebars.js" } }]]'));
  expect(site.findings).toEqual([
    expect.stringContaining("the sidebars of sidebars.js aren't there: every page is listed"),
  ]);
});

test("only files that pages use are published beside them, and others are reported", async () => {
  const others = ["img/a.png", "img/b.png", "c.pdf", "package.json", "yarn.lock", "styles.css"];
  const site = await importSite({
    "docs/page.mdx": 'import Shot from "./img/b.png";\n\n# Page\n\n![a](img/a.png) <img src={Shot} /> [c](c.pdf)\n',
    ...Object.fromEntries(others.map((name) => [`docs/${name}`, "x"])),
    "static/robots.txt": "x",
  });
  const published = ["docs/c.pdf", "docs/img/a.png", "docs/img/b.png", "docs/page.md", "static/robots.txt"];
  expect(site.files.sort()).toEqual(published.map((file) => `content/${file}`));
  expect(site.findings).toEqual([
    "docs/package.json:1 a file is left out: no page names it",
    "docs/yarn.lock:1 a file is left out: no page names it",
  ]);
});

test("comments that highlight lines become the lines of the fence", async () => {
  const written = `# Code

\`\`\`js title="a.js" {1}
one();
// highlight-next-line
two();
three();
# highlight-start
four();
five();
# highlight-end
six();
\`\`\`

- x

  \`\`\`
  <!-- highlight-next-line -->
  one
  \`\`\`
`;
  const expected = written
    .replace(/.*highlight-.*\n/g, "")
    .replace("{1}", "{1,2,4-5}")
    .replace("  ```\n", "  ```text {1}\n");
  expect((await importSite({ "docs/page.md": written })).page).toBe(expected);
});

test("the new target of edit links is reported", async () => {
  const editUrl = 'editUrl: "https://git.example.com/edit/main/website"';
  const site = await importSite(config(`presets: [["classic", { docs: {\n${editUrl} } }]]`));
  expect(site.settings).toMatchObject({ editUrl: "https://git.example.com/edit/main/website/" });
  expect(site.findings).toEqual([
    "docusaurus.config.js:3 `editUrl` leads to the new pages once they lie at https://git.example.com/edit/main/website/content/: if not, change it in content/site.yaml",
  ]);
});

test("every OpenAPI document is imported, each API with its versions at its own address", async () => {
  const stock = { label: "Stock", to: "/api/stock/" };
  const orders = { label: "Orders", to: "/api-reference/orders/" };
  const document = (title: string): string => `openapi: 3.1.0\ninfo: { title: ${title}, version: "7" }\npaths: {}\n`;
  const site = await importSite({
    ...config(`plugins: [["docusaurus-plugin-openapi-docs", { config: {
      orders: { specPath: "api/orders/openapi.yaml", version: "2.0.0",
        versions: { "1.0.0": { specPath: "api/orders-v1/openapi.yaml" } } },
      web: { specPath: "https://127.0.0.1:1/openapi.yaml" },
    } }]],
    presets: [["redocusaurus", { specs: [{ id: "stock", spec: "api/stock.yaml" }] }]],
    themeConfig: { navbar: { items: [{ to: "/docs/intro", label: "Start" }] } }`),
    "api/orders/openapi.yaml": document("Orders"),
    "api/orders-v1/openapi.yaml": document("Orders"),
    "api/stock.yaml": document("Stock").replace(
      "{}",
      '{ /a: { get: { responses: { "200": { $ref: ./parts/a.yaml } } } } }',
    ),
    "api/parts/a.yaml": "description: Stock.",
    "src/pages/api/orders.md": "# Taken",
  });
  expect(site.settings).toMatchObject({
    contracts: [
      { id: "7", api: "Stock", document: "openapi/stock/stock.yaml", route: "/api/stock/" },
      { id: "2.0.0", api: "Orders", document: "openapi/orders/openapi.yaml", route: "/api-reference/orders/" },
      { id: "1.0.0", api: "Orders", document: "openapi/orders/1.0.0/openapi.yaml", route: "/api/orders/1.0.0/" },
    ],
    navbar: [
      { label: "Start", to: "/docs/intro" },
      { label: "API", items: [stock, orders] },
    ],
  });
  expect(site.findings).toEqual([
    "docusaurus.config.js:5 the document https://127.0.0.1:1/openapi.yaml is left out: it isn't in the folder; name it with --openapi",
  ]);
  for (const file of ["stock/stock.yaml", "stock/parts/a.yaml", "orders/openapi.yaml", "orders/1.0.0/openapi.yaml"])
    expect(site.files).toContain(`openapi/${file}`);
});

test.each([
  ["JavaScript", "a.js", `export default [${"[1],".repeat(100_000)}];`],
  ["the exported value", "a.js", `const a = [${"1,".repeat(400)}];\nexport default [${"...a,".repeat(400)}];`],
  ["TypeScript", "a.ts", `const a: string = "x";\nexport default [${"[1],".repeat(20_000)}];`],
])("settings that take too long to read are refused: %s", async (_, file, text) => {
  await expect(readModule(file, text, 1)).rejects.toThrow("takes longer than 0.001 seconds to parse");
});
