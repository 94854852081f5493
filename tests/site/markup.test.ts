import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

async function bodyOf(markdown: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const site = await buildSite({ "content/index.md": markdown, ...files });
  expect(format(site.diagnostics)).toBe("");
  const html = site.read("index.html");
  return html.slice(html.indexOf('<div class="prose">'), html.indexOf("</main>"));
}

test.each(["", "\n\n<kbd>raw HTML on the page</kbd>"])("a table column's alignment is a class%s", async (more) => {
  const html = await bodyOf(`| a | b | c | d |\n|---|--:|:-:|:--|\n| 1 | 2 | 3 | 4 |${more}`);
  expect(html.match(/<t[hd][^>]*>./g)).toMatchInlineSnapshot(`
    [
      "<th>a",
      "<th class="align-right">b",
      "<th class="align-center">c",
      "<th>d",
      "<td>1",
      "<td class="align-right" data-label="b">2",
      "<td class="align-center" data-label="c">3",
      "<td data-label="d">4",
    ]
  `);
});

test("cells repeat their headers for phones where a row has three cells and none of them is merged", async () => {
  const labelsIn = async (markdown: string) =>
    [...(await bodyOf(markdown)).matchAll(/data-label="([^"]*)"/g)].map(([, label]) => label);
  expect(await labelsIn("| Code | *What* it says |\n|---|---|\n| 1 | 2 |")).toEqual([]);
  expect(await labelsIn("| Code | *What* it says | |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |")).toEqual(
    Array.from({ length: 2 }, () => ["What it says", ""]).flat(),
  );
  const head = "<thead><tr><th>a</th><th>b</th><th>c</th></tr></thead>";
  expect(await labelsIn(`<table>${head}<tbody><tr><td colspan="2">1</td><td>2</td></tr></tbody></table>`)).toEqual([]);
});

test("a figure scrolls in its own box, which can be focused and has the drawing's name", async () => {
  const svg = '<svg viewBox="0 0 10 10"><title>Two invoices</title><text><title>Not this</title></text></svg>';
  const html = await bodyOf(":::figure{src=_figures/x.svg}\nThe caption.\n:::", { "content/_figures/x.svg": svg });
  expect(html).toContain(
    '<figure class="figure"><div class="figure-scroll" role="group" tabindex="0" aria-label="Figure: Two invoices"><svg',
  );
  expect(html).toContain("</svg></div><figcaption><p>The caption.</p></figcaption></figure>");
});

