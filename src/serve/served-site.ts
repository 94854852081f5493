import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { mimes } from "mrmime";

import { decodePercent } from "#shared/percent.ts";
import { filesAt } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { SiteChange } from "./build-state.ts";

/** The last build in memory, complete at every moment. */
export class ServedSite {
  readonly #isWatched: boolean;
  #files: ReadonlyMap<string, ServedFile> = new Map();
  /** Pages with the live-reload client that browsers asked for since the last build. */
  readonly #pages = new Map<ServedFile, ServedFile>();
  #deferred: ReadonlyMap<string, ServedFile> = new Map();
  #lacksDeferred = false;
  #baseUrl = "/";

  /** Pages of a watched site get the live-reload client. */
  constructor(isWatched: boolean) {
    this.#isWatched = isWatched;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** True until the deferred files of the last build are made. */
  get lacksDeferred(): boolean {
    return this.#lacksDeferred;
  }

  /** Finds the file of a path below the base URL, by the rules of static hosts. */
  find(path: string): ServedFile | undefined {
    const file = findFile(this.#files, path) ?? (this.#lacksDeferred ? undefined : findFile(this.#deferred, path));
    return file === undefined || !this.#isWatched || file.type !== htmlType ? file : this.#withClient(file);
  }

  update({ baseUrl, isWhole, files, removed }: SiteChange): void {
    const next = new Map(isWhole ? [] : this.#files);
    for (const path of removed) next.delete(path);
    for (const { path, content, source } of files) next.set(path, new ServedFile(path, content, { source }));
    this.#files = next;
    this.#lacksDeferred = true;
    this.#baseUrl = baseUrl;
    this.#pages.clear();
  }

  /** Adds the deferred files; null keeps the old ones. */
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

  /** Tags of images and other files on a page: a new version of them makes a new version of the page. */
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

/** The server's own path, outside any base URL; no page can have this name. */
export const reloadMount = "/__docs-build";

/**
 * Adds the live-reload client for `serve --watch`, which reads the page's version from its own element. Built files
 * never have it, so they stay the bytes of production.
 */
function addReloadClient(html: string, version: string): string {
  const script = `<script type="module" src="${reloadMount}/client.js" data-docs-build-version="${version}"></script>`;
  const end = html.indexOf("</head>");
  return end < 0 ? html + script : html.slice(0, end) + script + html.slice(end);
}

export function toPlainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><p>${text}</p></body>
</html>
`;
}

/** Answers every address while there's nothing to show. */
export const emptyPage = addReloadClient(
  toPlainPage("No page yet", "No page of this site can be shown yet. This one appears by itself as soon as it can."),
  "",
);

/** A request target may be below the base URL, elsewhere on this server, or malformed. */
type RequestTarget =
  | { readonly kind: "site"; readonly path: string }
  | { readonly kind: "outside"; readonly path: string }
  | { readonly kind: "malformed" };

/**
 * Reads a request target (RFC 9112, origin form only). The result is only a key for a map of built files: no part of
 * the server turns it into a path of a file system.
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

/** Finds a file as static hosts do: `x`, `x/` and `x/index.html` are the same page. */
export function findFile<T>(files: ReadonlyMap<string, T>, path: string): T | undefined {
  const found = filesAt(path).find((name) => files.has(name));
  return found === undefined ? undefined : files.get(found);
}

/** In bytes. Compression of smaller files costs more than it saves. */
const smallestCompressed = 1000;

interface FileOrigin {
  readonly version?: string;
  readonly source?: string | null | undefined;
}

/** A file to send. Slow properties are computed on first use. */
export class ServedFile {
  readonly type: string;
  readonly body: Buffer;
  /** Identifies the build's content; null for a file that isn't watched. */
  readonly version: string | null;
  /** The source file of a page. */
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

function hashOf(content: string | Uint8Array): string {
  return hash("sha256", content, "base64url").slice(0, 16);
}

/** The media type by the file's name; `application/octet-stream` for an unknown extension. */
export function contentTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const type = Object.hasOwn(types, extension) ? types[extension] : undefined;
  if (type === undefined) return "application/octet-stream";
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}

/** The registry lacks `ico`. */
const types: Readonly<Record<string, string>> = { ...mimes, ico: "image/vnd.microsoft.icon" };

export function isCompressible(type: string): boolean {
  return /^(?:text\/|image\/svg|application\/(?:json|xml|yaml|manifest|wasm))/.test(type);
}
