import { gzipSync } from "node:zlib";

import { Parser } from "htmlparser2";
import { beforeAll, describe, expect, test } from "vitest";

import { readHtml } from "#check/read-html.ts";

import { format } from "../support/build-site.ts";
import { buildShippedSite, sidebarRoutes, specifiedRoutes, unlistedRoutes } from "../support/shipped-site.ts";

/** The shipped `content/` and `openapi/` are test data, too. */
let files = new Map<string, string>();
let findings = "";

beforeAll(async () => {
  const result = await buildShippedSite();
  files = new Map(result.files.map(({ path, content }) => [path, Buffer.from(content).toString()]));
  findings = format(result.diagnostics);
});

function page(route: string): string {
  const path = `${route.replace(/^\//, "").replace(/\/?$/, "/")}index.html`.replace(/^\//, "");
  return files.get(path) ?? expect.fail(`no page ${route} at ${path}`);
}

function menuOf(html: string): string {
  const start = html.indexOf('id="page:menu"');
  return html.slice(start, html.indexOf("</nav>", start));
}

test("it builds without findings", () => {
  expect(findings).toBe("");
});

test.each(specifiedRoutes)("the route %s of the specification exists and has one h1", (route) => {
  expect(page(route).match(/<h1[ >]/g)).toHaveLength(1);
});

test("the not-found page has the specified words", () => {
  expect(files.get("404.html")).toContain("We couldn't find that page. Check the address, or start from");
});

test("the sidebar has exactly the eight pages of the specification", () => {
  const links = [...menuOf(page("/broker-api")).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  // Before the sidebar, the menu repeats the navbar for narrow screens: Docs and API.
  expect(links.slice(0, 2)).toEqual(["/", "/api/"]);
  expect(links.slice(2)).toEqual(sidebarRoutes);
});

test.each([...unlistedRoutes, "/markdown-page"])("%s has no sidebar", (route) => {
  const links = [...menuOf(page(route)).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(["/", "/api/"]);
});

test("titles, navbar, footer and announcement match the specification", () => {
  const html = page("/");
  expect(html).toContain("<title>Introduction | Docs</title>");
  expect(html).toContain("Copyright © 2025");
  expect(html).toContain('<html lang="en" data-theme="light" data-announcement-id="cents-2025">');
});

test("every page is English HTML with a title, one main element and a description", () => {
  for (const route of specifiedRoutes) {
    const html = page(route);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(html.match(/<main[ >]/g), route).toHaveLength(1);
    expect(html, route).toMatch(/<meta name="description" content="[^"]{20,}"/);
  }
});

test("the only inline script applies stored choices, and no page has a style attribute", () => {
  for (const route of specifiedRoutes) {
    const html = page(route);
    expect(html, route).not.toMatch(/ style="/);
    const inline = [...html.matchAll(/<script(?![^>]*(?:src=|application\/json))[^>]*>/g)];
    expect(inline, route).toHaveLength(1);
  }
});

describe("every page is light enough for a slow phone", () => {
  const pages = () => [...files].filter(([path]) => path.endsWith(".html"));

  test("it has at most 10,000 elements", () => {
    for (const [path, html] of pages()) {
      let count = 0;
      const parser = new Parser({ onopentag: () => (count += 1) });
      parser.end(html);
      expect(count, path).toBeLessThanOrEqual(10_000);
    }
  });

  test("every drawing has its own size: it's as large without styles as with them", () => {
    for (const [path, html] of pages())
      for (const [tag] of html.matchAll(/<svg[^>]*>/g)) expect(tag, path).toMatch(/ width="\d.* height="\d/);
  });

  test("it has at most 450 kB before compression", () => {
    for (const [path, html] of pages()) expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(450_000);
  });
});

describe("byte budgets (gzip)", () => {
  const size = (text: string): number => gzipSync(text, { level: 9 }).length;
  const guides = specifiedRoutes.filter((route) => route !== "/api/");

  test.each(guides)("the HTML of %s is at most 21.5 kB", (route) => {
    expect(size(page(route))).toBeLessThanOrEqual(21_500);
  });

  test("a guide is at most 35 kB with everything it loads by itself", () => {
    for (const route of guides) {
      const html = page(route);
      const loads = [...html.matchAll(/<(?:link rel="(?:stylesheet|icon)"|script|img)[^>]* (?:href|src)="([^"]*)"/g)];
      const parts = loads.map(([, path = ""]) => files.get(path.slice(1)) ?? expect.fail(`no file ${path}`));
      expect(parts.length).toBeGreaterThanOrEqual(4);
      expect(
        [html, ...parts].reduce((sum, text) => sum + size(text), 0),
        route,
      ).toBeLessThanOrEqual(35_000);
    }
  });

  test("the HTML of the reference is at most 45 kB", () => {
    expect(size(page("/api/"))).toBeLessThanOrEqual(45_000);
  });

  const loaded = (html: string, pattern: RegExp): string => {
    const path = pattern.exec(html)?.[1] ?? "";
    return files.get(path.slice(1)) ?? expect.fail(`no file ${path}`);
  };

  test("a page loads at most 2 kB of script before the reader interacts", () => {
    const html = page("/");
    const boot = loaded(html, /<script type="module" src="([^"]*)"/);
    const inline = /<script>([^<]*)<\/script>/.exec(html)?.[1] ?? "";
    expect(boot).not.toMatch(/import\s*["'{]|from\s*"/);
    expect(size(boot) + size(inline)).toBeLessThanOrEqual(2_000);
  });

  test("a guide loads at most 8 kB of screen styles, the reference 16 kB, and print and forced colors 1.2 kB", () => {
    const links = (html: string) => [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"([^>]*)>/g)];
    const sizeOfAll = (route: string, medium: RegExp): number =>
      links(page(route))
        .filter(([, , attributes = ""]) => medium.test(attributes))
        .reduce((sum, [, path = ""]) => sum + size(files.get(path.slice(1)) ?? expect.fail(`no file ${path}`)), 0);
    for (const route of guides) expect(sizeOfAll(route, /^(?!.*media=)/), route).toBeLessThanOrEqual(8_000);
    expect(sizeOfAll("/api/", /^(?!.*media=)/)).toBeLessThanOrEqual(16_000);
    expect(sizeOfAll("/", /media="print, \(forced/)).toBeLessThanOrEqual(1_200);
  });

  test("styles never use a page-wide :has(), which would be evaluated again at every change", () => {
    for (const [path, content] of files)
      if (path.endsWith(".css")) expect(content, path).not.toMatch(/(?:html|:root|body)[^\s,{}]*:has\((?!>)/);
  });
});

test("below /docs/ every address of the site has the base", async () => {
  const { files: based, diagnostics } = await buildShippedSite({ baseUrl: "/docs/" });
  expect(format(diagnostics)).toBe("");
  for (const { path, content } of based.filter((file) => file.path.endsWith(".html"))) {
    const addresses = [...content.toString().matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(
      ([, address]) => address ?? "",
    );
    expect(
      addresses.filter((address) => !address.startsWith("/docs/")),
      path,
    ).toEqual([]);
  }
});

test("the link checker reads the same ids and links from every page as a general HTML parser", () => {
  const pages = [...files].filter(([path]) => path.endsWith(".html")).map(([, text]) => text);
  expect(pages.length).toBeGreaterThan(15);
  for (const html of pages) {
    const ids: string[] = [];
    const links: (string | undefined)[] = [];
    const parser = new Parser({
      onopentag(name, attributes) {
        if (attributes["id"] !== undefined) ids.push(attributes["id"]);
        if (name === "a" && attributes["href"] !== undefined) links.push(attributes["href"]);
      },
    });
    parser.end(html);
    const facts = readHtml(html);
    expect([...facts.ids]).toEqual(ids);
    expect(facts.references.filter(({ kind }) => kind === "link").map(({ address }) => address)).toEqual(links);
    expect(facts.html).toBe(html);
  }
});