test("headings named like parts of the page frame get anchors of their own, and links lead to them", async () => {
  const html = await bodyOf("## Menu\n\n## Main\n\n## Announcer\n\n## Menu\n\n[to it](#menu)");
  expect([...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["menu", "main", "announcer", "menu-1"]);
});

test.each([
  [["JavaScript", "Python"], 'data-sync="language"'],
  [["curl", "Node.js", "C#"], 'data-sync="language"'],
  [["Python", "Result"], ""],
])("tabs with only languages follow one choice: %s", async (labels, mark) => {
  const html = await bodyOf(`::::tabs\n${labels.map((label) => `:::tab[${label}]\nx\n:::`).join("\n")}\n::::`);
  expect(/<fieldset class="tabs" ?([^>]*)>/.exec(html)?.[1]).toBe(mark);
});

test("field links and field tables lead to the field's own anchor, through references and odd names", async () => {
  const schemas = {
    Load: { type: "object", properties: { weight: { type: "integer" }, "gross weight %": { type: "integer" } } },
    Alias: { $ref: "#/components/schemas/Load" },
    "com.example.Load": { type: "object", properties: { "net.weight": { type: "integer" } } },
  };
  const document = { openapi: "3.1.0", info: { title: "API", version: "1" }, paths: {}, components: { schemas } };
  const html = await bodyOf(
    "[](field:Load.weight) [alias](field:Alias.weight) [dots](field:com.example.Load.net.weight)\n\n::fields{schema=Load}",
    { "openapi/api.json": JSON.stringify(document) },
  );
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toMatchInlineSnapshot(`
    [
      "/api/#schema-load.weight",
      "/api/#schema-load.weight",
      "/api/#schema-com-example-load.net.weight",
      "/api/#schema-load.weight",
      "/api/#schema-load.gross%2520weight%2520%2525",
    ]
  `);
});

test("cards are a list of plain links, with lines or with paragraphs", async () => {
  const html = await bodyOf(
    ":::cards\n- [Home](/) You are here.\n- [Home, again](./index.md)\n  More [words](#x).\n:::\n\n## X\n\n:::cards\n- [One](/)\n\n  Text.\n\n- [Two](/)\n:::",
  );
  const lists = [...html.matchAll(/<ul class="cards">([^]*?)<\/ul>/g)].map(([, entries = ""]) =>
    entries.replaceAll(/ data-origin="[^"]*"/g, ""),
  );
  expect(lists).toEqual([
    '<li><a href="/">Home</a> You are here.</li><li><a href="/">Home, again</a>\nMore <a href="#x">words</a>.</li>',
    '<li>\n<p><a href="/">One</a></p>\n<p>Text.</p>\n</li><li>\n<p><a href="/">Two</a></p>\n</li>',
  ]);
});

test.each([
  [":::cards\nText.\n:::", "cards that aren't one list"],
  [":::cards\n- [One](/)\n\nText.\n:::", "cards that aren't one list"],
  [":::cards\n- [One](/)\n- Text [Two](/)\n:::", "a card that doesn't begin with a link"],
])("%j is refused where it begins: %s", async (block, fault) => {
  const { diagnostics } = await buildSite({ "content/index.md": `# T\n\n${block}` });
  expect(diagnostics).toMatchObject([
    { code: "directive/invalid", message: fault, position: { file: "content/index.md", line: 3, column: 1 } },
  ]);
});

const openapi = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /trees/{id}:
    get: { operationId: read, summary: Read, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { "200": { description: It } } }
`;

test("steps say what to do, what to call and what to store, on the page and in its Markdown", async () => {
  const text =
    "# T\n\n:::steps\n1. [Read](#read)\n   [](op:read)\n   :keep[the `id`]\n\n2. **Rest** a while\n:::\n\n## Read";
  const { read, diagnostics } = await buildSite({ "content/index.md": text, "openapi/api.yaml": openapi });
  expect(format(diagnostics)).toBe("");
  const [, list = ""] = /<ol class="steps">([^]*?)<\/ol>/.exec(read("index.html")) ?? [];
  expect(
    list
      .replaceAll(/ data-origin="[^"]*"|\n/g, "")
      .split("<li>")
      .slice(1),
  ).toEqual([
    '<p><a href="#read">Read</a></p><div class="calls"><a class="operation" href="/api/#get-trees-id"><span class="method method-get">GET</span> <code>/trees/<wbr>{id}</code></a></div><p class="keep">you keep the <code>id</code></p></li>',
    '<p><strong>Rest</strong></p><div class="calls"> a while</div></li>',
  ]);
  expect(read("index.md")).toContain("(you keep the `id`)");
});

test("steps and checks also work on a site without a contract", async () => {
  const html = await bodyOf(
    ":::steps\n1. [Look](#look)\n:::\n\n## Look\n\n::::check\nIt is *there*.\n\n:::fails\nLook again.\n:::\n::::\n\n:::check[Proof]\n- One\n:::",
  );
  expect(html.replaceAll(/ data-origin="[^"]*"|\n/g, "")).toContain(
    '<ol class="steps"><li><p><a href="#look">Look</a></p></li></ol>',
  );
  expect([...html.matchAll(/<dl[^]*?<\/dl>/g)].map(([list]) => list.replaceAll("\n", ""))).toEqual([
    '<dl class="proof"><div><dt>Check</dt><dd><p>It is <em>there</em>.</p></dd></div><div class="fails"><dt>If it fails</dt><dd><p>Look again.</p></dd></div></dl>',
    '<dl class="proof"><div><dt>Proof</dt><dd><ul><li>One</li></ul></dd></div></dl>',
  ]);
});

test.each([
  [":::steps\n- [One](#one)\n:::", 3, "steps that aren't one numbered list"],
  [":::steps\n1. **One**\n\nText.\n:::", 3, "steps that aren't one numbered list"],
  [":::steps\n1. **One**\n2. Two\n:::", 5, "a step that begins with neither a link nor bold words"],
  ["::steps", 3, "steps that aren't one numbered list"],
  ["Keep :keep[it].", 3, "a keep outside of steps"],
  [":::steps\n1. **One** *:keep[it]*\n:::", 4, "a keep outside of steps"],
  [":::fails\nText.\n:::", 3, "a fails outside of check"],
  [":::check\n:::", 3, "a check that says nothing to check"],
  ["::::check\n:::fails\nText.\n:::\n::::", 3, "a check that says nothing to check"],
  ["::::check\nText.\n\n:::fails\nText.\n:::\n\nText.\n::::", 3, "more after what to do if it fails"],
  [":::check{of=x}\nText.\n:::", 3, "`check` has no attribute `of`"],
])("%j is refused at line %i: %s", async (block, line, fault) => {
  const { diagnostics } = await buildSite({ "content/index.md": `# T\n\n${block}` });
  expect(diagnostics).toMatchObject([
    { code: "directive/invalid", message: fault, position: { file: "content/index.md", line } },
  ]);
});

