import { decodePercent } from "#shared/percent.ts";

/** What addresses may name on a page. */
export interface PageAnchors {
  readonly ids: ReadonlySet<string>;
  /**
   * The sections that script copies from, below an anchor: of a fold by `get-loads~200~`, of what may become one in a copy by
   * its id, `schema-load.origin`. Empty for a page without folds.
   */
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Where copies come from (client/fill-folds.ts): an entry links the schema that its value is of, and so does a fold. */
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

/** The anchor that an address names and a page doesn't have; null when all is well. */
export function missingAnchor(fragment: string, anchors: PageAnchors): string | null {
  const { ids } = anchors;
  if (ids.has(fragment.slice(1))) return null;
  // An explorer is an anchor like others; what follows are the values that it is filled in with.
  const id = decodePercent(fragment.slice(1).replace(/^(try-[^=]+)=.*$/s, "$1"));
  if (id === null || id === "" || id === "top" || ids.has(id)) return null;
  // What has no name is known by its place, which only a copy has.
  const isThere = copiesOnTheWay(id, anchors).some(
    (copy) => id.includes("~~", copy.prefix.length) || ids.has(originalOf(id, copy)),
  );
  return isThere ? null : id;
}

/** The anchors that one which isn't there may be meant to be. */
export function anchorsLike(id: string, anchors: PageAnchors): readonly string[] {
  const copied = copiesOnTheWay(id, anchors).flatMap((copy) =>
    [...anchors.ids].filter((own) => own.startsWith(`${copy.source}.`)).map((own) => copyOf(own, copy)),
  );
  return [...anchors.ids, ...copied];
}

interface Copy {
  /** What anchors in it begin with. */
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

/** `get-loads`, `get-loads~200` of `get-loads~200~weight`. */
function foldsOn(id: string): readonly string[] {
  return Array.from(id.matchAll(/~/g), ({ index }) => id.slice(0, index));
}

/** `schema-load.weight` for `get-loads~200~weight`. */
function originalOf(id: string, { prefix, source }: Copy): string {
  return source + id.slice(prefix.length).replace(/^~/, ".");
}

function copyOf(id: string, { prefix, source }: Copy): string {
  return prefix + id.slice(source.length).replace(/^\./, "~");
}
