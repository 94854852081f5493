import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

import { takesType } from "#shared/media-type.ts";

import { mcpMount } from "./mcp-site.ts";
import { isTrusted, isTrustedHost, toHostName, type TrustedHosts } from "./request-origin.ts";
import { emptyPage, parseTarget, reloadMount, ServedFile, type ServedSite } from "./served-site.ts";

/** Answers requests that name this machine and come from its own origin. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The parts of an answer that don't depend on the server's address. */
export interface Answering {
  readonly site: ServedSite;
  readonly hosts: TrustedHosts;
  /**
   * Other listeners on the same origin, by path without a trailing slash: the live-reload channel, which wins over
   * files, the sandbox below the contract's base path and the endpoint of assistants, which come after the site.
   */
  readonly mounts: ReadonlyMap<string, RequestListener>;
  /** The path and contract of the sandbox, for explorers; null without one. */
  readonly sandbox: { readonly path: string; readonly scope: string } | null;
  readonly complete: () => Promise<void>;
}

/** Headers of every answer. Without CORS no other origin may read anything here. */
const safeHeaders: OutgoingHttpHeaders = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Answers from files in memory, as a good static host does. It never throws. */
export function answerRequest(request: IncomingMessage, response: ServerResponse, answering: Answering): void {
  try {
    answer(request, response, answering);
  } catch {
    if (response.headersSent) response.destroy();
    else refuse(response, 500, "This request couldn't be answered.");
  }
}

function answer(request: IncomingMessage, response: ServerResponse, answering: Answering): void {
  const { site, hosts, mounts, complete } = answering;
  const { headers, method, url = "" } = request;
  const from = {
    host: headers.host,
    origin: headers.origin,
    site: headers["sec-fetch-site"]?.toString(),
    mode: headers["sec-fetch-mode"]?.toString(),
  };
  if (!isTrusted(from, hosts)) {
    const name = isTrustedHost(from.host, hosts) ? null : toHostName(from.host);
    const way = name === null ? "" : ` If ${name} should lead here, start it with --allow-host ${name}`;
    return refuse(response, 403, `This server answers only to its own address.${way}`);
  }
  const target = parseTarget(url, site.baseUrl);
  if (target.kind === "malformed") return refuse(response, 400, "This isn't an address of this server.");
  const path = target.kind === "site" ? site.baseUrl + target.path : target.path;
  const [prefix, listener] =
    [...mounts].find(([mount]) => path === mount || (mount !== mcpMount && path.startsWith(`${mount}/`))) ?? [];
  if (listener !== undefined) {
    const owner = prefix === reloadMount || target.kind === "outside" ? "mount" : ownerOf(request, target.path, site);
    if (owner === "later") return void complete().then(() => answerRequest(request, response, answering));
    if (owner === "mount") {
      for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, String(value));
      return listener(request, response);
    }
  }
  if (method !== "GET" && method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return refuse(response, 405, "Only GET and HEAD are answered here.");
  }
  offerSandbox(response, answering);
  if (target.kind === "outside")
    return refuse(response, 404, `Nothing is here. The site is served below ${site.baseUrl}`);
  if (site.isEmpty) return sendFile(new ServedFile(".html", emptyPage), 503, response);
  const file = site.find(target.path);
  if (file !== undefined) return sendFile(file, 200, response);
  if (site.lacksDeferred) return void complete().then(() => answerRequest(request, response, answering));
  const notFound = site.find("404.html");
  return notFound === undefined ? refuse(response, 404, "Nothing is here.") : sendFile(notFound, 404, response);
}

function ownerOf({ method, headers }: IncomingMessage, path: string, site: ServedSite): "site" | "mount" | "later" {
  if (method !== "GET" && method !== "HEAD") return "mount";
  // Deferred files have an extension. Pages are never deferred, and calls of the API shouldn't wait.
  if (site.lacksDeferred && /\.\w+$/.test(path)) return "later";
  const file = site.find(path);
  const accepted = (headers.accept ?? "*/*").split(",");
  return file !== undefined && accepted.some((range) => takesType(range, file.type)) ? "site" : "mount";
}

/**
 * Tells the explorer about the sandbox on this origin: its path and contract. A header leaves the bytes of pages as
 * they were built, and this one can be read by scripts of the page (W3C Server Timing).
 */
function offerSandbox(response: ServerResponse, { sandbox }: Answering): void {
  if (sandbox === null) return;
  const description = `${encodeURI(sandbox.path)} ${encodeURIComponent(sandbox.scope)}`;
  response.setHeader("server-timing", `docs-build-sandbox;desc="${description}"`);
}

/** Sends a file, a part of it, or 304 (RFC 9110, conditional and range requests). */
export function sendFile(file: ServedFile, status: 200 | 404 | 503, response: ServerResponse): void {
  const request = response.req;
  const compressed = file.isCompressible && /\bgzip\b/i.test(String(request.headers["accept-encoding"]));
  const etag = `"${file.tag}${compressed ? "-gzip" : ""}"`;
  const headers: OutgoingHttpHeaders = { ...safeHeaders, etag };
  if (file.isCompressible) headers["vary"] = "accept-encoding";
  if (status === 200 && matches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const whole = compressed ? file.compressed : file.body;
  if (compressed) headers["content-encoding"] = "gzip";
  else headers["accept-ranges"] = "bytes";
  const range = status === 200 && !compressed ? rangeOf(request, etag, whole.byteLength) : null;
  if (range === "none") {
    response.setHeader("content-range", `bytes */${whole.byteLength}`);
    return refuse(response, 416, `This file has ${whole.byteLength} bytes.`);
  }
  if (range !== null) headers["content-range"] = `bytes ${range.first}-${range.last}/${whole.byteLength}`;
  const body = range === null ? whole : whole.subarray(range.first, range.last + 1);
  const code = range === null ? status : 206;
  response.writeHead(code, { ...headers, "content-type": file.type, "content-length": body.byteLength });
  response.end(request.method === "HEAD" ? undefined : body);
}

/**
 * The requested range of a file, in bytes from 0; `none` if the file lacks these bytes. Null stands for the whole file,
 * which also answers several ranges at once, and a range of an older version.
 */
function rangeOf({ method, headers }: IncomingMessage, etag: string, length: number) {
  const [, start = "", end = ""] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? "") ?? [];
  const isOfThis = headers["if-range"] === undefined || headers["if-range"] === etag;
  if (method !== "GET" || !isOfThis || length === 0 || start + end === "") return null;
  if (start !== "" && end !== "" && Number(end) < Number(start)) return null;
  const first = start === "" ? Math.max(0, length - Number(end)) : Number(start);
  const last = start === "" || end === "" ? length - 1 : Math.min(Number(end), length - 1);
  return first < length ? { first, last } : "none";
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((entry) => ["*", etag].includes(entry.trim().replace(/^W\//, "")));
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  const body = `${message}\n`;
  response.writeHead(status, {
    ...safeHeaders,
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
