import { expect, test } from "vitest";

import { anchorsLike, missingAnchor } from "#check/page-anchors.ts";
import { readHtml } from "#check/read-html.ts";

test.each([
  ["a text that looks like a tag", `<p title="<a href='/no'>">a &lt;a href="/no"&gt; b</p>`, []],
  ["a comment", `<!-- <a href="/no"> --><a href="/yes">x</a>`, ["/yes"]],
  ["a script", `<script>"<a href='/no'>"</script><a href="/yes">x</a>`, ["/yes"]],
  ["a script from an address", `<script src="/a.js" async></script><a href=/yes>x</a>`, ["/a.js", "/yes"]],
  ["another attribute's value", `<p title=" href='/no' id=no"></p><a class="x" href='/yes'>x</a>`, ["/yes"]],
  ["characters written as references", `<a href="/?a=1&amp;b=&#x26;c">x</a>`, ["/?a=1&b=&c"]],
  ["a title that is never closed", `<title><a href="/no">`, []],
  ["a tag that is never closed", `<a href="/no"`, []],
])("%s is read as a browser reads it", (_, html, addresses) => {
  expect(readHtml(html).references.map(({ address }) => address)).toEqual(addresses);
  expect(readHtml(html).ids).toEqual(new Set());
});

test("an id is published once: on the element it belongs to, else on the first", () => {
  const { html, ids, duplicateIds } = readHtml(
    '<p><a id="op"></a><a id="x"></a>id="x"</p><section class="op" id="op"><b title="t" id="x">b</b><a name="x"></a></section>',
  );
  expect(html).toBe(
    '<p><a></a><a></a>id="x"</p><section class="op" id="op"><b title="t" id="x">b</b><a></a></section>',
  );
  expect([[...ids], duplicateIds]).toEqual([
    ["op", "x"],
    ["op", "x", "x"],
  ]);
  expect(readHtml('<a id="x">1</a><a id="x">2</a><a href="#x">3</a>').html).toBe(
    '<a id="x">1</a><a>2</a><a href="#x">3</a>',
  );
});

test("a link may lead into a fold that is filled when opened", () => {
  const facts = readHtml(`<details data-anchor="get-a~200"><p>See <a href="#b">B</a></p></details>
<section id="b">
  <ul>
    <li id="b.c%20d"><a class="name" href="#b.c%2520d">c d</a> <a href="#e">E</a></li>
    <li id="b.own"><a class="name" href="#b.own">own</a> string <ul><li id="b.own~f"></li></ul></li>
  </ul>
</section>
<section id="e"><ul><li id="e.f"></li><li id="e.ring"><a href="#e">E</a></li></ul></section>`);
  const missing = (anchors: readonly string[]) =>
    anchors.filter((anchor) => missingAnchor(`#${anchor}`, facts) !== null);
  const inside = ["c%2520d", "c%2520d~f", "c%2520d~ring~ring~f", "own~f", "own~~1~x"].map(
    (name) => `get-a~200~${name}`,
  );
  expect(missing(inside)).toEqual([]);
  const outside = [
    "get-a~201~own",
    "get-a~200",
    "get-a~200~f",
    "get-a~200~c%2520d~g",
    "b.c%2520d~f",
    "get-a~200~own~ring",
  ];
  expect(missing(outside)).toEqual(outside);
  expect(anchorsLike("get-a~200~c%20d~rimg", facts)).toContain("get-a~200~c%20d~ring");
});

test("a broken fragment link becomes text in the contract's texts, and stays in a page for its author to fix", () => {
  const link = (origin: string) =>
    `<p><a href="#gone" title="a" data-origin="${origin}">to <img src="/a.png" data-origin="${origin}"><b>it</b></a>, <a href="#here">x</a></p>`;
  const { html, references } = readHtml(`<i id="here"></i>${link("openapi/api.yaml:1:2")}`);
  expect(html).toBe('<i id="here"></i><p><span>to <img src="/a.png"><b>it</b></span>, <a href="#here">x</a></p>');
  expect(references[0]).toEqual({ kind: "link", address: "#gone", origin: "openapi/api.yaml:1:2" });
  expect(readHtml(link("content/a.md:1:2")).html).toContain('<a href="#gone" title="a">to');
});

test("a link into a fold is checked even if sections refer to themselves", () => {
  const facts = readHtml(
    `<details data-anchor="a~200"><a href="#b~c">B</a></details><ul><li id="b"><a href="#b~c">B</a></li></ul>`,
  );
  expect(missingAnchor("#a~200~x", facts)).toBe("a~200~x");
});
