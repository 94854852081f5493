import { decodePercent } from "./percent.ts";

declare const route: unique symbol;

/**
 * The path of a page below the base URL, decoded, as the site's links write it: `/`, `/broker-api`, `/api/`.
 * Letter case is kept.
 */
export type Route = string & { readonly [route]: true };

/**
 * Makes a route of a path: adds the leading slash, collapses repeated ones, composes Unicode (NFC), so that a name
 * typed on one system and a file made on another are the same. A trailing slash is kept.
 */
export function toRoute(path: string): Route {
  return wellFormed(`/${path}`.replace(/\/{2,}/g, "/")).normalize("NFC") as Route;
}

const fallbackFolder = "/invalid-name/";

/** A harmless route for a page that can't have its own, so that the rest of the site is still judged. */
export function fallbackRouteOf(file: string): Route {
  return toRoute(fallbackFolder + file.replace(/\.md$/i, "").replace(/[^\w/-]/g, "-"));
}

/** Pages on fallback routes stay out of menus and completions. */
export function isFallbackRoute(path: string): boolean {
  return path.startsWith(fallbackFolder);
}

/** The key under which `/x` and `/x/` are the same page. Case and Unicode form are kept. */
export function routeKey(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

/** The `routeKey` of an address as an author writes it: percent-encoded or not, with or without query and fragment. */
export function keyOfAddress(address: string): string {
  const path = address.replace(/[?#].*$/s, "");
  return routeKey(decodePercent(path)?.normalize("NFC") ?? path);
}

/** The key under which two routes would collide on some file system: case folded, Unicode composed. */
export function collisionKey(path: string): string {
  return routeKey(path).normalize("NFC").toLowerCase();
}

/** Percent-encodes each segment of a route for use in an address (RFC 3986). */
export function encodeRoute(path: string): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  return wellFormed(path).split("/").map(encodeURIComponent).join("/");
}

/** Where a route's page is in the output: `/x` and `/x/` in `x/index.html`, `/404` in `404.html`, `/x.html` in itself. */
export function outputPathOf(path: Route): string {
  const key = routeKey(path);
  if (key === "/404") return "404.html";
  if (key.endsWith(".html")) return key.slice(1);
  return key === "/" ? "index.html" : `${key.slice(1)}/index.html`;
}

/** The files that a static host tries for a path below the base URL, without its first slash: it sends the first that exists. */
export function filesAt(path: string): readonly string[] {
  return path === "" || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}/index.html`];
}

/** Where the Markdown of a route's page is in the output: `/x` and `/x/` in `x.md`; null for pages without Markdown. */
export function markdownPathOf(path: Route): string | null {
  const key = routeKey(path);
  if (key === "/404") return null;
  const end = key.lastIndexOf("/") + 1;
  return key === "/" ? "index.md" : `${key.slice(1, end)}${toFileName(key.slice(end))}.md`;
}

/** The key under which two routes would be one file of the output on some file system. */
export function claimKey(path: Route): string {
  return collisionKey(outputPathOf(path));
}

/** Lone surrogates, which can't be encoded, become the replacement character. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** Every page's route, by the files they come from. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** By path of the Markdown file, relative to the root. */
  readonly routeByFile: ReadonlyMap<string, Route>;
  /** By `routeKey`. */
  readonly routeByKey: ReadonlyMap<string, Route>;
}

/** In bytes: file systems end a name after 255, and a number or an ending may follow. */
const longest = 200;

/** Windows treats these names as devices, whatever the extension. */
const device = /^(con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;

/** Characters that some system forbids, and what Windows drops at the end. */
const refused = /[\p{Cc}\p{Surrogate}<>:"/\\|?*]|[. ]+$/gu;

/**
 * The name of a file that every system takes: the name itself, or what of it can be read and a hash of the whole. So two
 * names are two files, also where one is 300 characters long or is called `con`.
 */
export function toFileName(name: string): string {
  const allowed = cut(name.replace(refused, "-").replace(device, "$1-"));
  return allowed === name ? name : `${allowed}-${hashOf(name)}`;
}

function cut(name: string): string {
  // Each of a text's characters takes three bytes at most.
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
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
