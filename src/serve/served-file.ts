import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** Below this size, compression costs more than it saves. */
const smallestCompressed = 1000;

/** A file as it is sent. What costs time is worked out when it is first asked for. */
export class ServedFile {
  readonly type: string;
  readonly body: Buffer;
  /** Tells what the build made apart; null for a file that is not watched. */
  readonly version: string | null;
  #tag: string | null = null;
  #compressed: Buffer | null = null;

  constructor(path: string, content: string | Uint8Array, version: string | null = null) {
    this.type = contentTypeOf(path);
    this.body =
      typeof content === "string"
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    this.version = version;
  }

  /** The entity tag of the bytes, without quotes. */
  get tag(): string {
    this.#tag ??= this.version === null ? hashOf(this.body) : `${this.version}-live`;
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
export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
}

/** Media types by file extension, of what documentation sites are made of. */
const typeByExtension: Readonly<Record<string, string>> = {
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  htm: "text/html; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/vnd.microsoft.icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  md: "text/markdown; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webm: "video/webm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/** The media type of a file of the site by its name; bytes without meaning when the name says nothing. */
export function contentTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(typeByExtension, extension) ? (typeByExtension[extension] ?? anyBytes) : anyBytes;
}

const anyBytes = "application/octet-stream";

/** Whether a file of that type gets smaller by compression. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|image\/svg|application\/(?:json|xml|yaml|manifest|wasm))/.test(type);
}