test.each([
  ["", "Ask your provider contact. Your provider contact helps."],
  ["support: { name: The desk }", "Ask The desk. The desk helps."],
  [
    "support: { name: The desk, email: help@example.com }",
    'Ask <a href="mailto:help@example.com" rel="noopener">The desk</a>. <a href="mailto:help@example.com" rel="noopener">The desk</a> helps.',
  ],
  [
    "support: { name: The desk, url: https://example.com/help, email: help@example.com }",
    'Ask <a href="https://example.com/help" rel="noopener">The desk</a> (<a href="mailto:help@example.com" rel="noopener">help@example.com</a>). …',
  ],
  [
    "support: { name: your contact, url: '/' }",
    'Ask <a href="/">your contact</a>. <a href="/">your contact</a> helps.',
  ],
])("pages show whom to contact, with the settings %j", async (settings, expected) => {
  const html = await bodyOf("Ask :support. :support[Your provider contact] helps. :support: \\:it:", {
    "content/site.yaml": settings,
  });
  expect(html).toContain(expected.replace("…", ""));
  expect(html).not.toContain(":support:");
  expect(html).toContain(" :it:");
});

test("a link may save a file under a custom name", async () => {
  const link = '<a href="/samples/pod.pdf" download="pod-1.pdf">pod-1.pdf</a>';
  const html = await bodyOf(`Take ${link}.`, { "content/static/samples/pod.pdf": "%PDF-1.4" });
  expect(html.replaceAll(/ data-origin="[^"]*"/g, "")).toContain(link);
});

test("a program is a file of its own, shown whole under its name with highlighting for its language", async () => {
  const html = await bodyOf("::::tabs\n:::tab[JavaScript]\n::program{file=_programs/pay.mjs}\n:::\n::::", {
    "content/_programs/pay.mjs": 'const amount = 1;\r\nconsole.log("<", amount);\r\n',
  });
  expect(html).toContain("<figcaption>pay.mjs</figcaption>");
  expect(html).toContain("<c- tk>const</c->");
  const code = /<code>([^]*?)<\/code>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, "");
  expect(code).toBe("const amount = 1;\nconsole.log(&quot;&lt;&quot;, amount);");
});

test("a missing program is reported with the nearest name", async () => {
  const files = { "content/_programs/pay.mjs": "1;", "content/_blocks/pat.md": "x" };
  const { diagnostics } = await buildSite({ "content/index.md": "::program{file=_programs/pax.mjs}", ...files });
  expect(diagnostics).toMatchObject([
    { code: "directive/invalid", message: "no program `_programs/pax.mjs`", hint: "try _programs/pay.mjs" },
  ]);
});

const meanings = {
  "openapi/api.yaml": `openapi: 3.1.0
info: { title: API, version: "1" }
paths: {}
components:
  schemas:
    Trailer: { type: string, enum: [R, V, X], x-enum-descriptions: { R: A *reefer*., V: A van. } }
    Load: { type: object, properties: { weight: { type: integer, description: In pounds. }, note: { type: string } } }
`,
};

test("facts about a field or a value are printed from the contract", async () => {
  const html = await bodyOf(
    `::meaning{of=Load.weight}

::meaning{of=Trailer.R}

:::enum{schema=Trailer columns=meaning}
| Value | We send |
|---|---|
| R | it |
| V | it |
| X | never |
:::`,
    meanings,
  );
  expect(html).toContain("<p>In pounds.</p>\n<p>A <em>reefer</em>.</p>");
  expect(html.match(/<t[hd][^>]*>.*?<\/t[hd]>/g)?.map((cell) => cell.replaceAll(/<[^>]*>/g, ""))).toEqual([
    ...["Value", "Meaning", "We send"],
    ...["R", "A reefer.", "it", "V", "A van.", "it", "X", "", "never"],
  ]);
});

test.each([
  ["Load.wait", "the contract has no field of Load `wait`"],
  ["Trailer.Z", "the contract has no value of Trailer `Z`"],
  ["Loads", "the contract has no schema `Loads`"],
  ["Load.note", "the contract says nothing of `Load.note`"],
])("a meaning of %s is refused", async (name, message) => {
  const { diagnostics } = await buildSite({ "content/index.md": `::meaning{of=${name}}`, ...meanings });
  expect(diagnostics).toMatchObject([{ code: "contract/unknown-name", message }]);
});
