import { decodePercent } from "#shared/percent.ts";

/** The anchors that links to a page may use. */
export interface PageAnchors {
  readonly ids: ReadonlySet<string>;
  /**
   * The anchors of folds that script fills with a copy of a schema on the page, once a reader opens them
   * (client/fill-folds.ts): within `get-loads~200` it makes `get-loads~200~weight`.
   */
  readonly folds: readonly string[];
}

/**
 * Returns the anchor that an address names but the page lacks, or null. Within a fold, any field of the page's schemas
 * counts.
 */
export function missingAnchor(fragment: string, { ids, folds }: PageAnchors): string | null {
  if (ids.has(fragment.slice(1))) return null;
  // The values of a filled-in explorer follow its anchor.
  const id = decodePercent(fragment.slice(1).replace(/^(try-[^=]+)=.*$/s, "$1"));
  if (id === null || id === "" || id === "top" || ids.has(id)) return null;
  if (!isWithin(folds, id)) return id;
  const field = id.slice(id.lastIndexOf("~") + 1);
  // A part without a name has a number in the copy (toSlotAnchor).
  const isThere = id.includes("~~") || [...ids].some((own) => own.endsWith(`.${field}`) || own.endsWith(`~${field}`));
  return isThere ? null : id;
}

/** Anchors that a wrong anchor may mean. */
export function anchorsLike(id: string, { ids, folds }: PageAnchors): readonly string[] {
  if (!isWithin(folds, id)) return [...ids];
  const parent = id.slice(0, id.lastIndexOf("~") + 1);
  return [...ids, ...Array.from(ids, (own) => parent + (/[^.~]*$/.exec(own)?.[0] ?? ""))];
}

function isWithin(folds: PageAnchors["folds"], id: string): boolean {
  return folds.some((fold) => id.startsWith(`${fold}~`));
}
