import { type AnchorFile, createAnchorFinder, readAnchorFile } from "#shared/contract/foreign-anchors.ts";
import { outerAnchor, pageOf } from "#shared/contract/reference.ts";

/**
 * Leads to an anchor that this page lacks: it's on another page of the reference, or another tool's name for a part.
 * For an unknown anchor nothing happens.
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
  // A page shows only the beginning of a long list; the others are found by the list's own anchor.
  const holder = outerAnchor(anchor);
  if (holder !== anchor && document.getElementById(holder) !== null) location.replace(`#${encodeURIComponent(holder)}`);
}
