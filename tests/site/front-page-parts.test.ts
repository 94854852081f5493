import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";
import { answers, object, takes } from "../support/contract-paths.ts";

/* Parts of a front page: a hero, cards with calls, rules. */

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /loads:
    get: { operationId: listLoads, parameters: [{ name: page, in: query, schema: { type: integer } }], ${answers(object("count: { type: integer }"))} }
    post: { operationId: createLoad, ${takes("{ type: object }", "multipart/form-data")}, responses: { "201": { description: d } } }
`;

const call = (request: string, response = '{ "count": 1 }') =>
  `\`\`\`http op=listLoads\n${request}\n\`\`\`\n\n\`\`\`json op=listLoads response=200\n${response}\n\`\`\``;

async function build(markdown: string) {
  const page = `---\ntitle: Start\nlayout: home\n---\n\n${markdown}`;
  return buildSite({ "content/index.md": page, "openapi/api.yaml": contract });
}

async function mainOf(markdown: string): Promise<string> {
  const site = await build(markdown);
  expect(format(site.diagnostics)).toBe("");
  const html = site.read("index.html");
  return html.slice(html.indexOf("<main"), html.indexOf("</main>")).replaceAll(/ data-origin="[^"]*"/g, "");
}

const hero = (content: string) => `::::hero[Move freight.]\n${content}\n::::\n\n## One\n\n## Two`;

test("a hero comes before the table of contents, with its claim, text, and links as buttons", async () => {
  const html = await mainOf(hero("Words.\n\n- [First](#one)\n- [Second](op:listLoads)"));
  expect(html).toContain(
    '<section class="hero"><div class="hero-words"><p class="claim"><span>Move freight.</span></p><p>Words.</p><ul class="actions">',
  );
  expect(html).toContain('<li><a href="#one" class="button">First</a></li>');
  expect(html).toContain('class="button" href="/api/#get-loads">Second</a>');
  expect(html.indexOf('class="hero"')).toBeLessThan(html.indexOf('class="toc"'));
  expect(html.indexOf('class="toc"')).toBeLessThan(html.indexOf('id="one"'));
  expect(html).not.toContain("<!--");
});

test("a hero's request runs in place with the values it shows; without script it links to its operation", async () => {
  const html = await mainOf(hero(call("GET /loads?page=2")));
  const [, attributes = ""] = /<a ([^>]*)>Run<\/a>/.exec(html) ?? [];
  expect(attributes).toContain('href="/api/#get-loads" data-action="run"');
  expect(attributes).toMatch(/ data-explorer="\/assets\/try\/get-loads-\w+\.json"/);
  const [, data = ""] = / data-call="([^"]*)"/.exec(attributes) ?? [];
  const sent = { method: "get", address: "/loads?page=2", headers: [], body: "" };
  expect(JSON.parse(data.replaceAll("&#x22;", '"').replaceAll("&#x26;", "&"))).toEqual(sent);
  expect(html).toContain('<section class="hero hero-call">');
  expect(html).toMatch(/<div class="live ink"><div class="sample">.*<figure class="code"/s);
});

test("a request with files, and one outside a hero, lead to their form", async () => {
  const form =
    "```http op=createLoad\nPOST /loads\nContent-Type: multipart/form-data\n\na=@b.pdf;type=application/pdf\n```";
  expect(await mainOf(hero(form))).toContain('data-action="try"');
  const html = await mainOf(call("GET /loads"));
  expect(html).toContain(">Try\u00a0it</a>");
  expect(html).not.toContain("data-call");
});

test("below its example response, a hero links to its form and to the call it names as next", async () => {
  const html = await mainOf(hero(call("GET /loads?page=2")).replace("]\n", "]{next=createLoad}\n"));
  expect(html).toContain("<figcaption>Example response</figcaption>");
  const [, foot = ""] = /<p class="first" hidden>(.*?)<\/p>/.exec(html) ?? [];
  expect(foot).toMatch(
    /^<a href="[^"]*#get-loads" data-action="try" data-try="[^"]*page[^"]*" [^>]*>Open in the explorer</,
  );
  expect(foot).toMatch(/<a href="[^"]*#post-loads" data-action="try" data-try="[^"]*" [^>]*>Next: create load →<\/a>$/);
});

test("samples in a hero are checked against the contract", async () => {
  const { diagnostics } = await build(hero(call("GET /loads", '{ "count": "one" }')));
  expect(diagnostics).toMatchObject([{ code: "sample/invalid", position: { file: "content/index.md", line: 12 } }]);
});

test("a card has an icon and the first call of the page it links to", async () => {
  const html = await mainOf("::::cards\n:::card{icon=truck op=createLoad}\n[Loads](/) You move them.\n:::\n::::");
  expect(html).toMatch(
    /<ul class="cards"><li><svg class="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="[^"]+">/,
  );
  expect(html).toContain(
    '</svg><p><a href="/">Loads</a> You move them.</p><p class="first"><small>First write</small> ',
  );
  expect(html).toContain('<a class="operation" href="/api/#post-loads"><span class="method method-post">POST</span>');
});

test("rules are a list, with the code at the end of each as its example", async () => {
  const html = await mainOf(
    ":::rules\n- [Cents](#a) Whole, never `2.50`. :cents[250]\n- [Ids](#a) Never `x`.\n:::\n\n## A",
  );
  expect(html).toContain(
    '<ul class="rules"><li><a href="#a">Cents</a> Whole, never <code>2.50</code>. <span class="fact"><span class="money">',
  );
  expect(html).toContain('<li><a href="#a">Ids</a> Never <code>x</code>.</li>');
});

test("heroes and cards become text, requests and links in Markdown", async () => {
  const site = await build(
    `${hero(`Words.\n\n${call("GET /loads")}`)}\n\n::::cards\n:::card{op=listLoads}\n[Loads](/) All.\n:::\n::::`,
  );
  const text = site.read("index.md");
  expect(text).toContain("**Move freight.**\n\nWords.\n\n[GET `/loads`](/api/");
  expect(text).toContain("- [Loads](/) All.\n\n  First read: [GET `/loads`]");
});

test.each([
  ["::::hero\nText.\n::::", "a hero without a claim"],
  [":::::hero[A]\n- Text\n:::::", "an action that isn't a link"],
  ["::::hero[A]{next=listLoad}\nText.\n::::", "the contract has no operation `listLoad`"],
  ["> :::hero[A]\n> Text.\n> :::", "a hero within something else"],
  ["::::cards\n:::card{icon=lorry}\n[A](/)\n:::\n::::", "no icon `lorry`"],
  ["::::cards\n:::card{icon=truck}\nText.\n:::\n::::", "a card that doesn't begin with a link"],
  ["::::cards\n:::card{op=listLoad}\n[A](/)\n:::\n::::", "the contract has no operation `listLoad`"],
  [":::cards\n- [A](op:listLoad)\n:::", "the contract has no operation `listLoad`"],
  [":::::hero[A]\n- [](op:listLoad)\n:::::", "the contract has no operation `listLoad`"],
  [":::card\n[A](/)\n:::", "a card outside of cards"],
  [":::rules\nText.\n:::", "rules that aren't one list"],
  [":::rules\n- Text\n:::", "a rule that doesn't begin with a link"],
])("%j is refused: %s", async (block, fault) => {
  const { diagnostics } = await build(block);
  expect(diagnostics.map(({ message }) => message)).toEqual([fault]);
});

test("a page without a hero looks the same in any layout", async () => {
  const html = await mainOf("## One\n\n## Two");
  expect(html.indexOf('class="toc"')).toBeLessThan(html.indexOf('class="prose"'));
});
