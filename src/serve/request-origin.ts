import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

import type { NameValue } from "#shared/contract/request.ts";

/** The headers of a request that say who asks. */
interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site` and `Sec-Fetch-Mode` (W3C Fetch Metadata). */
  readonly site: string | undefined;
  readonly mode: string | undefined;
}

/**
 * Whether a request may be answered: it must name this machine, or a page of another origin could read the site through
 * DNS rebinding, and when it comes from a page, that page must be of this very origin. Links from elsewhere
 * still lead here. `names` are the host names beside localhost, `anyAddress` allows every IP address: one cannot be rebound.
 */
export function isTrusted(request: RequestOrigin, { names, anyAddress }: TrustedHosts): boolean {
  const { host, origin, site, mode } = request;
  const name = host === undefined ? null : hostName(host);
  if (name === null || !(isThisMachine(name) || names.includes(name) || (anyAddress && isIP(name) !== 0))) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === "same-origin" || site === "none" || mode === "navigate";
}

export interface TrustedHosts {
  readonly names: readonly string[];
  readonly anyAddress: boolean;
}

/** The name of a Host header (RFC 9110) in lower case, without the port and the brackets of IPv6; null when it is none. */
function hostName(host: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i.exec(host);
  return (match?.[1] ?? match?.[2] ?? null)?.toLowerCase() ?? null;
}

function isThisMachine(name: string): boolean {
  return name === "localhost" || name === "127.0.0.1" || name === "::1";
}

/** Where a request comes from, as its headers say. */
interface Source {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/**
 * True for names that no stranger's DNS can point at this machine: `localhost`, addresses, and the names that were agreed
 * on. Anything else in a Host header is DNS rebinding, or a proxy that nobody told the sandbox about.
 */
export function isTrustedHost(host: string | undefined, agreed: readonly string[]): boolean {
  const name = nameOfHost(host ?? "");
  return isLoopbackName(name) || isIP(name) !== 0 || agreed.includes(name);
}

export type OriginKind =
  /** No page sent it, or a page of the sandbox's own origin. */
  | "own"
  /** A page of this machine, or of an origin that was agreed on. */
  | "neighbour"
  /** Any other page: it may have been made to call by someone who has no business here. */
  | "stranger";

/** Who made a browser send the request (Fetch standard, section 3.2). */
export function judgeOrigin({ host, origin }: Source, agreed: readonly string[]): OriginKind {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return "own";
  if (agreed.includes(origin)) return "neighbour";
  const name = URL.canParse(origin) ? nameOfHost(new URL(origin).host) : "";
  const isNeighbour = name !== "" && (isLoopbackName(name) || name === nameOfHost(host ?? ""));
  return isNeighbour ? "neighbour" : "stranger";
}

function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || name === "127.0.0.1" || name === "::1";
}

/** `localhost` of `localhost:4010`, `::1` of `[::1]:4010`. */
function nameOfHost(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain ?? "").toLowerCase();
}

/** Lets a page of another origin read an answer (Fetch standard, section 3.3). Without cookies: nothing here uses them. */
export function toCorsHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  return [
    { name: "Access-Control-Allow-Origin", value: headers.origin ?? "null" },
    { name: "Access-Control-Expose-Headers", value: "X-Sandbox, X-Sandbox-File, Allow" },
    { name: "Vary", value: "Origin" },
  ];
}

/** True for the question that a browser asks before a call of its page. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** The answer to that question: every method, and the headers that were asked for. */
export function toPreflightHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  const asked = headers["access-control-request-headers"] ?? "";
  const isPrivate = headers["access-control-request-private-network"] === "true";
  return [
    { name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE" },
    { name: "Access-Control-Allow-Headers", value: /^[\w\s,-]+$/.test(asked) ? asked : "Authorization, Content-Type" },
    { name: "Access-Control-Max-Age", value: "600" },
    ...(isPrivate ? [{ name: "Access-Control-Allow-Private-Network", value: "true" }] : []),
  ];
}
