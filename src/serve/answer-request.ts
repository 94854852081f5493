import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

import { bareType, takesType } from "#shared/media-type.ts";

import { mcpMount } from "./mcp-mount.ts";
import { isTrusted, isTrustedHost, toHostName, type TrustedHosts } from "./request-origin.ts";
import { emptyPage, parseTarget, reloadMount, ServedFile, type ServedSite } from "./served-site.ts";

/** Answers a request itself. Called only with requests that name this machine and come from no other origin. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** What a server sends, apart from how it is reached. */
export interface Answering {
  readonly site: ServedSite;
  readonly hosts: TrustedHosts;
  /**
   * Other things on the same origin, by the path they live below, without a trailing slash: the live-reload channel, which
   * wins over files, the contract's sandbox under the contract's base path and the endpoint of assistants, which answer what
   * the site does not.
   */
  readonly mounts: ReadonlyMap<string, RequestListener>;
  /** What explorers are told of the sandbox among them: its path, and the contract that it simulates; null for none. */
  readonly sandbox: { readonly path: string; readonly scope: string } | null;
  /** Makes what the site still lacks. */
  readonly complete: () => Promise<void>;
}

/** The headers of every answer. There is none for CORS: no other origin may read anything here. */
const safeHeaders: OutgoingHttpHeaders = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Answers a request from the files in memory, as a good static host does. Whatever comes in, it never throws. */
export function answerRequest(request: IncomingMessage, response: ServerResponse, answering: Answering): void {
  try {
    answer(request, response, answering);
  } catch {
    if (response.headersSent) response.destroy();
    else refuse(response, 500, "This request could not be answered.");
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
  if (!isTrusted(from, hosts)) return refuse(response, 403, whyNot(from.host, hosts));
  const target = parseTarget(url, site.baseUrl);
  if (target.kind === "malformed") return refuse(response, 400, "This is not an address of this server.");
  const path = target.kind === "site" ? site.baseUrl + target.path : target.path;
  const [prefix, listener] = [...mounts].find(([above]) => isAt(path, above)) ?? [];
  if (listener !== undefined) {
    const whose =
      prefix === reloadMount || target.kind === "outside" ? "mount" : whoAnswers(request, target.path, site);
    if (whose === "later") return void complete().then(() => answerRequest(request, response, answering));
    if (whose === "mount") return handOver(listener, { request, response });
  }
  if (method !== "GET" && method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return refuse(response, 405, "Only GET and HEAD are answered here.");
  }
  offerSandbox(response, answering);
  if (target.kind === "outside")
    return refuse(response, 404, `Nothing is here. The site is served below ${site.baseUrl}`);
  if (site.isEmpty) return sendFile(new ServedFile(".html", emptyPage), 503, { request, response });
  const file = site.find(target.path);
  if (file !== undefined) return sendFile(file, 200, { request, response });
  if (site.lacksRest) return void complete().then(() => answerRequest(request, response, answering));
  const notFound = site.find("404.html");
  return notFound === undefined
    ? refuse(response, 404, "Nothing is here.")
    : sendFile(notFound, 404, { request, response });
}

/** What is wrong may be the name, or the page that asks. */
function whyNot(host: string | undefined, hosts: TrustedHosts): string {
  const name = isTrustedHost(host, hosts) ? null : toHostName(host);
  const way = name === null ? "" : ` If ${name} is to lead here, start it with --allow-host ${name}`;
  return `This server answers only to its own address.${way}`;
}

/** Nothing lies below the endpoint of assistants. */
function isAt(path: string, mount: string): boolean {
  return path === mount || (mount !== mcpMount && path.startsWith(`${mount}/`));
}

/** Whose answer a request below a mount gets: the site's, where it has such a file that the caller would take. */
function whoAnswers({ method, headers }: IncomingMessage, path: string, site: ServedSite): "site" | "mount" | "later" {
  if (method !== "GET" && method !== "HEAD") return "mount";
  // What is made when it is asked for has an extension; no page waits to be made, and no call should wait for it.
  if (site.lacksRest && /\.\w+$/.test(path)) return "later";
  const file = site.find(path);
  return file !== undefined && accepts(headers.accept, file.type) ? "site" : "mount";
}

/** Whether a caller takes a media type: the narrowest range that holds it decides (RFC 9110, section 12.5.1). */
function accepts(header: string | undefined, type: string): boolean {
  const ranges = (header ?? "*/*").split(",").filter((range) => takesType(range, type));
  const narrowest = ranges.sort((a, b) => widthOf(a) - widthOf(b))[0];
  return narrowest !== undefined && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(narrowest);
}

function widthOf(range: string): number {
  return bareType(range).split("*").length;
}

function handOver(listener: RequestListener, { request, response }: Exchange): void {
  for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, String(value));
  listener(request, response);
}

/**
 * Tells the explorer that there is a sandbox on this origin, below which path, and of which contract. A header does, so that
 * pages stay the bytes that were built; this is the one that scripts can read of the page they are in (W3C Server Timing).
 */
function offerSandbox(response: ServerResponse, { sandbox }: Answering): void {
  if (sandbox === null) return;
  const description = `${encodeURI(sandbox.path)} ${encodeURIComponent(sandbox.scope)}`;
  response.setHeader("server-timing", `docs-build-sandbox;desc="${description}"`);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends a file, a part of it, or word that the browser has it already (RFC 9110, conditional and range requests). */
export function sendFile(file: ServedFile, status: 200 | 404 | 503, { request, response }: Exchange): void {
  const compressed = file.isCompressible && acceptsGzip(request.headers["accept-encoding"]);
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

/** Numbers of bytes, from 0. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a file that a request asks for; `none` where the file has no such bytes; null for all of it, which answers
 * several ranges at once as well, and one of a version that the file no longer has.
 */
function rangeOf({ method, headers }: IncomingMessage, etag: string, length: number): ByteRange | "none" | null {
  const [, start = "", end = ""] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? "") ?? [];
  const isOfThis = headers["if-range"] === undefined || headers["if-range"] === etag;
  if (method !== "GET" || !isOfThis || length === 0 || start + end === "") return null;
  if (start !== "" && end !== "" && Number(end) < Number(start)) return null;
  const first = start === "" ? Math.max(0, length - Number(end)) : Number(start);
  const last = start === "" || end === "" ? length - 1 : Math.min(Number(end), length - 1);
  return first < length ? { first, last } : "none";
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? "")
    .split(",")
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding));
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
