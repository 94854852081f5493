import { isDeepStrictEqual } from "node:util";

import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, test } from "vitest";

import { parseMarkdown } from "#content/markdown/markdown.ts";

import { randomMarkdown } from "../support/random-markdown.ts";

const whole = unified().use(remarkParse).use(remarkGfm).freeze();

test("skipping parser extensions that a text doesn't need gives the same tree", () => {
  let tables = 0;
  for (const text of randomMarkdown(1_000)) {
    const tree = whole.parse(text);
    if (tree.children.some(({ type }) => type === "table")) tables++;
    expect({ text, isSame: isDeepStrictEqual(parseMarkdown(text), tree) }).toEqual({ text, isSame: true });
  }
  expect(tables).toBeGreaterThan(20);
});
