/*
 * Redirects from an old address, with its query and fragment. Without script the page itself redirects, without them.
 */
const link = document.querySelector<HTMLAnchorElement>("a[data-moved]");
if (link !== null) {
  const target = new URL(link.href);
  target.search = [target.search, location.search.slice(1)].filter((part) => part !== "").join("&");
  if (location.hash !== "") target.hash = location.hash;
  location.replace(target);
}
