import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { expect, test } from "vitest";

import { parsePage } from "#content/markdown/markdown.ts";
import { SectionMemory, splitSections } from "#content/section-memory.ts";
import { packageRoot } from "#package.ts";

import { randomMarkdown } from "../support/random-markdown.ts";

const names = ["badge", "cents", "keep", "support", "text", "value"];

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

test("every page and block of the shipped site gives the same tree by sections, again and again", () => {
  const folder = join(packageRoot, "content");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const memory = new SectionMemory();
  let sections = 0;
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
    sections += splitSections(text).length;
    const whole = parsePage(text, names);
    const isSame = [1, 2, 3].every(() => isDeepStrictEqual(memory.parse(text, names), whole));
    expect({ file, isSame }).toEqual({ file, isSame: true });
  }
  expect(sections).toBeGreaterThan(files.length * 3);
});

test("random Markdown gives the same tree by sections", () => {
  let split = 0;
  for (const text of randomMarkdown(300)) {
    if (splitSections(text).length > 1) split++;
    const tree = parsePage(text, names);
    const memory = new SectionMemory();
    const bySections = [1, 2, 3].map(() => memory.parse(text, names));
    expect({ text, isSame: bySections.every((other) => isDeepStrictEqual(other, tree)) }).toEqual({
      text,
      isSame: true,
    });
  }
  expect(split).toBeGreaterThan(90);
});
