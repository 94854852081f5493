/** Where a request target leads: a path below the base URL, another place of this server, or nowhere. */
export type Target =
  | { readonly kind: "site"; readonly path: string }
  | { readonly kind: "outside"; readonly path: string }
  | { readonly kind: "malformed" };

/**
 * Reads a request target (RFC 9112, origin form only). What comes out is a key for a map of built files and nothing
 * else: no part of the server turns it into a path of a file system.
 */
export function parseTarget(target: string, baseUrl: string): Target {
  if (!target.startsWith("/") || /[\p{Cc}\\#]/u.test(target)) return { kind: "malformed" };
  const [encoded = ""] = target.split("?", 1);
  const segments = encoded.split("/").map(decode);
  if (segments.some((segment) => segment === null || /[/\\\p{Cc}]/u.test(segment))) return { kind: "malformed" };
  const path = segments.join("/");
  if (`${path}/` === baseUrl) return { kind: "site", path: "" };
  return path.startsWith(baseUrl) ? { kind: "site", path: path.slice(baseUrl.length) } : { kind: "outside", path };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The file a static host sends for a path: `x`, `x/` and `x/index.html` are one page. */
export function findFile<T>(files: ReadonlyMap<string, T>, path: string): T | undefined {
  if (path === "" || path.endsWith("/")) return files.get(`${path}index.html`);
  return files.get(path) ?? files.get(`${path}/index.html`);
}
