/*
 * Redirects from an old address, with its query and fragment. Without script the page itself redirects, without them.
 */
const link = document.querySelector<HTMLAnchorElement>("a[data-moved]");
if (link !== null) location.replace(withOwnSuffix(new URL(link.href), location));

function withOwnSuffix(target: URL, { search, hash }: Location): URL {
  target.search = [target.search, search.slice(1)].filter((part) => part !== "").join("&");
  if (hash !== "") target.hash = hash;
  return target;
}
