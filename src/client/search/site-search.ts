import type { IconName } from "#shared/icon-paths.ts";
import { decodePercent } from "#shared/percent.ts";
import { guessPage, type KnownPage, wordsOfAddress } from "#shared/search/guess-page.ts";
import {
  type IndexedTerm,
  searchFilePath,
  type SearchManifest,
  type StoredRecord,
} from "#shared/search/search-index.ts";
import { type SearchAnswer, Searcher } from "#shared/search/searcher.ts";

import { element } from "../dom.ts";
import { toIcon } from "./result-list.ts";

/** The search for a page: of the API version that it documents, or else of the default version. */
export interface SiteSearch {
  readonly start: SearchManifest["start"];
  readonly search: (query: string) => Promise<SearchAnswer>;
}

const most = 20;

/** Fetches the data for the first results. Scripts are in `assets/`, one level below the site's base. */
export async function loadSearch(): Promise<SiteSearch> {
  const { indexes, synonyms, start } = await fetchJson<SearchManifest>("search.json");
  const [index] = [
    ...indexes.filter(({ root }) => isHere(root)).sort((a, b) => b.root.length - a.root.length),
    ...indexes,
  ];
  if (index === undefined) throw new Error("there is no index");
  const files = {
    terms: async (name: string) => fetchJson<readonly IndexedTerm[]>(searchFilePath(name)),
    records: async (name: string) => fetchJson<readonly StoredRecord[]>(searchFilePath(name)),
  };
  const searcher = new Searcher(index, files, synonyms);
  const near = isHere(index.root) ? (["operation", "field"] as const) : [];
  return { start, search: async (query) => searcher.search(query, { near, most }) };
}

function isHere(root: string): boolean {
  return root !== "" && `${location.pathname}/`.startsWith(root);
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(new URL(`../${path}`, import.meta.url));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response.json();
}

/** In characters, as many as fit into the drawing above the text. */
const maxDrawn = 40;

/** Suggests a page on the not-found page, and offers to search for the address's words. */
export async function suggestFor(host: Element, openSearch: (query: string) => void): Promise<void> {
  const address = decodePercent(location.pathname) ?? "";
  document
    .querySelector(".lost > .gone")
    ?.append(address.length > maxDrawn ? `${address.slice(0, maxDrawn)}…` : address);
  const { known, indexes } = await fetchJson<SearchManifest>("search.json");
  const base = new URL("..", import.meta.url).pathname;
  drawIcons(base, indexes);
  const query = wordsOfAddress(address, " ");
  if (query === "") return;
  const button = element("button", { type: "button" }, `Search for “${query}”`);
  button.addEventListener("click", () => openSearch(query));
  const pages = await fetchJson<readonly KnownPage[]>(searchFilePath(known));
  const guess = guessPage(location.pathname, base, pages);
  // Both cases take one row, which the styles reserve.
  if (guess === null) {
    host.append(rowsTitle("Look for it"), linkRow(button, "In guides, operations, and fields"));
  } else {
    const [href, title, description] = guess;
    host.append(rowsTitle("Did you mean", button), linkRow(element("a", { href }, title), description));
  }
  drawIcons(base, indexes);
}

function rowsTitle(...parts: readonly (string | Node)[]): HTMLElement {
  return element("p", { class: "rows-title" }, ...parts);
}

function linkRow(link: HTMLElement, words: string): HTMLElement {
  return element("ul", {}, element("li", {}, link, element("br"), words));
}

function drawIcons(base: string, indexes: SearchManifest["indexes"]): void {
  const nameOf = (path: string): IconName => {
    if (path === base) return "home";
    return indexes.some(({ root }) => root !== "" && `${path}/`.startsWith(root)) ? "code" : "page";
  };
  for (const row of document.querySelectorAll(".layout-not-found li:not(:has(> .icon))")) {
    const link = row.querySelector("a");
    row.prepend(toIcon(link === null ? "search" : nameOf(link.pathname)));
  }
}
