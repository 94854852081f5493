import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { mimes } from "mrmime";

import { decodePercent } from "#shared/percent.ts";
import { filesAt } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { SiteChange } from "./site-change.ts";

/** The site as it was built last: in memory, and whole at every moment. */
export class ServedSite {
  readonly #isWatched: boolean;
  #files: ReadonlyMap<string, ServedFile> = new Map();
  /** Pages with the live-reload client, as far as somebody asked for them since the last build. */
  readonly #pages = new Map<ServedFile, ServedFile>();
  #deferred: ReadonlyMap<string, ServedFile> = new Map();
  #lacksDeferred = false;
  #baseUrl = "/";

  /** Of a watched site, pages are sent with the live-reload client; else every file as it was built. */
  constructor(isWatched: boolean) {
    this.#isWatched = isWatched;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Whether the files that no page needs are to be made still: nobody has asked for one since the last build. */
  get lacksRest(): boolean {
    return this.#lacksDeferred;
  }

  /** The file to be sent for a path below the base URL, by the rules of static hosts. */
  find(path: string): ServedFile | undefined {
    const file = findFile(this.#files, path) ?? (this.#lacksDeferred ? undefined : findFile(this.#deferred, path));
    return file === undefined || !this.#isWatched || file.type !== htmlType ? file : this.#withClient(file);
  }

  /** Takes in what a finished build changed. */
  update({ baseUrl, isWhole, files, removed }: SiteChange): void {
    const next = new Map(isWhole ? [] : this.#files);
    for (const path of removed) next.delete(path);
    for (const { path, content, source } of files) next.set(path, new ServedFile(path, content, { source }));
    this.#files = next;
    this.#lacksDeferred = true;
    this.#baseUrl = baseUrl;
    this.#pages.clear();
  }

  /** Takes in the files that no page needs; null when they cannot be made: those before them stay. */
  takeDeferred(files: readonly OutputFile[] | null): void {
    if (files !== null)
      this.#deferred = new Map(files.map(({ path, content }) => [path, new ServedFile(path, content)]));
    this.#lacksDeferred = false;
  }

  #withClient(file: ServedFile): ServedFile {
    const known = this.#pages.get(file);
    if (known !== undefined) return known;
    const html = file.body.toString();
    const version = hashOf([file.tag, ...this.#shownIn(html)].join(" "));
    const page = new ServedFile(".html", addReloadClient(html, version), { version, source: file.source });
    this.#pages.set(file, page);
    return page;
  }

  /** Tags of the images and other files that a page shows: it is a new version when one of them is. */
  #shownIn(html: string): readonly string[] {
    const addresses = new Set(
      [...html.matchAll(/ (?:src|href|poster)="(\/[^"#?]*)/g)].map(([, address]) => address ?? ""),
    );
    return [...addresses].flatMap((address) => {
      const target = parseTarget(address.replaceAll("&amp;", "&"), this.#baseUrl);
      const file = target.kind === "site" ? findFile(this.#files, target.path) : undefined;
      return file === undefined || file.type === htmlType ? [] : [file.tag];
    });
  }
}

const htmlType = "text/html; charset=utf-8";

/** Where the server keeps what is not of the site: outside any base URL, and no name a page can have. */
export const reloadMount = "/__docs-build";

/**
 * A page as `serve --watch` sends it: with the live-reload client, which reads from its own element which version of the page
 * it is in. The built files never hold it, so they stay the bytes that production gets.
 */
function addReloadClient(html: string, version: string): string {
  const script = `<script type="module" src="${reloadMount}/client.js" data-docs-build-version="${version}"></script>`;
  const end = html.indexOf("</head>");
  return end < 0 ? html + script : html.slice(0, end) + script + html.slice(end);
}

/** A page that says one thing, and nothing of the site. */
export function toPlainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><p>${text}</p></body>
</html>
`;
}

/** What is sent for every address while there is nothing to be shown. */
export const emptyPage = addReloadClient(
  toPlainPage("No page yet", "No page of this site can be shown yet. This one appears by itself as soon as it can."),
  "",
);

/** Where a request target leads: a path below the base URL, another place of this server, or nowhere. */
type RequestTarget =
  | { readonly kind: "site"; readonly path: string }
  | { readonly kind: "outside"; readonly path: string }
  | { readonly kind: "malformed" };

/**
 * Reads a request target (RFC 9112, origin form only). What comes out is a key for a map of built files and nothing
 * else: no part of the server turns it into a path of a file system.
 */
export function parseTarget(target: string, baseUrl: string): RequestTarget {
  if (!target.startsWith("/") || /[\p{Cc}\\#]/u.test(target)) return { kind: "malformed" };
  const [encoded = ""] = target.split("?", 1);
  const segments = encoded.split("/").map(decodePercent);
  if (segments.some((segment) => segment === null || /[/\\\p{Cc}]/u.test(segment))) return { kind: "malformed" };
  const path = segments.join("/");
  if (`${path}/` === baseUrl) return { kind: "site", path: "" };
  return path.startsWith(baseUrl) ? { kind: "site", path: path.slice(baseUrl.length) } : { kind: "outside", path };
}

/** The file a static host sends for a path: `x`, `x/` and `x/index.html` are one page. */
export function findFile<T>(files: ReadonlyMap<string, T>, path: string): T | undefined {
  const found = filesAt(path).find((name) => files.has(name));
  return found === undefined ? undefined : files.get(found);
}

/** Below this size, compression costs more than it saves. */
const smallestCompressed = 1000;

interface FileOrigin {
  readonly version?: string;
  readonly source?: string | null | undefined;
}

/** A file as it is sent. What costs time is worked out when it is first asked for. */
export class ServedFile {
  readonly type: string;
  readonly body: Buffer;
  /** Tells what the build made apart; null for a file that is not watched. */
  readonly version: string | null;
  /** The author's file that a page shows. */
  readonly source: string | null;
  #tag: string | null = null;
  #compressed: Buffer | null = null;

  constructor(path: string, content: string | Uint8Array, { version, source }: FileOrigin = {}) {
    this.type = contentTypeOf(path);
    this.body =
      typeof content === "string"
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    this.version = version ?? null;
    this.source = source ?? null;
  }

  /** The entity tag of the bytes, without quotes. */
  get tag(): string {
    this.#tag ??= this.version === null ? hashOf(this.body) : `${this.version}-watched`;
    return this.#tag;
  }

  get isCompressible(): boolean {
    return this.body.byteLength >= smallestCompressed && isCompressible(this.type);
  }

  /** The bytes in gzip (RFC 1952), at a level that never keeps a writer waiting. */
  get compressed(): Buffer {
    this.#compressed ??= gzipSync(this.body, { level: 3 });
    return this.#compressed;
  }
}

/** A short hash for telling versions of a file apart. */
function hashOf(content: string | Uint8Array): string {
  return hash("sha256", content, "base64url").slice(0, 16);
}

/** The media type of a file of the site by its name; bytes without meaning when the name says nothing. */
export function contentTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const type = Object.hasOwn(types, extension) ? types[extension] : undefined;
  if (type === undefined) return "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/** The registry's, and what it lacks. */
const types: Readonly<Record<string, string>> = { ...mimes, ico: "image/vnd.microsoft.icon" };

/** Whether a file of that type gets smaller by compression. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|image\/svg|application\/(?:json|xml|yaml|manifest|wasm))/.test(type);
}
