import * as fc from "fast-check";
import { expect, test } from "vitest";

import { highlightCode } from "#content/highlight/highlight-code.ts";
import { highlightSample } from "#content/highlight/highlight-once.ts";
import { isKnownLanguage, languages } from "#content/highlight/languages.ts";
import { fetchedLanguages, pageLanguages, toCodeSamples } from "#samples/code-samples.ts";
import type { RequestContent } from "#shared/contract/request.ts";

/** The code in short notation: `[tk const ]` for a colored piece. */
function inShort(code: string, language: string): string {
  return highlightCode(code, language)
    .replaceAll(/<c- (\w+)>/g, "[$1 ")
    .replaceAll("</c->", "]");
}

test.each(
  // prettier-ignore
  [
    ["json", '{ "id": "x", "n": 1, "ok": true }', "{ [tk &quot;id&quot;]: [ts &quot;x&quot;], [tk &quot;n&quot;]: [tc 1], [tk &quot;ok&quot;]: [tc true ]}"],
    ["js", "const a = await f(`${b}/c`); // d", "[tk const] a = [tk await ][tf f]([ts `]${b}[ts /c`]); [tm // d]"],
    ["javascript", "{ Accept: new Error() }", "{ Accept: [tk new ][tf Error]() }"],
    ["bash", 'curl "$URL" # now', "[tf curl ][ts &quot;$URL&quot; ][tm # now]"],
    ["python", "def f(a): return None", "[tk def ][tf f](a): [tk return ][tc None]"],
    ["yaml", "a: 1", "[tk a: ][tc 1]"],
    ["html", '<a href="b">c</a>', "&lt;[ts a ][tf href]=[ts &quot;b&quot;]&gt;c&lt;/[ts a]&gt;"],
    ["http", 'GET / HTTP/1.1\nAccept: a/b\n\n{ "c": 1 }', "[tk GET ][ts / ]HTTP/1.1\n[ts Accept]: a/b\n\n{ [tk &quot;c&quot;]: [tc 1 ]}"],
    ["diff", "--- a\n+++ b\n@@ -1 +1 @@\n a\n-b\n+c\n \n+d", "[tm --- a\n+++ b\n][tf @@ -1 +1 @@]\n a\n[td -b]\n[ta +c]\n \n[ta +d]"],
    ["toml", "[a.b]\nc = $D", "[tf [a.b]\n][tk c] = [tc $D]"],
    ["python", "@app.route('/')", "[tf @app.route(][ts '/'][tf )]"],
    ["markdown", "# A\n- b", "[tf # A\n][tk -] b"],
    ["console", "$ npm i", "[tm $ ][tf npm] i"],
  ],
)("%s code gets the colors that the styles define", (language, code, expected) => {
  expect(inShort(code, language)).toBe(expected);
});

test("adjacent pieces of one color are one element, across lines too; a marked line has its own element", () => {
  expect(highlightCode("// a\n  // b\nc", "js")).toBe("<c- tm>// a\n  // b</c->\nc");
  expect(highlightCode("/* a\nb */\nc", "js", new Set([2]))).toBe(
    '<c- tm>/* a</c->\n<span class="marked"><c- tm>b */</c-></span>\nc',
  );
});

test("very long code and code in an unknown language or none is escaped without colors", () => {
  expect(highlightCode("const a = <b>", "brainfuck")).toBe("const a = &lt;b&gt;");
  expect(highlightCode("const a", "constructor")).toBe("const a");
  expect(highlightCode("const a", "")).toBe("const a");
  expect(highlightCode("const a;\n".repeat(10_000), "js")).not.toContain("tk");
});

test("known languages are those with colors and the names for plain text", () => {
  expect(["js", "golang", "text", "", "c#"].filter((name) => !isKnownLanguage(name))).toEqual([]);
  expect(["jsn", "toString", "brainfuck"].filter(isKnownLanguage)).toEqual([]);
});

test.each(languages.flat())("%s has a grammar", (name) => {
  expect(highlightCode(" ", name)).toBe(" ");
});

test("the same code gives the same bytes after any other code", () => {
  const first = highlightCode("a: |\n  b", "yaml");
  highlightCode("<script>const a = 1;</script>", "html");
  expect(highlightCode("a: |\n  b", "yaml")).toBe(first);
});

const bodies: readonly RequestContent[] = [
  { kind: "none" },
  { kind: "json", mediaType: "application/json", value: { next: "/loads/", net: "/http", "/a": 1 } },
  { kind: "text", mediaType: "text/plain", text: "// '/a' /b/ <c>" },
  { kind: "file", mediaType: "text/csv", fileName: "/a/b.csv" },
  {
    kind: "form",
    mediaType: "multipart/form-data",
    parts: [
      { kind: "file", name: "file", fileName: "a.csv", mediaType: "text/csv" },
      { kind: "field", name: "/a", value: "/loads/" },
    ],
  },
];

/** Paths are made of these characters, including all that are special in a sample's language. */
const pathText = fc.string({
  unit: fc.constantFrom(
    ...Array.from("abZ09/-._~:@,;=+&%?#$ '\"`\\{}[]()<>*|!é"),
    ...["//", "/*", "*/", "#{", "${", "{{", "%w[", "/http", "import ", "use strict", "class ", "null", "0x1f"],
  ),
  maxLength: 16,
});

test("samples have their code's colors, whatever their paths are and whatever was highlighted before", () => {
  const base = fc.constantFrom(
    { variable: "API_BASE", address: "" },
    { variable: null, address: "https://a.example/loads/#{b}'\"`" },
  );
  const path = fc.oneof(fc.constantFrom("", "/", "http", "loads/", "path-of-the-request"), pathText);
  const method = fc.constantFrom("get", "post");
  const query = fc.array(fc.record({ name: pathText, value: pathText }), { maxLength: 1 });
  fc.assert(
    fc.property(fc.record({ method, query, path, body: fc.constantFrom(...bodies) }), base, (call, server) => {
      const stated = { headers: [{ name: "Accept", value: "application/json" }], credentials: [] };
      const request = { ...stated, ...call, path: `/${call.path}` };
      for (const sample of toCodeSamples(request, server, [...pageLanguages, ...fetchedLanguages]))
        expect(highlightSample(sample.code, sample.language, sample.path)).toBe(
          highlightCode(sample.code, sample.language),
        );
    }),
    { numRuns: 200 },
  );
});

test("JSON gets the same colors as from the grammar, which is used only if there is a comment", () => {
  const comment = "//";
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 3 }), fc.constantFrom(":", " :"), (value, indent, colon) => {
      const code = JSON.stringify(value, null, indent).replaceAll('":', `"${colon}`);
      const highlighted = highlightCode(code + comment, "json");
      expect(highlightCode(code, "json")).toBe(highlighted.replace(`<c- tm>${comment}</c->`, ""));
    }),
    { numRuns: 500 },
  );
});
