import { type AnchorFile, createAnchorFinder, readAnchorFile } from "#shared/contract/foreign-anchors.ts";
import { pageOf } from "#shared/contract/reference.ts";

/**
 * Leads on to the place that an address names and this page doesn't have: it is on another page of the reference, or named
 * as another tool does. What nobody knows stays where it is.
 */
export async function followAnchor(source: string, name: string): Promise<void> {
  const response = await fetch(source);
  if (!response.ok) return;
  const file: AnchorFile = await response.json();
  const parts = readAnchorFile(file);
  const anchor = name.replace(/^try-([^=]+).*$/s, "$1");
  const page = pageOf(anchor, parts.hrefByAnchor);
  const renamed = page === undefined ? createAnchorFinder(parts)(name) : null;
  const href = page ?? parts.hrefByAnchor.get(renamed ?? "");
  if (href === undefined) return;
  const target = new URL(
    renamed === null ? href + location.hash : `${href}#${encodeURIComponent(renamed)}`,
    location.href,
  );
  if (target.href !== location.href) return location.replace(target);
  // A page prints the beginning of a long list: what it leaves out is known by what holds the list.
  const holder = anchor.replace(/[.~].*$/s, "");
  if (holder !== anchor && document.getElementById(holder) !== null) location.replace(`#${encodeURIComponent(holder)}`);
}
