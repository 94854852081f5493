import { decodePercent } from "#shared/percent.ts";

/** The anchors that links to a page may use. */
export interface PageAnchors {
  readonly ids: ReadonlySet<string>;
  /**
   * Where script copies a fold's content from, by anchor: `get-loads~200~` for a fold on the page, or the id
   * `schema-load.origin` for a fold within a copy. Empty for a page without folds.
   */
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Folds are filled from the schema that they link to (client/fill-folds.ts), and so are the folds within the copy. */
export function sourcesIn(tags: readonly Tag[]): PageAnchors["sources"] {
  const sources = new Map<string, string[]>();
  if (!tags.some(({ attributes }) => attributes.has("data-anchor"))) return sources;
  let links: string[] = [];
  for (const { name, attributes } of tags) {
    const fold = attributes.get("data-anchor");
    const anchor = fold === undefined ? attributes.get("id") : `${fold}~`;
    if (anchor !== undefined) links = [];
    if (anchor !== undefined && (fold !== undefined || name === "li")) sources.set(anchor, links);
    const target = decodePercent(/^#(.+)/s.exec(attributes.get("href") ?? "")?.[1] ?? "") ?? "";
    if (name === "a" && target !== "") links.push(target);
  }
  return sources;
}

/** Returns the anchor that an address names but the page lacks, or null. */
export function missingAnchor(fragment: string, anchors: PageAnchors): string | null {
  const { ids } = anchors;
  if (ids.has(fragment.slice(1))) return null;
  // The values of a filled-in explorer follow its anchor.
  const id = decodePercent(fragment.slice(1).replace(/^(try-[^=]+)=.*$/s, "$1"));
  if (id === null || id === "" || id === "top" || ids.has(id)) return null;
  // An anchor without an element may appear once a fold is filled.
  const isThere = copiesOnTheWay(id, anchors).some(
    (copy) => id.includes("~~", copy.prefix.length) || ids.has(originalOf(id, copy)),
  );
  return isThere ? null : id;
}

/** Anchors that a wrong anchor may mean. */
export function anchorsLike(id: string, anchors: PageAnchors): readonly string[] {
  const copied = copiesOnTheWay(id, anchors).flatMap((copy) =>
    [...anchors.ids].filter((own) => own.startsWith(`${copy.source}.`)).map((own) => copyOf(own, copy)),
  );
  return [...anchors.ids, ...copied];
}

interface Copy {
  /** The prefix of the anchors in the copy. */
  readonly prefix: string;
  readonly source: string;
}

function copiesOnTheWay(id: string, { sources }: PageAnchors): readonly Copy[] {
  const within = (copy: Copy): readonly Copy[] => {
    const inner = foldsOn(originalOf(id, copy)).filter((entry) => entry.length > copy.source.length);
    return [copy, ...inner.flatMap((entry) => toCopies(entry, copyOf(entry, copy)))];
  };
  const toCopies = (key: string, prefix: string): readonly Copy[] =>
    (sources.get(key) ?? []).flatMap((source) => within({ prefix, source }));
  return foldsOn(id).flatMap((fold) => toCopies(`${fold}~`, fold));
}

/** For `get-loads~200~weight`: `get-loads` and `get-loads~200`. */
function foldsOn(id: string): readonly string[] {
  return Array.from(id.matchAll(/~/g), ({ index }) => id.slice(0, index));
}

/** For `get-loads~200~weight`: `schema-load.weight`. */
function originalOf(id: string, { prefix, source }: Copy): string {
  return source + id.slice(prefix.length).replace(/^~/, ".");
}

function copyOf(id: string, { prefix, source }: Copy): string {
  return prefix + id.slice(source.length).replace(/^\./, "~");
}
