import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { expect, test } from "vitest";

import { parseMarkdown } from "#content/draft/markdown.ts";
import { SectionMemory, splitSections } from "#content/section-memory.ts";
import { packageRoot } from "#package.ts";

test("a text is split before the headings that follow an empty line", () => {
  expect(splitSections("One.\n\n# Two\nmore\n\n## Three\n")).toEqual(["One.\n\n", "# Two\nmore\n\n", "## Three\n"]);
});

test.each([
  ["in fenced code", "# A\n\n```sh\n\n# comment\n```\n"],
  ["in code fenced with more", "# A\n\n````\n```\n\n# comment\n```\n````\n"],
  ["in a directive", ":::note\n\n# Inside\n\n:::\n"],
  ["in nested directives", "::::tabs\n:::tab[x]\n\n# Inside\n:::\n\n# Still inside\n\n::::\n"],
  ["right after a paragraph", "words\n# Heading\n"],
])("what looks like a heading %s does not split it", (_, text) => {
  expect(splitSections(text)).toEqual([text]);
});

test.each([
  ["definitions", "# A\n\n[x]\n\n# B\n\n[x]: /y\n"],
  ["footnotes", "# A\n\nwords[^1]\n\n# B\n\n[^1]: note\n"],
  ["comments", "# A\n\n<!--\n\n# B\n\n-->\n"],
  ["fences in lists", "- ~~~\n  x\n  ~~~\n\n~~~\n\n# B\n~~~\n"],
])("a text with %s stays whole", (_, text) => {
  expect(splitSections(text)).toEqual([text]);
});

test(
  "every page and block of the shipped site gives the same tree by sections, again and again",
  { timeout: 60_000 },
  () => {
    const folder = join(packageRoot, "content");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
    const memory = new SectionMemory();
    let sections = 0;
    for (const file of files) {
      const text = readFileSync(join(folder, file), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
      sections += splitSections(text).length;
      const whole = parseMarkdown(text);
      const isSame = [1, 2, 3].every(() => isDeepStrictEqual(memory.parse(text), whole));
      expect({ file, isSame }).toEqual({ file, isSame: true });
    }
    expect(sections).toBeGreaterThan(files.length * 3);
  },
);

/** Lines that open, close, continue and look like what Markdown has. */
const lines = [
  "",
  "",
  "",
  "words",
  "more words  ",
  "# Heading",
  "## Heading {#id}",
  "#",
  "###### Six",
  "#no heading",
  " # Indented",
  "Setext\n===",
  "- item",
  "- [ ] task",
  "  continued",
  "    # code",
  "1. one",
  "> quote",
  "> # quoted",
  "```",
  "```js",
  "````",
  "~~~",
  "  ```",
  "- ```",
  ":::note",
  ":::",
  "::::tabs",
  "::::",
  ":::tab[x]",
  "  :::",
  "::leaf{x=y}",
  ":text[x]",
  "<div>",
  "</div>",
  "<details>",
  "<!-- x",
  "-->",
  "<pre>",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "[x]: /y",
  "[x]",
  "[^1]",
  "[^1]: note",
  "***",
  "---",
  "\tindented",
  "line\\",
  "https://example.com",
  "me@example.org",
  "WWW\\.example.com",
  "me&#64;example.org",
  "*open",
  "**strong**",
  "`code",
  "a `b` c",
  "\r\nwindows",
];

/** A small generator of numbers that look random and are always the same. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("random Markdown gives the same tree by sections", { timeout: 60_000 }, () => {
  const random = createRandom(7);
  let split = 0;
  for (let round = 0; round < 300; round++) {
    // A few kinds of lines a text: most texts then have nothing that keeps them whole.
    const kinds = ["", "\n## Heading", ...Array.from({ length: 4 }, () => lines[random(lines.length)])];
    const text = Array.from({ length: 3 + random(14) }, () => kinds[random(kinds.length)]).join("\n");
    if (splitSections(text).length > 1) split++;
    const tree = parseMarkdown(text);
    const memory = new SectionMemory();
    const bySections = [1, 2, 3].map(() => memory.parse(text));
    expect({ text, isSame: bySections.every((other) => isDeepStrictEqual(other, tree)) }).toEqual({
      text,
      isSame: true,
    });
  }
  expect(split).toBeGreaterThan(90);
});
