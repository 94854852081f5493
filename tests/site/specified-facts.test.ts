import { expect, test } from "vitest";

import { specifiedFacts } from "../fixtures/specified-facts.ts";
import { findInMain, textOf } from "../support/page-text.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** The checklist of what the pages must say, whatever else their writers change. */

const { files } = await buildShippedSite();
const texts = new Map<string, string>();

/** Spaces between elements are the browser's, so none is compared. */
function toComparable(text: string): string {
  return text.replaceAll(/\s/g, "");
}

function textAt(place: string): string {
  const known = texts.get(place);
  if (known !== undefined) return known;
  const [route = "", id = null] = place.split("#");
  const path = `${route.replace(/^\//, "").replace(/\/?$/, "/")}index.html`.replace(/^\//, "");
  const element = findInMain(files.find((file) => file.path === path)?.content.toString() ?? "", id);
  const text = toComparable(textOf(element ?? expect.fail(`nothing at ${place}`)));
  texts.set(place, text);
  return text;
}

test.each(specifiedFacts)("%s: %s says so", (_fact, place, words) => {
  const isSaid = textAt(place).includes(toComparable(words));
  expect(isSaid, words).toBe(true);
});
