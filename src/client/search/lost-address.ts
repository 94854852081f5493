import { element } from "./element.ts";
import { loadSearch } from "./site-search.ts";

/** Says on the page of lost addresses which page the address may have meant, and offers to search for its words. */
export async function suggestFor(place: Element, openSearch: (query: string) => void): Promise<void> {
  const query = wordsOfAddress(decodeURI(location.pathname));
  if (query === "") return;
  const button = element("button", { type: "button", class: "button" }, `Search for “${query}”`);
  button.addEventListener("click", () => openSearch(query));
  const { hits } = await (await loadSearch()).search(query);
  const nearest = hits.find(({ href }) => !href.includes("#")) ?? hits[0];
  if (nearest !== undefined) {
    place.append(element("p", {}, "Did you mean ", element("a", { href: nearest.href }, nearest.title), "?"));
  }
  place.append(element("p", {}, button));
}

function wordsOfAddress(path: string): string {
  return path
    .replace(/\.(?:html?|md)$/i, "")
    .replace(/\/index$/, "")
    .replace(/[^\p{L}\p{N}_]+/gu, " ")
    .trim();
}
