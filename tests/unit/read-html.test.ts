import { expect, test } from "vitest";

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
