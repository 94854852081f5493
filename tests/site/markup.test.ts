import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

async function bodyOf(markdown: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const site = await buildSite({ "content/index.md": markdown, ...files });
  expect(format(site.diagnostics)).toBe("");
  const html = site.read("index.html");
  return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
}

test.each(["", "\n\n<kbd>raw HTML on the page</kbd>"])(
  "the alignment of a table's columns is a class%s",
  async (more) => {
    const html = await bodyOf(`| a | b | c | d |\n|---|--:|:-:|:--|\n| 1 | 2 | 3 | 4 |${more}`);
    expect(html.match(/<t[hd][^>]*>./g)).toMatchInlineSnapshot(`
    [
      "<th>a",
      "<th class="align-right">b",
      "<th class="align-center">c",
      "<th>d",
      "<td>1",
      "<td class="align-right">2",
      "<td class="align-center">3",
      "<td>4",
    ]
  `);
  },
);

test("a figure scrolls in its own box, which the keyboard reaches and which has the drawing's name", async () => {
  const svg = '<svg viewBox="0 0 10 10"><title>Two invoices</title><text><title>Not this</title></text></svg>';
  const html = await bodyOf(":::figure{src=_figures/x.svg}\nThe caption.\n:::", { "content/_figures/x.svg": svg });
  expect(html).toContain(
    '<figure class="figure"><div class="figure-scroll" role="group" tabindex="0" aria-label="Figure: Two invoices"><svg',
  );
  expect(html).toContain("</svg></div><figcaption><p>The caption.</p></figcaption></figure>");
});

test("headings leave the ids of the page's shell alone", async () => {
  const html = await bodyOf("## Menu\n\n## Main\n\n## Menu\n\n[to it](#menu-1)");
  expect([...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["menu-1", "main-1", "menu-2"]);
});

test.each([
  [["JavaScript", "Python"], 'data-sync="language"'],
  [["curl", "Node.js", "C#"], 'data-sync="language"'],
  [["Python", "Result"], ""],
])("tabs of languages alone follow one choice: %s", async (labels, mark) => {
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
