import { expect, test } from "vitest";

import { specifiedFacts } from "../fixtures/specified-facts.ts";
import { findInMain, textOf } from "../support/page-text.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** The facts that the pages must state, whatever else their writers change. */

const { files } = await buildShippedSite();
const texts = new Map<string, string>();

/** The browser decides about spaces between elements, so the comparison ignores all spaces. */
function toComparable(text: string): string {
  return text.replaceAll(/\s/g, "");
}

function textAt(location: string): string {
  const known = texts.get(location);
  if (known !== undefined) return known;
  const [route = "", id = null] = location.split("#");
  const path = `${route.replace(/^\//, "").replace(/\/?$/, "/")}index.html`.replace(/^\//, "");
  const element = findInMain(files.find((file) => file.path === path)?.content.toString() ?? "", id);
  const text = toComparable(textOf(element ?? expect.fail(`nothing at ${location}`)));
  texts.set(location, text);
  return text;
}

test.each(specifiedFacts)("%s: %s says so", (_fact, location, words) => {
  const isSaid = textAt(location).includes(toComparable(words));
  expect(isSaid, words).toBe(true);
});
