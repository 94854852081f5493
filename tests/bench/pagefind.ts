import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { searchQueries } from "../fixtures/search-queries.ts";
import { serveFolder } from "../support/serve-folder.ts";
import { runNode } from "./measure.ts";

/* Pagefind on a site that docs-build made. */

/** Indexes the site, with the anchors of the reference's sections on their headings, where it looks for them. */
export async function addPagefind(dist: string, modules: string): Promise<void> {
  const reference = join(dist, "api/index.html");
  const html = await readFile(reference, "utf8").catch(() => null);
  if (html !== null) await writeFile(reference, withIdsOnHeadings(html));
  runNode([join(modules, "pagefind/lib/runner/bin.cjs"), "--site", dist, "--root-selector", "main"], dist);
  if (html !== null) await writeFile(reference, html);
  await writeFile(join(dist, "pagefind.html"), searchPage);
}

function withIdsOnHeadings(html: string): string {
  return html.replaceAll(/(<section[^>]*) id="([^"]+)"([^>]*>(?:(?!<section)[\s\S])*?<h[23])(?=[ >])/g, '$1$3 id="$2"');
}

/** A page of its own for the search: the other pages' policy forbids WebAssembly. */
const searchPage = `<!doctype html><link rel="icon" href="data:,"><input><ul></ul><script type="module">
let library;
const [field, list] = document.querySelectorAll("input, ul");
field.addEventListener("input", async () => {
  library ??= await import("/pagefind/pagefind.js");
  const { results } = await library.search(field.value);
  const pages = await Promise.all(results.slice(0, 5).map((result) => result.data()));
  list.innerHTML = pages.map(({ url, excerpt }) => "<li><a href=" + url + ">" + excerpt + "</a></li>").join("");
});
</script>`;

/**
 * How many of the tests' queries it answers on this repository's site: what must be found is among the three best sections
 * of its first three pages. What we answer is in tests/site/search.test.ts.
 */
export async function countAnswers(browser: Browser, dist: string): Promise<{ answered: number; asked: number }> {
  await using server = await serveFolder(dist);
  const page = await browser.newPage();
  await page.goto(`${server.origin}/pagefind.html`);
  // Fields have no headings.
  const asked = searchQueries.filter(([, wanted]) => wanted.every((href) => !/#.*\./.test(href)));
  let answered = 0;
  for (const [query, wanted] of asked) {
    const found = await placesOf(page, query);
    if (wanted.every((href) => found.includes(href.replace(/^(\/[^#]*[^#/])(?=#|$)/, "$1/")))) answered += 1;
  }
  return { answered, asked: asked.length };
}

async function placesOf(page: Page, words: string): Promise<readonly string[]> {
  return page.evaluate(async (query) => {
    const address = "/pagefind/pagefind.js";
    const library = await import(address);
    const { results } = await library.search(query);
    const byMatches = (a: Section, b: Section): number => b.locations.length - a.locations.length;
    const places: string[] = [];
    for (const result of results.slice(0, 3)) {
      const { url, sub_results: sections } = await result.data();
      const best = sections.toSorted(byMatches).slice(0, 3);
      places.push(url, ...best.map((section: Section) => section.url));
    }
    return places;
  }, words);
}

interface Section {
  readonly url: string;
  readonly locations: readonly number[];
}
