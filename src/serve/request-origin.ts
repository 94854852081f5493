import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

import type { NameValue } from "#shared/contract/request.ts";

/** Host names that a server answers to besides those of this machine. */
export interface TrustedHosts {
  readonly names: readonly string[];
  /** Every IP address too: one cannot be rebound. */
  readonly anyAddress: boolean;
}

/** The headers of a request that say who asks. */
interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site` and `Sec-Fetch-Mode` (W3C Fetch Metadata). */
  readonly site: string | undefined;
  readonly mode: string | undefined;
}

/**
 * Whether a request for the site may be answered: it must name this machine, and when it comes from a page, that page must
 * be of this very origin. Links from elsewhere still lead here.
 */
export function isTrusted({ host, origin, site, mode }: RequestOrigin, hosts: TrustedHosts): boolean {
  if (!isTrustedHost(host, hosts)) return false;
  if (origin !== undefined && origin !== `http://${host}` && !isBehindProxy({ host, origin }, hosts)) return false;
  return site === undefined || site === "same-origin" || site === "none" || mode === "navigate";
}

/**
 * True for names that no stranger's DNS can point at this machine, and those that were agreed on. Anything else in a Host
 * header is DNS rebinding, which would let a page of another origin read the answer, or a proxy that nobody told of.
 */
export function isTrustedHost(host: string | undefined, { names, anyAddress }: TrustedHosts): boolean {
  const name = toHostName(host);
  if (name === null) return false;
  return isLoopbackName(name) || names.includes(name) || (anyAddress && isIP(name) !== 0);
}

/** A tunnel or an editor in the cloud speaks TLS with the browser, and none with this server. */
function isBehindProxy({ host, origin }: Pick<RequestOrigin, "host" | "origin">, { names }: TrustedHosts): boolean {
  return origin === `https://${host}` && names.includes(toHostName(host) ?? "");
}

export type OriginKind =
  /** No page sent it, or a page of the sandbox's own origin. */
  | "own"
  /** A page of this machine, or of an origin that was agreed on. */
  | "known"
  /** Any other page: it may have been made to call by someone who has no business here. */
  | "foreign";

/** Who made a browser send a request to the sandbox (Fetch standard, section 3.2). */
export function kindOfOrigin(
  { host, origin }: Pick<RequestOrigin, "host" | "origin">,
  agreed: readonly string[],
): OriginKind {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return "own";
  if (agreed.includes(origin)) return "known";
  const name = URL.canParse(origin) ? toHostName(new URL(origin).host) : null;
  return name !== null && (isLoopbackName(name) || name === toHostName(host)) ? "known" : "foreign";
}

/** The names that a browser never asks a server for (RFC 6761, section 6.3). */
function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || name === "127.0.0.1" || name === "::1";
}

/** The name of a Host header (RFC 9110) in lower case, without the port and the brackets of IPv6; null when it is none. */
export function toHostName(host: string | undefined): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i.exec(host ?? "");
  return (match?.[1] ?? match?.[2] ?? null)?.toLowerCase() ?? null;
}

/** Lets a page of another origin read an answer (Fetch standard, section 3.3). Without cookies: nothing here uses them. */
export function toCorsHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  return [
    { name: "Access-Control-Allow-Origin", value: headers.origin ?? "null" },
    {
      name: "Access-Control-Expose-Headers",
      value: "X-Sandbox, X-Sandbox-File, Allow, ETag, Link, Location, Preference-Applied",
    },
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
