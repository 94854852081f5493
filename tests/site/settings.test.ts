import { expect, test } from "vitest";

import { buildSite, format } from "../support/build-site.ts";

const contract = `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /pets:
    get: { operationId: listPets, summary: List, responses: { "200": { description: ok } } }
`;

const page = { "content/index.md": "# Home\n" };

/** The findings in settings: position, message and hint. */
async function findings(yaml: string, files: Readonly<Record<string, string>> = page) {
  const { diagnostics } = await buildSite({ ...files, "content/site.yaml": yaml });
  return diagnostics.map(({ message, position, hint }) => {
    const at = `${position?.line ?? 0}:${position?.column ?? 0}`;
    return `${at} ${message}${hint === null ? "" : ` — ${hint}`}`;
  });
}

test.each([
  [
    'title: "Docs\nnavbar:\n  - label: Docs\n    to: /\n',
    "1:8 YAML: the quote that opens here isn't closed — write \" where the text ends",
  ],
  [
    "sidebar: [/, /a\ntitle: X\n",
    "1:10 YAML: the `[` that opens here isn't closed — write ] where it ends, or put it in quotes if it is text",
  ],
  [
    'accent: { light: #0a666b, dark: "#0a666b" }\ntitle: X\n',
    "1:18 YAML: a # after a space begins a comment: the rest of the line isn't part of the value — put the text in quotes",
  ],
  [
    "sidebar: [/, # the first\n  /a\ntitle: X\n",
    "1:10 YAML: the `[` that opens here isn't closed — write ] where it ends, or put it in quotes if it is text",
  ],
  [
    "title: Docs\ntagline\n",
    "2:1 YAML: a line without a key — write `key: value`, or indent what continues the line above",
  ],
  ["footer:\n  links:\n\t- label: Docs\n", "3:1 YAML: a tab in the indentation — indent with spaces"],
  [
    "navbar:\n  - label: Docs\n   to: /\n",
    "3:4 YAML: the indentation fits no line above — indent it as its neighbors are",
  ],
  ["title: Docs: the best\n", "1:8 YAML: a second `: ` in the line — put the text in quotes"],
  ["title: Docs\n  description: x\n", "2:3 YAML: the indentation fits no line above — indent it as its neighbors are"],
  [
    "title: A\n<<<<<<< HEAD\nurl: b\n=======\nurl: c\n>>>>>>> other\n",
    "2:1 YAML: an unresolved merge begins here — keep what is right, and remove the lines with <<<<<<<, ======= and >>>>>>>",
  ],
  ["title: @docs\n", "1:8 YAML: a text can't start with @ — put the text in quotes"],
])("a mistake in YAML is one finding, where it was made: %j", async (yaml, finding) => {
  expect(await findings(yaml)).toEqual([finding]);
});

