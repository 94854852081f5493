import { expect, test } from "vitest";

import { highlightCode } from "#content/draft/highlight-code.ts";
import { isKnownLanguage } from "#content/draft/languages.ts";

/** The same code in short: `[tk const ]` for a colored piece. */
function inShort(code: string, language: string): string {
  return highlightCode(code, language)
    .replaceAll(/<span class="line">(.*)<\/span>/g, "$1")
    .replaceAll(/<span class="(\w+)">/g, "[$1 ")
    .replaceAll("</span>", "]");
}

test.each([
  [
    "json",
    '{ "id": "x", "n": 1, "ok": true }',
    "{ [tk &quot;id&quot;]: [ts &quot;x&quot;], [tk &quot;n&quot;]: [tc 1], [tk &quot;ok&quot;]: [tc true ]}",
  ],
  ["js", "const a = await f(`${b}/c`); // d", "[tk const] a = [tk await ][tf f]([ts `]${b}[ts /c`]); [tm // d]"],
  ["javascript", "{ Accept: new Error() }", "{ Accept: [tk new ][tf Error]() }"],
  ["bash", 'curl "$URL" # now', "[tf curl ][ts &quot;$URL&quot; ][tm # now]"],
  ["python", "def f(a): return None", "[tk def ][tf f](a): [tk return ][tc None]"],
  ["yaml", "a: 1", "[tk a: ][tc 1]"],
  ["html", '<a href="b">c</a>', "&lt;[ts a ][tf href]=[ts &quot;b&quot;]&gt;c&lt;/[ts a]&gt;"],
  [
    "http",
    'GET / HTTP/1.1\nAccept: a/b\n\n{ "c": 1 }',
    "[tk GET ][ts / ]HTTP/1.1\n[ts Accept]: a/b\n\n{ [tk &quot;c&quot;]: [tc 1 ]}",
  ],
])("%s has the colors that the styles know", (language, code, expected) => {
  expect(inShort(code, language)).toBe(expected);
});

test("every line is an element of its own, a comment of several lines too, and marked lines say so", () => {
  expect(highlightCode("/* a\nb */\nc", "js", new Set([2]))).toBe(
    '<span class="line"><span class="tm">/* a</span></span>\n<span class="line marked"><span class="tm">b */</span></span>\n<span class="line">c</span>',
  );
});

test("code in an unknown language, without one, and very long code is escaped and has no colors", () => {
  expect(highlightCode("const a = <b>", "brainfuck")).toBe('<span class="line">const a = &lt;b&gt;</span>');
  expect(highlightCode("const a", "constructor")).toBe('<span class="line">const a</span>');
  expect(highlightCode("const a", "")).toBe('<span class="line">const a</span>');
  expect(highlightCode("const a;\n".repeat(10_000), "js")).not.toContain("tk");
});

test("known are the languages with colors and the words for plain text", () => {
  expect(["js", "golang", "text", "", "c#"].filter((name) => !isKnownLanguage(name))).toEqual([]);
  expect(["jsn", "toString", "brainfuck"].filter(isKnownLanguage)).toEqual([]);
});

test("the same code gives the same bytes, whatever came before", () => {
  const first = highlightCode("a: |\n  b", "yaml");
  highlightCode("<script>const a = 1;</script>", "html");
  expect(highlightCode("a: |\n  b", "yaml")).toBe(first);
});
