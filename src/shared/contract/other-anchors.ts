/** What addresses name in an API, by the anchors that this site's pages have. */
export interface AnchoredParts {
  /** Webhooks among them, whose path is their name. */
  readonly operations: readonly AnchoredOperation[];
  readonly tags: readonly AnchoredName[];
  readonly schemas: readonly AnchoredName[];
}

export interface AnchoredOperation {
  readonly anchor: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export interface AnchoredName {
  readonly anchor: string;
  readonly name: string;
}

/**
 * Finds the anchor of what an address of another tool's reference names: `tag/planets/GET/planets/{planetId}`,
 * `webhook/POST/newPlanet`, `model/planet` of Scalar; `operation/getPlanets`, `tag/planets/operation/getPlanets`,
 * `tag/planets/paths/~1planets/get`, `schema/Planet` of Redoc; `/planets/getPlanets` of Swagger UI; `/operations/getPlanets`,
 * `/schemas/Planet` of Stoplight Elements. They are given without `#` and percent-encoding.
 */
export function createAnchorFinder({ operations, tags, schemas }: AnchoredParts): (name: string) => string | null {
  const byId = new Map(operations.map(({ id, anchor }) => [id, anchor]));
  const byCall = new Map(operations.map(({ method, path, anchor }) => [toCall(method, path), anchor]));
  const byTag = new Map(tags.map(({ name, anchor }) => [toKey(name), anchor]));
  const bySchema = new Map(schemas.map(({ name, anchor }) => [toKey(name), anchor]));
  return (name) => {
    const [, id = ""] = /(?:^|\/)operations?\/(.+)$/.exec(name) ?? [];
    const [, pointer = "", verb = ""] = /(?:^|\/)paths\/([^/]+)\/([\w-]+)$/.exec(name) ?? [];
    const [, method = "", path = ""] = call.exec(name) ?? [];
    const [, schema = ""] = /(?:^|\/)(?:model|schema)s?\/([^/]+)$/.exec(name) ?? [];
    const [, tag = ""] = /(?:^|\/)tag\/([^/]+)$/.exec(name) ?? [];
    const [, last = ""] = /^\/[^/]+\/([^/]+)$/.exec(name) ?? [];
    return (
      byId.get(id) ??
      byCall.get(toCall(verb, pointer.replaceAll("~1", "/").replaceAll("~0", "~"))) ??
      byCall.get(toCall(method, path)) ??
      bySchema.get(toKey(schema)) ??
      byTag.get(toKey(tag)) ??
      byId.get(last) ??
      null
    );
  };
}

/** A method and what is called, below a tag or as a webhook. */
const call = /(?:^|\/)(?:tag\/[^/]+|webhooks?)\/([\w-]+)\/(.+)$/;

function toCall(method: string, path: string): string {
  return `${method.toLowerCase()} ${path.replace(/^\/+|\/+$/g, "").toLowerCase()}`;
}

/** Tools write names with their own marks between words. */
function toKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
