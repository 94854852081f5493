import type { AnchoredName, AnchoredOperation, AnchoredParts } from "./other-anchors.ts";

/** What leads an address on to its page of a reference, as a file that a page fetches when it has no such place. */
export interface AnchorFile {
  /** Addresses of pages. */
  readonly pages: readonly string[];
  /** Anchor, number of the page, id, method and path. */
  readonly operations: readonly (readonly [string, number, string, string, string])[];
  /** Anchor, number of the page and name. */
  readonly tags: readonly (readonly [string, number, string])[];
  readonly schemas: readonly (readonly [string, number, string])[];
  /** Anchor and number of the page. */
  readonly places: readonly (readonly [string, number])[];
}

interface WrittenAnchors extends AnchoredParts {
  readonly hrefByAnchor: ReadonlyMap<string, string>;
}

export function toAnchorFile({ operations, tags, schemas, hrefByAnchor }: WrittenAnchors): AnchorFile {
  const pages = [...new Set(hrefByAnchor.values())];
  const numbers = new Map(pages.map((href, index) => [href, index]));
  const pageOf = (anchor: string): number => numbers.get(hrefByAnchor.get(anchor) ?? "") ?? 0;
  const named = ({ anchor, name }: AnchoredName) => [anchor, pageOf(anchor), name] as const;
  const known = new Set([...operations, ...tags, ...schemas].map(({ anchor }) => anchor));
  return {
    pages,
    operations: operations.map(({ anchor, id, method, path }) => [anchor, pageOf(anchor), id, method, path] as const),
    tags: tags.map(named),
    schemas: schemas.map(named),
    places: [...hrefByAnchor.keys()]
      .filter((anchor) => !known.has(anchor))
      .map((anchor) => [anchor, pageOf(anchor)] as const),
  };
}

export function readAnchorFile({ pages, operations, tags, schemas, places }: AnchorFile): WrittenAnchors {
  const anchored = [...operations, ...tags, ...schemas, ...places];
  const toName = ([anchor, , name]: AnchorFile["tags"][number]): AnchoredName => ({ anchor, name });
  return {
    operations: operations.map(([anchor, , id, method, path]): AnchoredOperation => ({ anchor, id, method, path })),
    tags: tags.map(toName),
    schemas: schemas.map(toName),
    hrefByAnchor: new Map(anchored.map(([anchor, page]) => [anchor, pages[page] ?? ""])),
  };
}