test.each([
  ["title: 12", "1:1 `title` must be a text, not `12` — put it in quotes"],
  ["title:", "1:1 `title` has no value — write a text, or remove the line"],
  ["colorMode: drak", "1:1 `colorMode` must be light, dark or system, not `drak` — did you mean `dark`?"],
  ["title:Docs", "1:1 this must be a mapping of keys to values, not `title:Docs` — write a space after the colon"],
  ["sidebar: /", "1:1 `sidebar` must be a list, not `/` — write `- /` on the next line"],
  ["sidebar:\n  -/", "1:1 `sidebar` must be a list, not `-/` — write a space after each -"],
  ["footer: { Imprint: / }", "1:11 unknown key `Imprint` — the keys here are `links`, `columns` and `copyright`"],
  ["navbar: /", "1:1 `navbar` must be a list, not `/` — write its entries like `- { label: …, to: … }`"],
  [
    "navbar: [/]",
    "1:10 an entry of `navbar` must be a mapping of keys to values, not `/` — write `{ label: …, to: … }`",
  ],
  [
    "redirects: { /old: / }",
    "1:1 `redirects` must be a list, not a mapping — write its entries like `- { from: …, to: … }`",
  ],
  ["logo: /a.svg", "1:1 `logo` must be a mapping of keys to values, not `/a.svg` — write `{ light: … }`"],
  [
    'explorer: { customServer: "true" }',
    "1:13 `explorer.customServer` must be true or false, not `true` — write true without quotes",
  ],
  ["explorer: { customServer: no }", "1:13 `explorer.customServer` must be true or false, not `no` — write false"],
  ["samples: { languages: [] }", "1:12 `samples.languages` needs at least 1 entry, and has none"],
  ["search: { synonyms: [[a]] }", "1:22 an entry of `search.synonyms` needs at least 2 entries, and has 1"],
  ["search: { synonyms: [a] }", "1:22 an entry of `search.synonyms` must be a list, not `a` — write [a, …]"],
  [
    "support: { name: A, url: help }",
    "1:21 `support.url` must be an http or https address, or a page, like /help, not `help`",
  ],
  ["support: { name: A, email: me }", "1:21 `support.email` must be an email address, not `me`"],
  ["baseUrl: https://example.com/docs/", "1:1 `baseUrl` must be a path, like /docs/, not `https://example.com/docs/`"],
  [
    "url: https://example.com/?a",
    "1:1 `url` must be an address that paths can follow, without ? and #, not `https://example.com/?a`",
  ],
  ["language: english", "1:1 `language` must be the tag of a language, like en or pt-BR, not `english`"],
  ["sandbox: false", "1:1 `sandbox` must be a file in openapi/, or none, not `false`"],
  [
    "navbar:\n  - label: Docs",
    "2:5 `navbar.to` is missing — it must be a route or an address; a menu has `items` instead",
  ],
  ["navbar:\n  - label: Docs\n    too: /", "3:5 unknown key `too` — did you mean `to`?"],
  ["layout: page", "1:1 `layout` isn't a key here — docs-build explain settings says where it belongs"],
  [
    "severities:\n  link/brokn: off",
    "2:3 `severities.link/brokn`: no such diagnostic code (docs-build explain lists them) — did you mean `link/broken`?",
  ],
])("a wrong setting is explained in a writer's words: %j", async (yaml, finding) => {
  expect(await findings(yaml)).toEqual([finding]);
});

test("the search's popular pages are checked like links, with anchors", async () => {
  const yaml =
    "search:\n  popular:\n    - /\n    - /nope\n    - /#glosary\n    - '#glossary'\n    - javascript:alert(1)\n";
  expect(await findings(yaml, { "content/index.md": "# Home\n\n## Glossary\n" })).toEqual([
    "4:7 there is no page or file `/nope`",
    "5:7 the page `/` has no anchor `#glosary` — try /#glossary",
    "7:7 a link with the scheme `javascript:` is published as plain text — links may use http, https, mailto and tel",
  ]);
});

test("correct settings next to a wrong one still apply, and links aren't checked while addresses are unknown", async () => {
  const files = {
    "content/index.md": "# Home\n\n[old](/old) [reference](/reference/) [operation](op:listPets)\n",
    "openapi/a.yaml": contract,
    "openapi/b.yaml": contract,
  };
  const contracts = "contracts:\n  - { id: a, document: openapi/a.yaml, route: /reference/ }\n";
  const rest = `${contracts}redirects:\n  - { from: /old, to: / }\n`;
  expect(await findings(rest, files)).toEqual([]);
  expect(await findings(`tilte: Docs\nlanguage: 1\n${rest}`, files)).toEqual([
    "1:1 unknown key `tilte` — did you mean `title`?",
    "2:1 `language` must be a text, not `1` — put it in quotes",
  ]);
  expect(await findings(`${rest}  - from: /x\n`, files)).toEqual(["5:5 `redirects.to` is missing — it must be a text"]);
  expect(await findings(`title: "Docs\n${rest}`, files)).toHaveLength(1);
});

test("a mistake in front matter keeps the page at its address", async () => {
  const site = await buildSite({
    "content/index.md": "# Home\n\n[Start](/start)\n",
    "content/guide.md": "---\ntitle: a: b\nslug: /start\n---\n\nText\n",
  });
  expect(format(site.diagnostics)).toBe("error content/guide.md:2:8 content/front-matter (put the text in quotes)");
});

