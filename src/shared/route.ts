import { decodePercent } from "./percent.ts";

declare const route: unique symbol;

/** A page's path below the base URL, decoded, as links write it: `/`, `/broker-api`, `/api/`. Letter case is kept. */
export type Route = string & { readonly [route]: true };

/**
 * Makes a route of a path: adds the leading slash, collapses repeated slashes, and composes Unicode (NFC), so that
 * names from different systems are equal. A trailing slash is kept.
 */
export function toRoute(path: string): Route {
  return `/${path}`
    .replace(/\/{2,}/g, "/")
    .toWellFormed()
    .normalize("NFC") as Route;
}

const fallbackFolder = "/invalid-name/";

/** A valid route for a page whose own is impossible, so that the rest of the site can still be checked. */
export function fallbackRouteOf(file: string): Route {
  return toRoute(fallbackFolder + file.replace(/\.md$/i, "").replace(/[^\w/-]/g, "-"));
}

/** Pages on fallback routes stay out of menus and completions. */
export function isFallbackRoute(path: string): boolean {
  return path.startsWith(fallbackFolder);
}

/** A key that's the same for `/x` and `/x/`. Case and Unicode form are kept. */
export function routeKey(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

/** The `routeKey` of an author's address, which may be percent-encoded and have a query or fragment. */
export function keyOfAddress(address: string): string {
  const path = address.replace(/[?#].*$/s, "");
  return routeKey(decodePercent(path)?.normalize("NFC") ?? path);
}

/** A key that's the same for routes that collide on some file system: it folds case and composes Unicode. */
export function collisionKey(path: string): string {
  return routeKey(path).normalize("NFC").toLowerCase();
}

/** Percent-encodes each segment of a route for use in an address (RFC 3986). A lone surrogate becomes U+FFFD. */
export function encodeRoute(path: string): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}

/**
 * The output path of a route's page: `x/index.html` for `/x` and `/x/`, `404.html` for `/404`, `x.html` for `/x.html`.
 */
export function outputPathOf(path: Route): string {
  const key = routeKey(path);
  if (key === "/404") return "404.html";
  if (key.endsWith(".html")) return key.slice(1);
  return key === "/" ? "index.html" : `${key.slice(1)}/index.html`;
}

/** The files that a static host tries for a path below the base URL (without its first slash), in order. */
export function filesAt(path: string): readonly string[] {
  return path === "" || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}/index.html`];
}

/** The output path of a route's Markdown: `x.md` for `/x` and `/x/`; null for pages without Markdown. */
export function markdownPathOf(path: Route): string | null {
  const key = routeKey(path);
  if (key === "/404") return null;
  const end = key.lastIndexOf("/") + 1;
  return key === "/" ? "index.md" : `${key.slice(1, end)}${toFileName(key.slice(end))}.md`;
}

/** A key that's the same for routes with the same output file on some file system. */
export function claimKey(path: Route): string {
  return collisionKey(outputPathOf(path));
}

/** The routes of all pages. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** By the Markdown file's path from the root. */
  readonly routeByFile: ReadonlyMap<string, Route>;
  /** By `routeKey`. */
  readonly routeByKey: ReadonlyMap<string, Route>;
}

/** In bytes. File systems allow 255, and a number or an extension may follow. */
const longest = 200;

/** Windows treats these names as devices, whatever the extension. */
const device = /^(con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;

/** Characters that some system forbids, and what Windows drops at the end. */
const refused = /[\p{Cc}\p{Surrogate}<>:"/\\|?*]|[. ]+$/gu;

/**
 * A file name that every system accepts: the name itself, or its readable part with a hash of the whole. So different
 * names always become different files, even a name of 300 characters or `con`.
 */
export function toFileName(name: string): string {
  const allowed = cut(name.replace(refused, "-").replace(device, "$1-"));
  return allowed === name ? name : `${allowed}-${hashOf(name)}`;
}

function cut(name: string): string {
  // A character takes at most three bytes per UTF-16 unit.
  if (name.length * 3 <= longest) return name;
  let [size, end] = [0, 0];
  for (const character of name) {
    size += encodeURIComponent(character).replace(/%../g, " ").length;
    if (size > longest) return name.slice(0, end);
    end += character.length;
  }
  return name;
}

/** FNV-1a: Node and browsers share no synchronous hash of their own. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
