import { distance } from "fastest-levenshtein";

import { decodePercent } from "../percent.ts";

/** A page's address from the host's root, with its description or an empty text. */
export type KnownPage = readonly [href: string, title: string, description: string];

/**
 * Guesses the page that a lost address means, by its path and then by its name. Null if no page is similar, because a
 * wrong guess is worse than none. `base` is the site's base URL.
 */
export function guessPage(pathname: string, base: string, pages: readonly KnownPage[]): KnownPage | null {
  const below = (path: string): string => decodePercent(path.startsWith(base) ? path.slice(base.length) : path) ?? "";
  const path = wordsOfAddress(below(pathname), "/");
  const [whole, last] = [path.replaceAll("/", " "), path.slice(path.lastIndexOf("/") + 1)];
  return (
    closest(path, pages, ([href]) => wordsOfAddress(below(href), "/")) ??
    closest(whole, pages, ([, title]) => wordsOfAddress(title, " ")) ??
    closest(last, pages, ([, title]) => wordsOfAddress(title, " "))
  );
}

/**
 * The words of an address in lower case, with the separators of its segments, and without endings that tools append.
 */
export function wordsOfAddress(path: string, separator: string): string {
  const segments = path
    .toLowerCase()
    .replace(/\.(?:html?|md)$/, "")
    .replace(/\/index$/, "")
    .split("/");
  return segments
    .map((segment) => segment.replaceAll(/[^\p{L}\p{N}_]+/gu, " ").trim())
    .filter((segment) => segment !== "")
    .join(separator);
}

/** One character in three may differ. */
const farthest = 1 / 3;

function closest(address: string, pages: readonly KnownPage[], nameOf: (page: KnownPage) => string): KnownPage | null {
  const near = pages
    .map((page) => ({ page, name: nameOf(page) }))
    .filter(({ name }) => address !== "" && name !== "")
    .map(({ page, name }) => ({ page, share: distance(address, name) / Math.max(address.length, name.length) }))
    .filter(({ share }) => share < farthest);
  const [best] = near.sort((a, b) => a.share - b.share);
  return best?.page ?? null;
}
