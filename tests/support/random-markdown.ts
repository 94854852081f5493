import { seededRandom } from "./life/random.ts";

/** Lines that open, close, continue and resemble Markdown constructs. */
// prettier-ignore
const lines: readonly string[] = [
  "", "", "", "words", "more words  ", "# Heading", "## Heading {#id}", "#", "###### Six", "#no heading",
  " # Indented", "Setext\n===", "- item", "- [ ] task", "  continued", "    # code", "1. one", "> quote",
  "> # quoted", "```", "```js", "````", "~~~", "  ```", "- ```", ":::note", ":::", "::::tabs", "::::", ":::tab[x]",
  "  :::", "::leaf{x=y}", ":text[x]", "<div>", "</div>", "<details>", "<!-- x", "-->", "<pre>", "| a | b |",
  "|---|---|", "| 1 | 2 |", "a | b", "- | -", ":-", "a | b\n- | -:", "> | a |\n> |:--|\n> | 1 |", "> a | b",
  "- | a |\n  |---|", "  | 1 |", "|", "\u00a0", "[x]: /y", "[x]", "[^1]", "[^1]: note", "***", "---", "\tindented",
  "line\\", "https://example.com", "me@example.org", "WWW\\.example.com", "me&#64;example.org", "*open",
  "**strong**", "`code", "a `b` c", "\r\nwindows",
];

/** Texts of random lines, the same in every run. */
export function* randomMarkdown(count: number): Generator<string> {
  const { below } = seededRandom(7);
  for (let round = 0; round < count; round++) {
    // A few kinds of lines a text: most texts then have nothing that keeps them whole.
    const kinds = ["", "\n## Heading", ...Array.from({ length: 4 }, () => lines[below(lines.length)])];
    yield Array.from({ length: 3 + below(14) }, () => kinds[below(kinds.length)]).join("\n");
  }
}
