import { DomUtils } from "htmlparser2";
import { expect, test } from "vitest";

import { findInMain, proseWords, textOf } from "../support/page-text.ts";
import { buildShippedSite, specifiedRoutes } from "../support/shipped-site.ts";

/** Readers of a guide are tired, so its running text has a limit and a consistent vocabulary. */

const { files } = await buildShippedSite();

function mainOf(route: string): NonNullable<ReturnType<typeof findInMain>> {
  const path = `${route.replace(/^\//, "").replace(/\/?$/, "/")}index.html`.replace(/^\//, "");
  const html = files.find((file) => file.path === path)?.content.toString() ?? "";
  return findInMain(html, null) ?? expect.fail(`no page ${route}`);
}

test.each([
  ["/", 1_020],
  ["/broker-api", 1_430],
  ["/carrier-api", 1_320],
  ["/load-board", 700],
  ["/bulk-approve-self-finance", 750],
])("%s has at most %i words outside code, tables, steps, figures and disclosures", (route, limit) => {
  const { length } = proseWords(mainOf(route));
  expect(length).toBeGreaterThan(limit / 2);
  expect(length).toBeLessThanOrEqual(limit);
});

test.each([
  ["index.md", 2_200],
  ["broker-api.md", 2_500],
  ["bulk-approve-self-finance.md", 1_140],
])("%s has at most %i words outside code blocks, including those in disclosures and tables", (path, limit) => {
  const markdown = files.find((file) => file.path === path)?.content.toString() ?? "";
  const { length } = markdown.replaceAll(/^(```+).*\n[\s\S]*?^\1$/gm, "").split(/\s+/);
  expect(length).toBeGreaterThan(limit / 2);
  expect(length).toBeLessThanOrEqual(limit);
});

test.each(specifiedRoutes)("%s uses the words documents, responses, strings and timeouts, in US English", (route) => {
  const words = textOf(mainOf(route)).match(
    /\b(?:papers|answer(?:s|ed)?|texts|time-outs?|cancelled|labour|colours?)\b/gi,
  );
  expect(words ?? []).toEqual([]);
});

test.each(specifiedRoutes)(
  "%s calls the contract the API document, because contract means a type of agreement here",
  (route) => {
    expect(textOf(mainOf(route)).match(/.{0,40}\bthe contract\b(?! types?\b).{0,40}/gi) ?? []).toEqual([]);
  },
);

const guides = specifiedRoutes.filter((route) => /^\/(broker-api|carrier-api|load-board|bulk)/.test(route));

test.each(guides)("every step of %s says what to check and what to do if it fails", (route) => {
  const names = DomUtils.getElementsByTagName("dt", mainOf(route)).map((name) => DomUtils.textContent(name));
  const [checks, fails] = [
    names.filter((name) => name === "Check"),
    names.filter((name) => name === "If it fails"),
  ].map(({ length }) => length);
  expect(checks).toBeGreaterThanOrEqual(4);
  expect(Math.abs(Number(checks) - Number(fails))).toBeLessThanOrEqual(1);
});