test("front matter that isn't closed, isn't at the top, or is TOML or JSON is an error", async () => {
  const site = await buildSite({
    "content/index.md": "---\ntitle: Home\n\nText\n",
    "content/guide.md": "\n---\ntitle: Guide\n---\n\nText\n",
    "content/licensed.md":
      "<!-- License\n-- of this -->\n<!-- b -->\n\n---\ntitle: Guide\naliases:\n  - /x\n---\n\nText\n",
    "content/json.md": '{\n  "title": "Guide",\n  "menu": { "weight": 1 }\n}\n\nText\n',
    "content/toml.md": '+++\ntitle = "Guide"\n\n[menu]\nweight = 1\n+++\n\nText\n',
  });
  expect(format(site.diagnostics)).toMatchInlineSnapshot(`
    "error content/guide.md:2:1 content/front-matter (remove what's above it)
    error content/index.md:1:1 content/front-matter (write --- below its last key)
    error content/json.md:1:1 content/front-matter (write it as YAML: --- for { and }, \`title: …\` for \`"title": …,\`)
    error content/licensed.md:5:1 content/front-matter (move what's above it below it)
    error content/toml.md:1:1 content/front-matter (write it as YAML: --- for +++, \`title: …\` for \`title = …\`)"
  `);
});

test("a line below a comment, or +++ at the top, isn't mistaken for front matter", async () => {
  const site = await buildSite({
    "content/index.md": "<!-- a -->\n\n---\nNote: read this.\n\nText\n",
    "content/plus.md": "+++\n\na = b\n",
  });
  expect(format(site.diagnostics)).toBe("");
});

test("a fault in a text of the settings is reported on its own line", async () => {
  const yaml = `contracts:
  - id: a
    document: openapi/a.yaml
    route: /api/
    notice: |
      Line one.

      See [x](/nope) and ![y]() and <script>z</script>.
announcement: { id: a, text: "[x](/nope)" }
`;
  const found = await findings(yaml, { ...page, "openapi/a.yaml": contract });
  expect(found.map((finding) => finding.split(" ")[0])).toEqual(["8:11", "8:26", "8:37", "9:30"]);
});

test.each([
  ["url: https://you.example/repo/", {}, "/repo/"],
  ["url: https://you.example/repo\nbaseUrl: /repo", {}, "/repo/"],
  ["url: https://you.example", { siteUrl: "https://you.example/repo" }, "/repo/"],
  ["url: https://you.example/repo/", { baseUrl: "/preview/" }, "/preview/"],
  ["url: https://you.example", { baseUrl: "/docs/" }, "/docs/"],
  ["url: https://you.example/docs", { baseUrl: "/docs/" }, "/docs/"],
])("the path of the site's address is its base URL: %s %o", async (settings, flags, base) => {
  const { diagnostics, read } = await buildSite(
    { "content/site.yaml": `${settings}\n`, "content/index.md": "# Home\n\n[x](/a)\n", "content/a.md": "# A\n" },
    flags,
  );
  expect(format(diagnostics)).toBe("");
  expect(read("index.html")).toContain(`<a href="${base}a">x</a>`);
  expect(read("index.html")).toContain(`<link rel="canonical" href="https://you.example${base}"/>`);
});

test.each([
  ["url: https://you.example/repo/\nbaseUrl: /docs/", {}],
  ["url: https://you.example/a/docs/\nbaseUrl: /docs/", {}],
  ["baseUrl: /docs/", { siteUrl: "https://you.example/repo/" }],
])("an address and a base URL that disagree are an error: %s %o", async (settings, flags) => {
  const { diagnostics } = await buildSite(
    { "content/site.yaml": `${settings}\n`, "content/index.md": "# Home" },
    flags,
  );
  expect(format(diagnostics)).toMatch(
    /^error content\/site\.yaml:1:\d+ config\/invalid \(write the path in one of them/,
  );
});
