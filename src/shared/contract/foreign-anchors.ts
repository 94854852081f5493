import type { Operation } from "./operation.ts";
import type { NamedSchema } from "./schema.ts";

/** The parts of an API that addresses may name, with this site's anchors. */
export interface AnchoredParts {
  /** Includes webhooks, whose path is their name. */
  readonly operations: readonly AnchoredOperation[];
  readonly tags: readonly AnchoredName[];
  readonly schemas: readonly AnchoredName[];
  /** The headings of the API's description. */
  readonly sections: readonly AnchoredName[];
}

type AnchoredOperation = Pick<Operation, "anchor" | "id" | "path"> & { readonly method: string };
type AnchoredName = Pick<NamedSchema, "anchor" | "name">;

/**
 * Finds the anchor of what an address of another tool's reference names: `tag/planets/GET/planets/{planetId}`,
 * `webhook/POST/newPlanet`, `model/planet` of Scalar; `operation/getPlanets`, `tag/planets/operation/getPlanets`,
 * `tag/planets/paths/~1planets/get`, `schema/Planet`, `section/Errors` of Redoc; `/planets/getPlanets` of Swagger UI; `/operations/getPlanets`,
 * `/schemas/Planet` of Stoplight Elements. They are given without `#` and percent-encoding.
 */
export function createAnchorFinder({
  operations,
  tags,
  schemas,
  sections,
}: AnchoredParts): (name: string) => string | null {
  const byId = new Map(operations.map(({ id, anchor }) => [id, anchor]));
  const byCall = new Map(operations.map(({ method, path, anchor }) => [toCall(method, path), anchor]));
  const byTag = new Map(tags.map(({ name, anchor }) => [toKey(name), anchor]));
  const bySection = new Map(sections.map(({ name, anchor }) => [toKey(name), anchor]));
  const bySchema = new Map(schemas.map(({ name, anchor }) => [toKey(name), anchor]));
  return (name) => {
    const [, id = ""] = /(?:^|\/)operations?\/(.+)$/.exec(name) ?? [];
    const [, pointer = "", verb = ""] = /(?:^|\/)paths\/([^/]+)\/([\w-]+)$/.exec(name) ?? [];
    const [, method = "", path = ""] = call.exec(name) ?? [];
    const [, schema = ""] = /(?:^|\/)(?:model|schema)s?\/([^/]+)$/.exec(name) ?? [];
    const [, tag = ""] = /(?:^|\/)tag\/([^/]+)$/.exec(name) ?? [];
    const [, section = ""] = /(?:^|\/)section\/(?:.+\/)?([^/]+)$/.exec(name) ?? [];
    const [, last = ""] = /^\/[^/]+\/([^/]+)$/.exec(name) ?? [];
    return (
      byId.get(id) ??
      byCall.get(toCall(verb, pointer.replaceAll("~1", "/").replaceAll("~0", "~"))) ??
      byCall.get(toCall(method, path)) ??
      bySchema.get(toKey(schema)) ??
      byTag.get(toKey(tag)) ??
      bySection.get(toKey(section)) ??
      byId.get(last) ??
      null
    );
  };
}

/** A method and a path or name, below a tag or webhook. */
const call = /(?:^|\/)(?:tag\/[^/]+|webhooks?)\/([\w-]+)\/(.+)$/;

function toCall(method: string, path: string): string {
  return `${method.toLowerCase()} ${path.replace(/^\/+|\/+$/g, "").toLowerCase()}`;
}

/** Tools separate the words of a name with different characters. */
function toKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Maps old anchors to pages of the reference. A page fetches this file if it lacks an anchor. */
export interface AnchorFile {
  /** Addresses of pages. */
  readonly pages: readonly string[];
  /** Anchor, index of the page, id, method and path. */
  readonly operations: readonly (readonly [string, number, string, string, string])[];
  readonly tags: readonly WrittenName[];
  readonly schemas: readonly WrittenName[];
  readonly sections: readonly WrittenName[];
  /** Every other anchor, and the index of its page. */
  readonly anchors: readonly (readonly [string, number])[];
}

/** `page` is an index of the pages. */
type WrittenName = readonly [anchor: string, page: number, name: string];

interface WrittenAnchors extends AnchoredParts {
  readonly hrefByAnchor: ReadonlyMap<string, string>;
}

export function toAnchorFile({ operations, tags, schemas, sections, hrefByAnchor }: WrittenAnchors): AnchorFile {
  const pages = [...new Set(hrefByAnchor.values())];
  const numbers = new Map(pages.map((href, index) => [href, index]));
  const pageOf = (anchor: string): number => numbers.get(hrefByAnchor.get(anchor) ?? "") ?? 0;
  const named = ({ anchor, name }: AnchoredName) => [anchor, pageOf(anchor), name] as const;
  const known = new Set([...operations, ...tags, ...schemas, ...sections].map(({ anchor }) => anchor));
  return {
    pages,
    operations: operations.map(({ anchor, id, method, path }) => [anchor, pageOf(anchor), id, method, path] as const),
    tags: tags.map(named),
    schemas: schemas.map(named),
    sections: sections.map(named),
    anchors: [...hrefByAnchor.keys()]
      .filter((anchor) => !known.has(anchor))
      .map((anchor) => [anchor, pageOf(anchor)] as const),
  };
}

export function readAnchorFile({ pages, operations, tags, schemas, sections, anchors }: AnchorFile): WrittenAnchors {
  const anchored = [...operations, ...tags, ...schemas, ...sections, ...anchors];
  return {
    operations: operations.map(([anchor, , id, method, path]): AnchoredOperation => ({ anchor, id, method, path })),
    tags: tags.map(toName),
    schemas: schemas.map(toName),
    sections: sections.map(toName),
    hrefByAnchor: new Map(anchored.map(([anchor, page]) => [anchor, pages[page] ?? ""])),
  };
}

function toName([anchor, , name]: WrittenName): AnchoredName {
  return { anchor, name };
}
