/*
 * Leads on from the page of an old address, with the query and the fragment that came along. Readers without script
 * are led on by the page itself, without them.
 */
const link = document.querySelector<HTMLAnchorElement>("a[data-moved]");
if (link !== null) location.replace(withOwnSuffix(new URL(link.href), location));

function withOwnSuffix(target: URL, { search, hash }: Location): URL {
  target.search = [target.search, search.slice(1)].filter((part) => part !== "").join("&");
  if (hash !== "") target.hash = hash;
  return target;
}
