import { beforeAll, expect, test } from "vitest";

import { hashFile, toMarker } from "#write/output-folder.ts";

import { buildShippedSite, unlistedRoutes } from "../support/shipped-site.ts";

/* What "unlisted" promises, tested on the finished files of the shipped site, including the marker. */
let files: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  const result = await buildShippedSite({ siteUrl: "https://docs.example.com" });
  const all = [...result.files, toMarker(result.files.map(hashFile))];
  files = new Map(all.map(({ path, content }) => [path, Buffer.from(content).toString("utf8")]));
});

const pathOf = (route: string): string => `${route.slice(1)}/index.html`;
const unlistedPaths = new Set(unlistedRoutes.flatMap((route) => [pathOf(route), `${route.slice(1)}.md`]));

test("unlisted pages are named in no other file: page, sitemap, robots, script, data or marker", () => {
  expect(unlistedRoutes).toHaveLength(6);
  const named = [...files]
    .filter(([path]) => !unlistedPaths.has(path))
    .flatMap(([path, text]) =>
      unlistedRoutes.filter((route) => names(text, route)).map((route) => `${path} names ${route}`),
    );
  expect(named).toEqual([]);
});

test("titles and descriptions of unlisted pages are in no other file", () => {
  const facts = unlistedRoutes.flatMap((route) => {
    const html = files.get(pathOf(route)) ?? "";
    return [/<h1>(.*?)<\/h1>/.exec(html)?.[1], /name="description" content="(.*?)"/.exec(html)?.[1]];
  });
  expect(facts.every((fact) => fact !== undefined && fact.length > 5)).toBe(true);
  const leaks = [...files]
    .filter(([path]) => !unlistedPaths.has(path))
    .flatMap(([path, text]) =>
      facts.filter((fact) => fact !== undefined && text.includes(fact)).map((fact) => `${path}: ${fact}`),
    );
  expect(leaks).toEqual([]);
});

test.each(unlistedRoutes)("%s asks not to be indexed, says what it is, and has no neighbors", (route) => {
  const html = files.get(pathOf(route)) ?? "";
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
  expect(html).toContain("This page is unlisted, but not private.");
  expect(html).not.toContain('class="pagination"');
});

/** In any spelling an address may have in HTML, XML, JSON or script, whole or in parts of a path. */
function names(text: string, route: string): boolean {
  const lower = text.toLowerCase();
  const spellings = [route, encodeURIComponent(route), route.replaceAll("/", "\\/"), route.slice(1)];
  return spellings.some((spelling) => lower.includes(spelling.toLowerCase()));
}
