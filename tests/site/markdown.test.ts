import { expect, test } from "vitest";

import { buildSite, format, type TestSite } from "../support/build-site.ts";

async function page(markdown: string): Promise<{ html: string; site: TestSite }> {
  const site = await buildSite({ "content/index.md": markdown });
  const html = site.read("index.html");
  return { site, html: html.slice(html.indexOf("<main"), html.indexOf("</main>")) };
}

test("GFM: tables scroll in their own box, task lists have names, footnotes, strikethrough and autolinks work", async () => {
  const { html, site } = await page(
    "| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] Keys stored\n- [ ] Paging tested\n\n~~old~~ https://example.com note[^1]\n\n[^1]: The note.",
  );
  expect(format(site.diagnostics)).toBe("");
  expect(html).toContain('<div class="table-scroll" role="group" tabindex="0" aria-label="Table"><table>');
  expect(html).toContain("</tbody>\n<tfoot></tfoot></table></div>");
  expect(html).toContain('aria-label="Keys stored"');
  expect(html).toContain("<del>old</del>");
  expect(html).toContain('<a href="https://example.com" rel="noopener">https://example.com</a>');
  expect(html).toMatch(/id="fn-1"[\s\S]*href="#fnref-1"/);
});

test("heading ids match GitHub's, a written id wins, and repeated headings are numbered", async () => {
  const { html } = await page("## Set up\n\n## Set up\n\n## Größe & `code`\n\n### My ID\n\n### Custom {#my-id}\n");
  const ids = [...html.matchAll(/<h[23] id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["set-up", "set-up-1", "größe--code", "my-id-1", "my-id"]);
  expect(html).toContain('<a class="anchor" href="#my-id" aria-label="Link to “Custom”">#</a>');
});

test("headings of images or symbols get an anchor, empty ones get none, and the table of contents stays intact", async () => {
  const headings = "# Start {#begin}\n\n## ![Flow](/flow.svg)\n\n## ?\n\n##\n\n## Use ![the key](/flow.svg) here\n";
  const files = { "content/index.md": headings, "content/static/flow.svg": "<svg/>" };
  const { read, diagnostics } = await buildSite(files);
  const html = read("index.html");
  expect(format(diagnostics)).toBe("warning content/index.md:7:1 content/markdown (write them, or remove it)");
  expect(html).toContain('<h1><span id="begin">Start</span></h1>');
  expect([...html.matchAll(/<h2(?: id="([^"]*)")?/g)].map(([, id]) => id)).toEqual([
    ...["flow", "section", undefined, "use--here"],
  ]);
  const contents = html.slice(html.indexOf('class="toc"'), html.indexOf('class="prose"'));
  expect(contents).not.toMatch(/<img|href="#"/);
  expect([...contents.matchAll(/<span>(.*?)<\/span>/g)].map(([, words]) => words)).toEqual([
    ...["Flow", "?", "Use the key here"],
  ]);
});

test("a duplicate id on a page is an error at the second position, which names the first", async () => {
  const { site, html } = await page('## A {#x}\n\n## B {#x}\n\nSee <a id="y"></a><a id="y"></a>.');
  expect(format(site.diagnostics)).toMatchInlineSnapshot(`
    "error content/index.md:3:1 page/duplicate-id (give one of them another id, a heading with {#id})
    error content/index.md:5:19 page/duplicate-id (give one of them another id, a heading with {#id})"
  `);
  expect(site.diagnostics[0]?.message).toBe("the id `x` is taken: the first is at content/index.md:1:1");
  expect(html.match(/id="[xy]"/g)).toHaveLength(2);
});

test("an id with a prefix reserved for the page frame is refused, in a heading, in HTML and in a contract", async () => {
  const text = 'See <a id="page:announcer"></a>.';
  const info = { title: "API", version: "1", description: text };
  const { diagnostics, read } = await buildSite({
    "content/index.md": `## Frame {#page:main}\n\n${text}`,
    "openapi/api.json": JSON.stringify({ openapi: "3.1.0", info, paths: {} }),
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/index.md:1:1 page/duplicate-id (write another id)
    warning content/index.md:3:5 content/html-removed (write another)
    warning openapi/api.json#/info/description content/html-removed (write another)"
  `);
  expect(read("index.html").match(/id="page:(?:main|announcer)"/g)).toHaveLength(2);
  expect(read("api/index.html").match(/id="page:announcer"/g)).toHaveLength(1);
});

test("a self-closing element is closed, whatever its attributes contain", async () => {
  const { site, html } = await page(
    `<a id="old"/>\n\n## Install\n\n[there](#old), <i title="a > b" lang=en /> <b>c</b> <br/> <a href=/x/>d</a>`,
  );
  expect(format(site.diagnostics)).toBe("error content/index.md:5:59 link/broken");
  expect(html).toContain('<a id="old"></a>');
  expect(html).toContain('<i title="a > b" lang="en"></i> <b>c</b> <br> <a href="/x/">d</a>');
});

test("an unclosed anchor is one warning, at its position", async () => {
  const { site } = await page(`Text\n\n<a id="old">\n\n## Install\n\nMore\n\n[there](#old)`);
  expect(format(site.diagnostics)).toBe(
    "warning content/index.md:3:1 content/markdown (write </a> after it, or \\<a> where it's meant as text)",
  );
});

test.each(['<a id="install"></a>', '<a name="install"></a>'])(
  "%s next to the heading Install is a warning, since the heading has that id",
  async (anchor) => {
    const { site, html } = await page(`${anchor}\n\n### Install\n\n[there](#install)`);
    expect(format(site.diagnostics)).toBe("warning content/index.md:1:1 page/shadowed-id (remove it)");
    expect(html).toContain('<h3 id="install">');
    expect(html.match(/(?:id|name)="install"/g)).toHaveLength(1);
  },
);

test.each(["note", "tip", "info", "warning", "danger"])(
  "the admonition %s accepts a title and Markdown inside",
  async (kind) => {
    const { html } = await page(`:::${kind}[Mind this]\nText with **weight**.\n:::`);
    expect(html).toContain(`<aside class="admonition admonition-${kind}" aria-label="Mind this">`);
    expect(html).toContain("<strong>weight</strong>");
  },
);

test.each([
  ["NOTE", "note", "Note"],
  ["tip", "tip", "Tip"],
  ["IMPORTANT", "info", "Important"],
  ["WARNING", "warning", "Warning"],
  ["CAUTION", "danger", "Caution"],
])("GitHub's > [!%s] renders the same admonition as the directive of that name", async (name, look, title) => {
  const { html, site } = await page(`> [!${name}]\n> Text with **weight**.\n>\n> - and a list\n\n> A quote.`);
  const aside = `<aside class="admonition admonition-${look}" aria-label="${title}"><p class="admonition-title">${title}</p>`;
  expect(html.replaceAll(/\n/g, "")).toContain(
    `${aside}<p>Text with <strong>weight</strong>.</p><ul><li>and a list</li></ul></aside>`,
  );
  expect(html).toContain("<blockquote>");
  const directive = await page(`:::${name.toLowerCase()}\nText with **weight**.\n\n- and a list\n:::\n\n> A quote.`);
  expect(directive.site.read("index.md")).toBe(site.read("index.md"));
  expect(site.read("index.md")).toContain(`> **${title}**\n>\n> Text with **weight**.\n>\n> - and a list`);
  expect(format([...site.diagnostics, ...directive.site.diagnostics])).toBe("");
});

test.each(["> [!NOTE]\n> **All** of it.", "> [!NOTE]  \n> **All** of it.", "> [!NOTE]\n>\n> **All** of it."])(
  "text after an admonition's mark is its content: %j",
  async (markdown) => {
    const { html } = await page(markdown);
    expect(html.replaceAll(/\n/g, "")).toContain("Note</p><p><strong>All</strong> of it.</p></aside>");
  },
);

test("admonitions work inside an admonition, a list and an included block", async () => {
  const { html } = await page("> [!NOTE]\n> Text\n>\n> > [!TIP]\n> > Text\n\n- item\n\n  > [!CAUTION]\n  > Text");
  expect(html.match(/<aside class="admonition admonition-(?:note|tip|danger)"/g)).toHaveLength(3);
});

test("titles of admonitions and details keep links and emphasis; other labels are plain text, and report links", async () => {
  const { html, site } = await page(
    ":::note[See [the guide](/) and `x`]\ny\n:::\n\n:::details[*Soon*]\ny\n:::\n\n:::check[See [the guide](/)]\ny\n:::\n",
  );
  expect(html).toContain(
    '<aside class="admonition admonition-note" aria-label="See the guide and x"><p class="admonition-title">See <a href="/">the guide</a> and <code>x</code></p>',
  );
  expect(html).toContain("<summary><em>Soon</em></summary>");
  expect(site.read("index.md")).toContain("> **See [the guide](/) and `x`**\n>\n> y\n\n**_Soon_**\n\ny");
  expect(format(site.diagnostics)).toBe("warning content/index.md:9:14 content/markdown (put the link into the text)");
});

test("a colon in a title, a label, a description or a line keeps every word", async () => {
  const { html, site } = await page(
    `# Ratio 16:9 on localhost:3000

:::note[Meet at 10:30 sharp]
Needs key:value or customer:support.
:::

:::details[From 10:30]
x
:::

![Screen in 16:9 format](/p.png)

::1
`,
  );
  expect(format(site.diagnostics)).toBe(
    "error content/index.md:11:1 link/broken-asset (files lie beside the page or in content/static/)",
  );
  expect(site.read("index.html")).toContain("<title>Ratio 16:9 on localhost:3000");
  expect(html).toContain("<h1>Ratio 16:9 on localhost:3000</h1>");
  expect(html).toContain('aria-label="Meet at 10:30 sharp"');
  expect(html).toContain("key:value or customer:support.");
  expect(html).toContain("<summary>From 10:30</summary>");
  expect(html).toContain('alt="Screen in 16:9 format"');
  expect(html).toContain("<p>::1</p>");
});

test("a directive's name right after a word is text, and a likely directive is reported", async () => {
  const { html, site } = await page("So amount:cents[24], (:cents[24]) and 金额:cents[24].");
  expect(format(site.diagnostics)).toBe("warning content/index.md:1:10 content/markdown (write a space before :cents)");
  expect(html).toContain("So amount:cents[24], (");
  expect(html.match(/\$0\.24/g)).toHaveLength(2);
});

test("directives in texts of the contract and the settings stay plain text", async () => {
  const text = "Needs read:users at 10:30, :cents[24] and note:see[link](/nope).\\n\\n:::note\\nIt is so.\\n:::";
  const { diagnostics, read } = await buildSite({
    "content/index.md": "# Home",
    "content/site.yaml": 'announcement: { id: x, text: "Open 08:30 for read:users" }',
    "openapi/openapi.yaml": `openapi: 3.1.0
info: { title: "Ratio 16:9", version: "1", description: "${text}" }
paths:
  /x:
    get:
      operationId: getX
      summary: At 10:30
      parameters: [{ name: from, in: query, description: "Like 08:30", schema: { type: string } }]
      responses: { "200": { description: "An arn:aws:s3:::b" } }
`,
  });
  expect(format(diagnostics)).toContain("openapi/openapi.yaml:2:57 contract/link");
  const html = read("api/index.html");
  for (const words of [
    ...["Ratio 16:9", "Needs read:users at 10:30, :cents[24] and note:see", ":::note", "At 10:30", "Like 08:30"],
    ...["An arn:aws:s3:::b", "Open 08:30 for read:users"],
  ])
    expect(html).toContain(words);
  expect(html).not.toContain("<div></div>");
});

test("tabs work without script: radio buttons with one panel each", async () => {
  const { html } = await page("::::tabs\n:::tab[JavaScript]\n```js\n1\n```\n:::\n:::tab[Python]\nb\n:::\n::::");
  expect(html).toMatch(/<input type="radio" name="tabs-1" value="javascript" checked/);
  expect(html.match(/class="tab-panel"/g)).toHaveLength(2);
});

test("code is highlighted with classes, has its title, its marked lines and a copy button", async () => {
  const { html } = await page('```js title="a.mjs" {2}\nconst a = "x";\nreturn a;\n```');
  expect(html).toContain("<figcaption>a.mjs</figcaption>");
  expect(html).toContain("<c- tk>const</c->");
  expect(html.match(/<span class="marked">/g)).toHaveLength(1);
  expect(html).toContain('class="copy"');
  expect(html).not.toContain("style=");
});

test("HTML keeps list numbers, cell spans, open details, alignment and sizes", async () => {
  const markdown = `Press <kbd>Enter</kbd>.

1. First

Between.

2. Second

<ol type="a" reversed start="5"><li value="9">x</li></ol>

<table><caption>Both</caption><tr><th colspan="2" scope="col" id="h">A</th></tr><tr><td rowspan="2" headers="h" valign="top">b</td></tr></table>

<details open><summary>More <small>of it</small></summary>x</details>

<p align="center"><img src="/x.png" alt="x" width="20" height="10" align="left"></p>

<ins datetime="2026-01-02">new</ins>, <time datetime="2026-01-02">then</time>
`;
  const { diagnostics, read } = await buildSite({ "content/index.md": markdown, "content/static/x.png": "" });
  expect(format(diagnostics)).toBe("");
  const html = read("index.html");
  for (const markup of [
    ...['<ol start="2">', '<ol type="a" reversed start="5"><li value="9">', '<th colspan="2" scope="col" id="h">'],
    ...[
      '<td rowspan="2" headers="h" valign="top">',
      "<caption>Both</caption>",
      "<kbd>Enter</kbd>",
      '<p align="center">',
    ],
    "<details open><summary>More <small>of it</small></summary>",
    ...['width="20" height="10" align="left"', '<ins datetime="2026-01-02">', '<time datetime="2026-01-02">'],
  ])
    expect(html).toContain(markup);
});

test("a removed attribute is a warning at its position, under the name the author wrote", async () => {
  const { site } = await page(
    'A <a href="/" target="_blank">link</a>, <b accesskey="x" tabindex="2" data-foo-bar="1">b</b> and\n<i lang="en" draggable="true">i</i>.\n\n<p style={{ textAlign: "left", width: 10 }}>u</p>',
  );
  expect(site.diagnostics.map(({ message, position }) => `${position?.line}:${position?.column} ${message}`)).toEqual([
    "1:3 the attribute target of <a> is left out",
    ...["accesskey", "tabindex", "data-foo-bar"].map((name) => `1:41 the attribute ${name} of <b> is left out`),
    "2:1 the attribute draggable of <i> is left out",
    "4:1 the attribute style of <p> is left out",
  ]);
});

test("a checkbox is shown; any other form field is removed, with a finding", async () => {
  const { html, site } = await page('Done: <input type="checkbox" checked>\n\nName: <input type="text" value="x">.');
  expect(html).toContain('<p>Done: <input type="checkbox" checked disabled></p>\n<p>Name: .</p>');
  expect(site.diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
    ["the element <input> is left out", "use Markdown or a directive instead"],
  ]);
});

test("an address as the text of an HTML link keeps the author's link, and a nested link is reported", async () => {
  const link = '<a href="https://e.example/docs">https://e.example</a>';
  const { html, site } = await page(`${link}\n\n<a href="https://e.example/a">see [x](/)</a>`);
  expect(html).toContain('<a href="https://e.example/docs" rel="noopener">https://e.example</a></p>');
  expect(format(site.diagnostics)).toBe("warning content/index.md:3:35 content/html-removed (end it before this one)");
  const { read } = await buildSite({
    "content/index.md": "# Home",
    "openapi/openapi.yaml": `openapi: 3.1.0
info: { title: T, version: "1", description: '${link}. Or <kbd>x</kbd>\n\n\n  3. third' }
paths: {}
`,
  });
  expect(read("api/index.html")).toContain('<a href="https://e.example/docs" rel="noopener">https://e.example</a>.');
  expect(read("api/index.html")).toContain('<ol start="3">');
});

test.each([
  ["Guide <!-- omit in toc -->", "Guide", "Guide"],
  ["Product <sup>beta</sup>", "Product beta", "Product <sup>beta</sup>"],
  ["Foo<br>Bar", "Foo Bar", "Foo<br>Bar"],
  ['Release <a id="rel"></a>', "Release", 'Release <a id="rel"></a>'],
  ["Use `npm ci` *here*", "Use npm ci here", "Use <code>npm ci</code> <em>here</em>"],
  ["See [loads](/loads)", "See loads", 'See <a href="/loads">loads</a>'],
  ["Loads :badge[New]", "Loads", 'Loads <span class="badge">New</span>'],
  ["Start {#begin}", "Start", '<span id="begin">Start</span>'],
  [
    '<img src="/l.svg" width="20" alt="Our"> API',
    "Our API",
    '<img loading="lazy" decoding="async" src="/l.svg" width="20" alt="Our"> API',
  ],
])("the first heading renders like any other, and its text is the title: %s", async (heading, title, shown) => {
  const { diagnostics, read } = await buildSite({
    "content/index.md": `# ${heading}\n\nText [here](/).\n`,
    "content/loads.md": "# Loads",
    "content/static/l.svg": "<svg/>",
  });
  expect(format(diagnostics)).toBe("");
  const html = read("index.html");
  expect(html.replaceAll(/ data-origin="[^"]*"/g, "")).toContain(`<h1>${shown}</h1>`);
  expect(html).toMatch(new RegExp(`<title>${title} .`));
  expect(html).toMatch(/class="prose">\s*<p>Text/);
  expect(read("index.md")).toContain(`\n# ${title}\n\nText`);
  expect(read("llms.txt")).toContain(`- [${title}](`);
});

test("a level-1 heading inside the HTML at the top is the title, and mistakes in it are reported", async () => {
  const { html, site } = await page('<div align="center">\n\n# A [gone](/gone)\n\n</div>\n\nText.');
  expect(html).toContain("<h1>A <a");
  expect(format(site.diagnostics)).toContain("error content/index.md:3:5 link/broken");
});

test("an included block has its own positions; missing blocks and cycles are errors", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md":
      "::include{file=_blocks/a.md}\n\n::include{file=_blocks/authh.md}\n\n::include{file=_blocks/loop.md}",
    "content/_blocks/a.md": "From a block.\n\n[broken](/gone)",
    "content/_blocks/auth.md": "Auth",
    "content/_blocks/loop.md": "::include{file=_blocks/loop.md}",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/_blocks/a.md:3:1 link/broken
    error content/_blocks/loop.md:1:1 content/include (remove one of the includes)
    error content/index.md:3:1 content/include (try _blocks/auth.md)"
  `);
  expect(read("index.html")).toContain("From a block.");
});

test.each([
  ["a block", "::include{file=_x/a.md}\n\n[its part](#part)", "content/_x/a.md", "## Part\0"],
  ["a block of a block", "::include{file=_x/b.md}\n\n[its part](#part)", "content/_x/a.md", "## Part\0"],
  ["a program", "::program{file=_x/a.mjs}", "content/_x/a.mjs", "exit();\0"],
  ["a figure", ":::figure{src=_x/a.svg}\nA drawing.\n:::", "content/_x/a.svg", "<svg></svg>\0"],
])("%s that can't be read is one finding: the pages that show it or link to it have none", async (...row) => {
  const [, written, file, text] = row;
  const { diagnostics, read } = await buildSite({
    "content/index.md": `${written}\n\nStays.`,
    "content/guide.md": written.includes("#part") ? "[there](/#part)" : "",
    "content/_x/b.md": "::include{file=_x/a.md}",
    [file]: text,
  });
  expect(diagnostics.map(({ code, position }) => [code, position?.file])).toEqual([["content/encoding", file]]);
  expect(read("index.html")).toContain("Stays.");
});

test("blocks and figures are parts, not pages", async () => {
  const { paths } = await buildSite({
    "content/index.md": "x",
    "content/_blocks/a.md": "y",
    "content/_f/x.svg": "<svg/>",
  });
  expect(paths.filter((path) => path.includes("_"))).toEqual(["_headers"]);
});

test("a figure is inlined without anything that could run", async () => {
  const { diagnostics, read } = await buildSite({
    "content/index.md": ":::figure{src=_figures/x.svg}\nThe caption.\n:::",
    "content/_figures/x.svg":
      '<svg viewBox="0 0 10 10" onload="x()"><title>T</title><script>alert(1)</script><rect class="fig-box" width="5" height="5"/></svg>',
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(["content/html-removed"]);
  expect(read("index.html")).toContain('<rect class="fig-box" width="5" height="5"></rect>');
  expect(read("index.html")).not.toMatch(/onload=|alert\(/);
});

test("front matter: an unknown key, a wrong type and broken YAML are errors at their positions", async () => {
  const { diagnostics } = await buildSite({
    "content/a.md": "---\ntitle: A\nunlsted: true\nsidebarTitle: B\n---\n",
    "content/b.md": "---\ntitle: B\nunlisted: maybe\n---\n",
    "content/c.md": "---\ntitle: [C\n---\n",
  });
  expect(format(diagnostics)).toMatchInlineSnapshot(`
    "error content/a.md:3:1 content/front-matter (did you mean \`unlisted\`?)
    error content/a.md:4:1 content/front-matter (did you mean \`sidebar_label\`?)
    error content/b.md:3:1 content/front-matter
    error content/c.md:2:8 content/front-matter (write ] where it ends, or put it in quotes if it is text)"
  `);
});

test.each([
  [":::figure{scr=_figures/x.svg}\nText\n:::", "`figure` has no attribute `scr` — did you mean `src`?"],
  [":::figure\nText\n:::", "`figure` has no `src` — write :::figure{src=…}"],
  ["::include{fiel=_x.md}", "`include` has no attribute `fiel` — did you mean `file`?"],
  ["::fields{shema=Pet}", "`fields` has no attribute `shema` — did you mean `schema`?"],
  [':::note{title="One two"}\nText\n:::', "`note` has no attribute `title` — write :::note[One two]"],
  [":::details{summary=More}\nText\n:::", "`details` has no attribute `summary` — write :::details[More]"],
  [":::note{titel=x}\nText\n:::", "`note` has no attribute `titel` — it has none"],
  [":::tab[A]\nText\n:::", "a tab outside of tabs — write ::::tabs around it, with one more colon"],
])("a mistake in a directive is one finding: %j", async (markdown, finding) => {
  const { site } = await page(markdown);
  expect(site.diagnostics.map(({ message, hint }) => `${message} — ${hint}`)).toEqual([finding]);
});

test("a tab with an empty label is a finding, like one without a label", async () => {
  const { site } = await page("::::tabs\n:::tab[]\nText\n:::\n::::\n");
  expect(format(site.diagnostics)).toBe("error content/index.md:2:1 directive/invalid (write :::tab[Label])");
});

test("a sentence stays whole in the search, whatever markup is in it", async () => {
  const { site } = await page("Send ~~secret~~ <ins>public</ins> <var>x</var> values.\n");
  const texts = site.paths.filter((path) => path.startsWith("assets/search/")).map((path) => site.read(path));
  expect(texts.join("\n")).toContain("Send secret public x values.");
});
