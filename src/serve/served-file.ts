import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { mimes } from "mrmime";

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
export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
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
