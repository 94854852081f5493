import { distance } from "fastest-levenshtein";

import { decodePercent } from "../percent.ts";

/** A page's address from the host's root, and its description or an empty text. */
export type KnownPage = readonly [href: string, title: string, description: string];

/**
 * The page that a lost address was most likely to be: by its whole path, then by what it would be called. Null when none is
 * near: a wrong guess is worse than none. `base` is the path that the site is served below.
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

/** The words of an address in lower case, with what separates its segments; without what tools append to pages. */
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

/** Of three characters one may be wrong. */
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
