import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

import type { NameValue } from "#shared/contract/request.ts";

/** Host names of a server besides those of this machine. */
export interface TrustedHosts {
  readonly names: readonly string[];
  /** Allows any IP address, which can't be rebound. */
  readonly anyAddress: boolean;
}

interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** From `Sec-Fetch-Site` and `Sec-Fetch-Mode` (W3C Fetch Metadata). */
  readonly site: string | undefined;
  readonly mode: string | undefined;
}

/**
 * A request for the site must name this machine, and a page that sends it must be of this origin. Links from other
 * sites still work.
 */
export function isTrusted({ host, origin, site, mode }: RequestOrigin, hosts: TrustedHosts): boolean {
  if (!isTrustedHost(host, hosts)) return false;
  // A tunnel or an editor in the cloud speaks TLS with the browser but plain HTTP with this server.
  const isBehindProxy = origin === `https://${host}` && hosts.names.includes(toHostName(host) ?? "");
  if (origin !== undefined && origin !== `http://${host}` && !isBehindProxy) return false;
  return site === undefined || site === "same-origin" || site === "none" || mode === "navigate";
}

/**
 * True for names that no stranger's DNS can point at this machine, and for `--allow-host`. Any other name in a Host
 * header is an unknown proxy, or DNS rebinding, which would let a page of another origin read the answer.
 */
export function isTrustedHost(host: string | undefined, { names, anyAddress }: TrustedHosts): boolean {
  const name = toHostName(host);
  if (name === null) return false;
  return isLoopbackName(name) || names.includes(name) || (anyAddress && isIP(name) !== 0);
}

export type OriginKind =
  /** No page sent the request, or a page of the sandbox's own origin. */
  | "own"
  /** A page of this machine or of a trusted origin. */
  | "known"
  /** Any other page: a stranger may have made it call. */
  | "foreign";

/** The kind of page behind a request to the sandbox (Fetch standard, section 3.2). */
export function kindOfOrigin(
  { host, origin }: Pick<RequestOrigin, "host" | "origin">,
  agreed: readonly string[],
): OriginKind {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return "own";
  if (agreed.includes(origin)) return "known";
  const name = URL.canParse(origin) ? toHostName(new URL(origin).host) : null;
  return name !== null && (isLoopbackName(name) || name === toHostName(host)) ? "known" : "foreign";
}

/** Browsers never look these names up (RFC 6761, section 6.3). */
function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || name === "127.0.0.1" || name === "::1";
}

/** The name in a Host header (RFC 9110), in lower case, without port and brackets of IPv6; null if the header is malformed. */
export function toHostName(host: string | undefined): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i.exec(host ?? "");
  return (match?.[1] ?? match?.[2] ?? null)?.toLowerCase() ?? null;
}

/** Lets a page of another origin read an answer (Fetch standard, section 3.3), without cookies, which nothing here uses. */
export function toCorsHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  return [
    { name: "Access-Control-Allow-Origin", value: headers.origin ?? "null" },
    {
      name: "Access-Control-Expose-Headers",
      value: "X-Sandbox, Allow, ETag, Link, Location, Preference-Applied",
    },
    { name: "Vary", value: "Origin" },
  ];
}

/** A browser sends a preflight before some calls of its pages. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Allows every method and all requested headers. */
export function toPreflightHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  const requested = headers["access-control-request-headers"] ?? "";
  const isPrivate = headers["access-control-request-private-network"] === "true";
  return [
    { name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE" },
    {
      name: "Access-Control-Allow-Headers",
      value: /^[\w\s,-]+$/.test(requested) ? requested : "Authorization, Content-Type",
    },
    { name: "Access-Control-Max-Age", value: "600" },
    ...(isPrivate ? [{ name: "Access-Control-Allow-Private-Network", value: "true" }] : []),
  ];
}
