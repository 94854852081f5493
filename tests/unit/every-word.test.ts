import { expect, test } from "vitest";

import { lossesOfPage, lossesOfText } from "../support/lost-words.ts";

/*
 * Every text is published, or a finding says at its line that it isn't. This is checked with the same libraries on their
 * own, without sanitizing or directives. `slow/every-word` does so with real documents.
 */

test.each([
  ["colons", "Needs read:users at 10:30, ratio 16:9, key:value, 见:文档[指南](./p.md) and ::1"],
  ["colons in a title", "# Ratio 16:9 on localhost:3000\n\n[at:10](/x), `a:b`"],
  ["a line of colons", "::1\n\n| 10:30 | a:b |\n|---|---|\n| arn:aws:s3:::b | 1 |"],
  ["numbers of lists beside HTML", "<kbd>x</kbd>\n\n1. a\n\nb\n\n2. c\n3. d"],
  ["attributes", '<ol type="a" start="3" reversed><li value="2">x</li></ol>\n\n<details open>x</details>'],
  ["spans", '<table><tr><th colspan="2" scope="col" headers="h">A</th></tr><tr><td rowspan="2">b</td></tr></table>'],
  ["sizes", '<p align="center"><img src="/x.png" width="3" height="4" alt="x"></p>\n\n<ins datetime="2026">x</ins>'],
  [
    "tags that HTML ignores in text",
    "Put it in <head> or <body>.\n\nA <td> in a <tr>, <input> and <image>\n\n<title> x",
  ],
  ["removed attributes", '<a href="/x" target="_blank" rel="me">x</a>\n\n<b style="x" tabindex="3" data-x="1">b</b>'],
])("every word of a page or contract text is published or reported: %s", (_, text) => {
  expect(lossesOfPage(text)).toEqual([]);
  expect(lossesOfText(text)).toEqual([]);
});

test.each([
  ["a comment", "# Guide <!-- omit in toc -->"],
  ["code, emphasis and a link", "# Use `npm ci` *here* [there](/x)"],
  ["a picture and a break", '# <img src="/l.svg" width="20" alt="x"> A<br>B <sup>beta</sup>'],
  ["an anchor", '# Release <a id="rel"></a> {#own}'],
  ["a definition above", "[b]: https://e.example\n\n# Title [b]"],
])("every word of the first heading is published or reported: %s", (_, text) => {
  expect(lossesOfPage(`${text}\n\nWords.`)).toEqual([]);
});
