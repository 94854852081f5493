import { isIP } from "node:net";

/** The headers of a request that say who asks. */
export interface RequestOrigin {
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
  if (name === null || !(isLoopbackName(name) || names.includes(name) || (anyAddress && isIP(name) !== 0)))
    return false;
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

function isLoopbackName(name: string): boolean {
  return name === "localhost" || name === "127.0.0.1" || name === "::1";
}
